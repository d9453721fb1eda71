"""The tale: everything that lies on the table of one game, and the verbs with which characters change it.

The verbs stand by topic in the classes below it: `queries` (what can be asked about the town), `information`
(questions too), `deaths`, `effects` and `victory`.  Those that may need an answer, or that people
see, are to be yielded.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from facedown.games.clocktower.character import Character
from facedown.games.clocktower.information import Storyteller
from facedown.games.clocktower.scripts import Script
from facedown.games.clocktower.state import Ability, Alignment, Marker, Nomination, Player
from facedown.games.clocktower.victory import Ending


class Tale(Ending):
    """One game of Clocktower, as plain data: all there is but for what is being asked."""

    def __init__(self, script: Script, players: int, travellers: int = 0, seed: object = 0) -> None:
        self.script = script
        self.chance = Random(str(seed))
        self.travellers = travellers
        self.traveller_list: Sequence[Character] = ()
        self.fabled: list[Ability] = []
        self.bag: list[Character] = []  # the tokens that set-up draws
        self.laid: dict[
            int, tuple[Character, Character | None, Alignment | None]
        ] = {}  # tokens laid out by a record
        self.laid_states: dict[int, str] = {}
        nobody = Character()
        self.players = [Player(self, seat, nobody) for seat in range(players + travellers)]
        self.ring = list(self.players)
        self.unheld: list[Player] = []
        self.aside: list[Character] = []  # what was drawn at set-up and kept out of the bag
        self.storyteller = Storyteller(self)
        self.markers: list[Marker] = []
        self.night = self.day = 0
        self.phase = "set-up"
        self.winner: Alignment | None = None
        self.why_over = ""
        self.demon_needed = True
        self.turned: list[int] = []
        self.bluffs: tuple[Character, ...] = ()
        self.woke: set[int] = set()
        self.misfired: set[int] = set()
        self.died_tonight: list[Player] = []
        self.deaths = []
        self.options: dict[str, Any] = {}
        self.asked_so_far = 0  # how many questions have been put
        self.settled: list[Any] = []  # what the storyteller need not be asked, since the last answer of anybody
        self.notes: dict[str, Any] = {}  # what belongs to the whole game and to no ability
        self._state = None
        self._reacting, self._in_play, self._slots = {}, None, None
        self.begin_day()

    def begin_day(self) -> None:
        """Nothing has been nominated, and nobody executed, today."""
        self.nominated_before: list[tuple[int, Nomination]] = [  # on earlier days, with the day
            *getattr(self, "nominated_before", ()),
            *((self.day - 1, nomination) for nomination in getattr(self, "nominations", ())),
        ]
        self.nominations: list[Nomination] = []
        self.block: Nomination | None = None  # who is about to be executed
        self.to_beat = 0  # the highest tally of the day so far
        self.executed_today = []
        self.died_today: list[Player] = []
        self.day_over = False
        self.nominating = False  # are nominations open?
        self.floor_open = False  # may everybody speak, because nothing is being settled?
        self.skip_nominations = False  # the storyteller has ended the day
        self.done: set[int] = set()  # seats that have nothing more to say today
        self.said_before: list[tuple[int, str]] = [*getattr(self, "said_before", ()), *getattr(self, "said", ())]
        self.said: list[tuple[int, str]] = []  # what was said aloud today
        self.declared: list[tuple[int, str]] = []  # what was declared today: a seat and a character's id
        self.claims: list[tuple[int, str]] = getattr(self, "claims", [])  # who said they were what, over the days

    @property
    def tale(self) -> Tale:
        return self

    def house_rules(self) -> list[Ability]:
        return self.fabled

    def changed(self) -> None:
        """Something has changed that decides which abilities there are, and which of them work."""
        self._state = None
        self._reacting, self._in_play, self._slots = {}, None, None

    def works_change(self) -> None:
        """Something has changed that decides whose ability works; there are the same ones as before."""
        self._state = None

    @property
    def floor_is_empty(self) -> bool:
        """Has everybody said what they had to say?"""
        return self.day_over or all(player.seat in self.done for player in self.here)

    @property
    def results_kept_back(self) -> bool:
        """Is it told only when nominations close which votes were enough?"""
        return self.options.get("results") == "at dusk"

    @property
    def threshold(self) -> int:
        """How many votes put somebody up for execution: half of those who look alive, rounded up."""
        minding = self.acting("without_majority") if self.phase != "set-up" else []  # nobody has a token yet
        if any(ability.character.without_majority(ability, self) for ability in minding):
            return 1
        return (len(self.seen_living) + 1) // 2
