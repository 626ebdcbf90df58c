"""Opponents for people, from friendly to the best there is.

The weaker ones do not err by chance, but as people do: they see little of what counts only later, cannot wait for
something better, and hardly ask what the others need.
"""

from __future__ import annotations

from typing import Final

from heliopolis.bots.heuristic.greedy import Greedy
from heliopolis.bots.search.expert import Expert

#: Just enough to prefer one disaster to another, where a choice touches nobody but the others.
HARDLY: Final = 0.05


class Apprentice(Greedy):
    """Sees little of what counts only later, and is hasty with what it has."""

    title = "Apprentice"
    description = "Likes what scores now, thinks little of later, and cannot wait: a friendly first opponent."

    def __init__(self) -> None:
        super().__init__(rivalry=HARDLY, sight=0.4, patience=0.65)


class Scribe(Greedy):
    """Knows the values, but settles too soon, and hardly looks at the others."""

    title = "Scribe"
    description = "Knows what everything is worth, but settles too soon, and hardly looks at the others."

    def __init__(self) -> None:
        super().__init__(rivalry=HARDLY, patience=0.8)


class Priest(Greedy):
    """Plays as the heuristics of `greedy` say."""

    title = "Priest"
    description = "Weighs soundly what a choice brings it and its rivals, one auction or one turn at a time."


class Vizier(Expert):
    """Plays as the network says, once it has thought through what is half done, if that is not too much.

    It trusts its first impression, which is that of `greedy`, more than is good.
    """

    title = "Vizier"
    description = "Has seen hundreds of thousands of games, and feels which positions win."

    def __init__(self) -> None:
        super().__init__(seconds=1.0, rounds=0, nodes=500, instinct=0.02)


class Pharaoh(Expert):
    """Plays as the expert does, with all the time it takes by default."""

    title = "Pharaoh"
    description = "Feels it, and thinks ahead as well: the strongest opponent there is."

    def __init__(self) -> None:
        super().__init__()
