"""What a choice was worth, and why.

Here are advice for a move, a review of a match, and the reasons for both in words. A module for each game says what
can be seen on its table.
"""

from __future__ import annotations

from heliopolis.coach.advice import advise
from heliopolis.coach.analysis import Judged, Progress, Review, Valued, analyse, review
from heliopolis.coach.judge import Depth
from heliopolis.coach.values import Worth, worths

__all__ = ["Depth", "Judged", "Progress", "Review", "Valued", "Worth", "advise", "analyse", "review", "worths"]
