"""What every door to the environments understands: who learns, against whom, what is observed and rewarded."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from heliopolis.envs.batch import Batch, truth
from heliopolis.errors import SetupError

#: Who sits with a learner, where nobody says.
USUAL_OPPONENT: Final = "scribe"


@dataclass(frozen=True, kw_only=True)
class Options:
    """How environments are played; `Batch` says what each is."""

    players: int = 4
    edition: str | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    opponents: str | Sequence[str] | None = None
    """Bots of the house for all seats but the learner's; `scribe` where nobody is named."""
    learner: int | str = 0
    """The seat that learns, or "rotate"."""
    self_play: bool = False
    """Whether every seat is the learner's: whoever is to act observes, and chooses."""
    observation: str = "compact"
    reward: str = "win"
    payday: str = "end"
    illegal: str = "error"
    threads: int = 1

    def batch(self, game: str, lanes: int, reset: str, *, copy: bool) -> Batch:
        """Set up the games."""
        if truth("self_play", self.self_play) and self.opponents is not None:
            raise SetupError("self_play has no opponents: leave out one of them")
        if self.observation == "none":
            raise SetupError("observation is 'none': expected one of raw, compact, network")
        return Batch(
            game,
            lanes,
            self.players,
            edition=self.edition,
            settings=self.settings,
            observation=self.observation,
            reward=self.reward,
            payday=self.payday,
            reset=reset,
            opponents=None if self.self_play else USUAL_OPPONENT if self.opponents is None else self.opponents,
            learner=self.learner,
            illegal=self.illegal,
            threads=self.threads,
            copy=copy,
        )


#: All that there are.
KNOWN: Final = tuple(Options.__dataclass_fields__)


def options(given: Mapping[str, Any], known: Collection[str] = KNOWN) -> Options:
    """Understand options; raise SetupError for one that there is not."""
    for name in given:
        if name not in known:
            raise SetupError(f"these environments have no option {name!r}: expected {', '.join(known)}")
    return Options(**given)
