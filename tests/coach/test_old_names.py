"""What was documented under another name is found there still, with a warning."""

from __future__ import annotations

import pytest

from heliopolis.bots import review
from heliopolis.coach.advice import advise
from heliopolis.coach.costliest import Report


def test_the_old_room_of_reviews_leads_to_the_new_one() -> None:
    with pytest.warns(DeprecationWarning, match=r"heliopolis.bots.review.advise is heliopolis.coach.advice.advise now"):
        assert review.advise is advise
    with pytest.warns(
        DeprecationWarning, match=r"heliopolis.bots.review.Report is heliopolis.coach.costliest.Report now"
    ):
        assert review.Report is Report
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        review.nonsense  # noqa: B018
