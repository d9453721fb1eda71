"""The contract that every game fulfils, for Clocktower."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import ClassVar

from facedown.core.abilities import Bot
from facedown.core.contract import Contract
from facedown.core.errors import BadOption, Illegal
from facedown.core.kept import kept
from facedown.core.rulebook import Rule, read_rulebook
from facedown.core.spelling import counted, joined, quote, unbracketed
from facedown.core.values import (
    Acting,
    Beat,
    Card,
    Event,
    LegalMove,
    Move,
    Option,
    PlayedOut,
    Puzzle,
    Refusal,
    Seat,
    Standing,
    Suggestion,
    Timing,
)
from facedown.games.clocktower import (
    bots,
    determinize,
    night,
    not_understood,
    notation,
    observe,
    playout,
    queries,
    script_json,
    script_sheet,
    scripts,
    setup,
    views,
    voting,
    words,
)
from facedown.games.clocktower import day as floor
from facedown.games.clocktower.bots import Reply
from facedown.games.clocktower.character import Character, character
from facedown.games.clocktower.engine import ASKED, COVERS, NOT_ASKED
from facedown.games.clocktower.moves import (
    Answer,
    Correction,
    Deed,
    InPlace,
    InSeat,
    TownMove,
    act_of,
    from_value,
    meaning_of,
    value_of,
)
from facedown.games.clocktower.names import Lexicon, Unknown, lexicon
from facedown.games.clocktower.news import happened
from facedown.games.clocktower.night import NIGHT
from facedown.games.clocktower.notation import move_of
from facedown.games.clocktower.position import Done, Position, Setup
from facedown.games.clocktower.questions import BEAT, GO_ON, TO_LOOK, Act, Word
from facedown.games.clocktower.retold import retold
from facedown.games.clocktower.script import RULES
from facedown.games.clocktower.speech import addressed
from facedown.games.clocktower.speech.fitting import fits
from facedown.games.clocktower.speech.statements import Report, Spoken
from facedown.games.clocktower.state import EVIL, GOOD, State
from facedown.games.clocktower.storytelling import lay_out
from facedown.games.clocktower.storytelling.by_hand import ByHand, corrections_at_hand, moves_by_hand
from facedown.games.clocktower.storytelling.suggestions import suggested
from facedown.games.clocktower.worlds.compose import pose

DOTS = "..."  # the words of a legal move for which whoever makes it puts in their own
MOST_PLAYERS, FEWEST_PLAYERS, MOST_TRAVELLERS = 15, 5, 5


class Clocktower(Contract[Position, views.View, observe.Observation]):
    """A town, a Demon in it, and a storyteller: the last seat, a person or a policy."""

    id = "clocktower"
    title = "Clocktower"
    summary = "A town finds the Demon before it is eaten. Unofficial fan work, free and not endorsed."
    minutes = 60
    version = 8
    usual_seats = 9  # eight in the town, and who tells the story
    seats = range(FEWEST_PLAYERS + 1, MOST_PLAYERS + MOST_TRAVELLERS + 2)
    hidden_events = True  # by night nobody is to count who wakes
    pause = TownMove(0, str(GO_ON), meaning_of(GO_ON))
    sides = (GOOD, EVIL)
    free_text = True
    puzzles = True
    dealings = frozenset({setup.DEAL})
    laid_out = ("tokens", "drunk", "poisoned")
    host_seats = 1  # seats that are not players': the storyteller's
    words = words
    folder = Path(__file__).parent
    options = (
        Option(
            "script",
            scripts.EDITIONS["tb"],
            tuple(scripts.EDITIONS.values()),
            "which characters may be in play: an edition; or your own, by names with commas or as a script's JSON",
            other=True,
            title="Script",
        ),
        Option(
            "rules_version",
            "2022",
            RULES,
            "which wording applies to the few characters that were changed after 2022",
            title="Characters as of",
        ),
        Option(
            "travellers",
            0,
            tuple(range(MOST_TRAVELLERS + 1)),
            "how many of the seats are Travellers', from the start",
        ),
        Option(
            "late",
            0,
            tuple(range(MOST_TRAVELLERS + 1)),
            "how many of the seats are kept for Travellers who come when the game has begun",
            title="Travellers who come later",
        ),
        Option(
            setup.DEAL,
            setup.BY_CHANCE,
            (setup.BY_CHANCE, setup.BY_HAND),
            "by hand: the storyteller fills the bag and says who gets which token",
            title="Tokens are dealt",
        ),
        Option(
            setup.FIRST_SEAT,
            setup.BY_CHANCE,
            setup.ANYBODY,
            "alone with bots you may ask for a side or a character; by chance the deal is fair",
            other=True,
            title="You are dealt",
            alone=True,
        ),
        Option(
            "results",
            "at once",
            ("at once", "at dusk"),
            "when players are told which votes were enough",
            title="Results of votes are told",
        ),
        Option(
            COVERS,
            ASKED,
            (ASKED, NOT_ASKED),
            "asked: the storyteller goes on by hand at night even with nothing to decide, so that nobody can tell "
            "from how long it takes",
            title="Going on at night",
        ),
        Option(
            setup.GATHER,
            setup.ONLINE,
            (setup.ONLINE, setup.IN_PERSON),
            "online: everybody has a device; in person: in one room, the storyteller's device answers for all",
            title="Where you play",
        ),
        Option(
            NIGHT,
            0,
            (0, 15, 30, 45, 60, 90, 120),
            "how many seconds a night lasts, even if everybody answers sooner",
            title="Shortest night, in seconds",
        ),
        Option(
            voting.SWEEP,
            2,
            voting.SECONDS,
            "how long a vote waits at the seat of somebody who is away; 20 seconds for those who are there, "
            "5 with all eyes closed; 0: until each player answers",
            title="Seconds for a hand at a vote",
        ),
        Option("whispers", "shown", ("shown", "hidden"), "whether everybody sees who whispers with whom"),
    )

    in_records: ClassVar[Mapping[str, str | int]] = {COVERS: NOT_ASKED, voting.SWEEP: 0}

    @property
    def characters(self) -> tuple[Character, ...]:
        """The cast: every character that the rules here play."""
        return tuple(character(id, RULES[0]) for id in scripts.all_modelled())

    def speaks_for_all(self, options: Mapping[str, str | int]) -> bool:
        return options.get(setup.GATHER) == setup.IN_PERSON

    def with_late_seat(self, options: Mapping[str, str | int]) -> Mapping[str, str | int] | None:
        late = int(options.get("late", 0)) + 1
        return {**options, "late": late} if late <= MOST_TRAVELLERS else None

    # -- a position and what may be done with it -----------------------------------------------------------------

    def checked_options(self, given: Mapping[str, object]) -> dict[str, str | int]:
        options = super().checked_options(given)
        script = scripts.named(str(options["script"]), str(options["rules_version"]))
        if (wished := str(options[setup.FIRST_SEAT])) not in setup.ANYBODY:
            setup.wished_of(script, wished)
        return options

    def cautions(self, options: Mapping[str, str | int]) -> tuple[str, ...]:
        """What is odd in the script's file, what of it is not used, and which characters have no rules here."""
        script = scripts.named(str(options["script"]), str(options["rules_version"]))
        odd = tuple(f"In the script: {warning}" for warning in script.warnings)
        unruled = [character.name for character in script.characters if character.unmodelled]
        if script.reworded:
            words = f"The words in which the script gives the abilities of {joined(script.reworded)} are not used"
            mend = "an ability of your own needs a name and an id of its own"
            odd = (*odd, f"{words}: official characters play by the rules here; {mend}.")
        if rules := " ".join(script.house_rules):
            odd = (*odd, f"The script has rules of its own, which a storyteller has to keep by hand: {rules}")
        if not unruled:
            return odd
        who = f"{joined(unruled)} {'has' if len(unruled) == 1 else 'have'} no rules here"
        run = "a storyteller has to run them by hand, and bots and simulations play as if they did nothing"
        return *odd, f"{who}: {run}."

    def explain_options(self, options: Mapping[str, str | int]) -> script_sheet.ScriptSheet:
        return script_sheet.sheet(scripts.named(str(options["script"]), str(options["rules_version"])))

    def puzzle(self, seed: str) -> Puzzle:
        return pose([one.id for one in scripts.named("tb").characters], seed)

    def start(self, seats: int, seed: object, options: Mapping[str, str | int]) -> Position:
        script = scripts.named(str(options["script"]), str(options["rules_version"]))
        late = int(options.get("late", 0))
        travellers = int(options["travellers"]) + late
        residents = seats - 1 - travellers
        if not FEWEST_PLAYERS <= residents <= MOST_PLAYERS:
            more = residents - MOST_PLAYERS
            raise BadOption(
                f"{seats} seats are a storyteller, {travellers} Travellers and {residents} players; "
                f"there must be {FEWEST_PLAYERS} to {MOST_PLAYERS} of these"
                + (f": choose {counted(more, 'more Traveller')}" if more > 0 else "")
            )
        if options.get(setup.DEAL) == setup.BY_HAND:  # otherwise it is found out by dealing
            setup.check_enough(script, residents)
        return Position(Setup(seats, seed, script, travellers, dict(options)))

    def copy(self, position: Position) -> Position:
        return position.copy()

    def put_away(self, position: Position) -> int:
        return position.acts

    def taken_back(self, position: Position, before: int) -> Position:
        return position.before(before)

    def asked(self, position: Position) -> tuple[Seat, ...]:
        return observe.seats_of(position.picture.questions) if position.begun else ()

    def over(self, position: Position) -> bool:
        return position.begun and position.picture.state.over

    def awaits_chance(self, position: Position) -> bool:
        return not position.begun

    def proceed(self, position: Position) -> None:
        position.proceed()

    def happenings(self, position: Position) -> object:
        return position.happened

    def free(self, position: Position) -> tuple[Seat, ...]:
        return observe.who_acts(position).free if position.begun else ()

    def suggestion(self, position: Position, seat: Seat, names: Sequence[str]) -> Suggestion | None:
        return suggested(position, names) if position.begun else None

    def timing(self, position: Position) -> Timing:
        if not position.begun:
            return Timing()
        state, questions = position.picture.state, position.picture.questions
        held = state.sweep is not None and state.sweep.held
        return Timing(
            state.asked_so_far,
            None if held else min((q.seconds for q in questions if q.seconds is not None), default=None),
            continuous=any(question.floor for question in questions),
            early=state.sweep is not None,
            attended=voting.seconds_if_there(state, questions),
        )

    def timeout_move(self, position: Position, seat: Seat, names: Sequence[str]) -> Move:
        """A hand stays as it is; other questions have an answer that leaves all as it is."""
        state, question = position.picture.state, observe.question_for(position.picture, seat)
        if state.sweep is not None:
            return move_of(state.players[seat] in state.sweep.raised, _names(position, names))
        idle = None if question is None or question.idle is ... else question.idle
        return move_of(idle, _names(position, names))

    def while_away(self, position: Position, seat: Seat, names: Sequence[str]) -> Move | None:
        """On the open floor, that they have nothing more to say; they may speak again when they are back.

        Their token waits for them, too.
        """
        question = observe.question_for(position.picture, seat)
        waits = question is not None and (question.floor or question.topic == TO_LOOK)
        return self.legal(position, seat, names)[0] if waits else None

    def beat(self, position: Position) -> Beat:
        """By night the script's order is gone through, with a beat for every character on it, in play or not."""
        if not position.begun:
            return Beat()
        picture = position.picture
        waiting = next((question for question in picture.questions if question.topic == BEAT), None)
        if waiting is None:
            return Beat(picture.state.beat)
        return Beat(picture.state.beat, position.storyteller, waiting.after)

    def quiet(self, position: Position) -> str:
        sleeping = position.begun and night.town_sleeps(position.picture.state)
        return "It is night and everybody sleeps; talk again in the morning." if sleeping else ""

    def known(self, position: Position, seats: int) -> Mapping[Seat | None, Acting]:
        everybody = (None, *range(seats))
        if not position.begun:
            return dict.fromkeys(everybody, Acting((), ()))
        acts = observe.who_acts(position)
        return {**dict.fromkeys(everybody, acts.public), **acts.own}

    def legal(self, position: Position, seat: Seat, names: Sequence[str]) -> tuple[Move, ...]:
        """The moves that can be listed; words can be said beside them, and corrections made by hand."""
        if not position.begun or self.over(position):
            return ()
        picture, known = position.picture, _names(position, names)
        answerable, moves = picture.answerable, list[Move]()
        if len(answerable) == 1 and answerable[0].floor and seat < len(picture.state.players):
            return _on_the_floor(position, seat, known)  # no two are the same
        for question in answerable:
            if question.floor and seat < len(picture.state.players):
                moves += [move_of(act, known) for act in floor.acts(picture.state, seat)]
            elif seat in question.seats or seat == question.answered:
                moves += [move_of(option, known) for option in question.options]
                if question.free_text:
                    moves.append(notation.words_move(DOTS))
        if not moves:
            moves += self._unasked(picture.state, seat, known)
        if not moves and seat == picture.state.storyteller:
            return moves_by_hand(picture.state, known)
        return tuple(dict.fromkeys(moves))

    def _unasked(self, state: State, seat: Seat, names: Lexicon) -> list[Move]:
        """What a player may do whom nobody asks: raise or lower their hand, speak for themselves."""
        mine = voting.player_move(state, seat)
        hand: list[Move] = [notation.move(Deed(mine), names)] if mine else []
        return [*hand, notation.say(DOTS)] if voting.may_speak(state, seat) else hand

    def move_value(self, move: Move) -> object:
        return value_of(act_of(move))

    def listed(self, moves: Sequence[Move], names: Sequence[str]) -> tuple[LegalMove, ...]:
        """The same; each holds what its move means, which is written as its value is, instead of a copy of it."""
        return tuple([LegalMove(act_of(move), move.text) for move in moves])

    def read_value(self, value: object, names: Sequence[str]) -> Move:
        act = from_value(value)
        said = act.act if isinstance(act, InPlace) else act
        says = said.says if isinstance(said, Answer | Deed) else ()
        to = said.to if isinstance(said, Deed) else None
        if (to or 0) >= len(names) or not all(fits(one, len(names) - 1, AnyOwn()) for one in says):
            raise Illegal(
                "this cannot be said here: it names somebody or something that there is not, or is not complete"
            )
        return notation.move(act, lexicon(tuple(names)))

    def retold(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        return retold(move, seat, lexicon(tuple(names), position.setup.script.own_names))

    def takes_words(self, move: Move) -> bool:
        return _done(move).words == DOTS

    def without_words(self, move: Move) -> Move:
        done = _done(move)
        spoken = done.words or (isinstance(done, Answer | Deed) and done.says)
        return TownMove(0, move.text, notation.reworded(act_of(move), DOTS)) if spoken else move

    def interpret(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> Move | None:
        move = move if isinstance(move, TownMove) else self.read_move(position, seat, move.text, names)
        what = _done(move)
        notation.check_words(what.words)
        if isinstance(what, Correction):
            notation.check_by_hand(what)
        _check_past(position, move)
        act = act_of(move)
        found = position.find(Done(seat, act))
        if found is None:
            return None
        in_words = isinstance(found.value, ByHand | str | Spoken) and not isinstance(found.value, Word)
        if not in_words:  # else the move has already the game's own form
            done = meaning_of(found.value)
            act = done if found.seat is None else InPlace(InSeat(found.seat), done)
        return notation.move(act, _names(position, names))

    def play(self, position: Position, seat: Seat, move: Move) -> None:
        position.play(Done(seat, act_of(move)))

    def standing(self, position: Position) -> Standing:
        if not position.begun:
            return Standing((0,) * position.setup.seats, False)
        state = position.picture.state
        winners = queries.winners(state) if state.over else ()
        scores = tuple([int(seat in winners) for seat in range(position.setup.seats)])
        standing = Standing(scores, state.over, winners, summary=words.summary(state), side=state.winner or "")
        return state.cache.get(Standing, standing, lambda: standing)  # the same object until there is another

    def determinize(self, position: Position, seat: Seat | None, seed: object) -> Position:
        return determinize.determinized(position, seat, Random(str(seed)))

    def lay_out(self, position: Position, words: str, names: Sequence[str]) -> bool:
        return lay_out.lay_out(position, words, names)

    # -- what people see -----------------------------------------------------------------------------------------

    def view(self, position: Position, seat: Seat | None, names: Sequence[str]) -> views.View:
        return views.show(position, seat, names)

    def revealed(self, position: Position, names: Sequence[str]) -> views.View:
        """The grimoire, laid open."""
        return views.show(position, position.storyteller, names)

    def observation(self, position: Position, seat: Seat | None, names: Sequence[str]) -> observe.Observation:
        return observe.observe(position.picture, seat, names)

    def told(self, position: Position, seat: Seat | None, names: Sequence[str]) -> Event | None:
        return words.told(happened(position.picture, seat, names))

    def read_move(self, position: Position, seat: Seat, words: str, names: Sequence[str]) -> Move:
        """Of several things that the words may mean, the likeliest that is allowed now."""
        try:
            moves = list(_read(words, _names(position, names)))
        except Unknown as unknown:
            if not position.begun:
                raise
            raise self._not_understood(position, seat, words, unknown, names) from unknown
        if len(moves) == 1 or not position.begun:
            return moves[0]
        return next((move for move in moves if self._may(position, seat, move)), moves[0])

    def _may(self, position: Position, seat: Seat, move: Move) -> bool:
        """Whether this seat may make this move now."""
        return position.find(Done(seat, act_of(move))) is not None

    def _not_understood(
        self, position: Position, seat: Seat, words: str, unknown: Unknown, names: Sequence[str]
    ) -> Illegal:
        """The refusal of these words; what it suggests is allowed now."""
        view, known = self.view(position, seat, names), _names(position, names)
        by_hand = corrections_at_hand(position.picture.state, known) if seat == position.storyteller else ()
        now = not_understood.Now(
            known,
            view,
            self.legal(position, seat, names),
            by_hand,
            lambda move: self._may(position, seat, move),
            lambda move: unbracketed(self.refusal(view, move, names).text),
        )
        return not_understood.refused(words, unknown, now)

    def refusal(self, view: views.View, move: Move, names: Sequence[str]) -> Refusal:
        return words.refusal(view, move, names)

    def unplayable(self, view: views.View, names: Sequence[str]) -> tuple[tuple[str, Refusal], ...]:
        return ()

    def cards(self) -> tuple[Card, ...]:
        return tuple(Card(c.name, c.text, c.team) for c in self.characters)

    def names_of(self, seats: int) -> tuple[str, ...]:
        return (*super().names_of(seats - 1), "Storyteller")

    def rulebook(self) -> tuple[Rule, ...]:
        """The base rules, then the editions and the almanac."""
        folder = self.folder / "rulebook"
        files = sorted(folder.glob("*.md"), key=lambda path: (path.stem != "base", path.stem))
        return tuple(rule for path in files for rule in read_rulebook(path))

    # -- players -------------------------------------------------------------------------------------------------

    def bots(self) -> Mapping[str, bots.Bot]:
        return bots.BOTS

    def to_consider(self, position: Position) -> object:
        """Whom to nominate."""
        if not position.begun or not any(question.floor for question in position.picture.questions):
            return None
        state = position.picture.state
        return (state.day, len(state.nominations)) if state.nominating else None

    def is_talk(self, move: Move) -> bool:
        act = act_of(move)
        return isinstance(act, Deed) and act.verb in ("say", "claim")

    def replies(self) -> Mapping[str, Reply]:
        return bots.REPLIES

    def spoken_to(self, position: Position, seat: Seat, names: Sequence[str]) -> int:
        """Whispers and questions without an answer, while people may speak; else what the accused have not said."""
        if not position.begun:
            return 0
        state = position.picture.state
        if voting.may_speak(state, seat):
            return addressed.owes_defence(state, seat)
        if not any(question.floor for question in position.picture.questions):
            return 0
        return observe.awaits_reply(state, seat) + addressed.awaits_answer(state, seat)

    def play_out(
        self,
        seats: int,
        seed: object,
        options: Mapping[str, str | int],
        players: Sequence[str],
        own: Mapping[str, Bot] | None = None,
    ) -> PlayedOut:
        known, position = {**bots.BOTS, **(own or {})}, self.start(seats, seed, {**options, **self.in_records})
        return playout.play_out(self, position, players, Random(f"luck {seed}"), known)


class AnyOwn:
    """The ids of home-made characters, of whatever script; which there are, the position knows."""

    def __contains__(self, id: object) -> bool:
        return isinstance(id, str) and id.startswith(script_json.OWN) and id[len(script_json.OWN) :].isdecimal()


def _names(position: Position, names: Sequence[str]) -> Lexicon:
    return lexicon(tuple(names), position.setup.script.own_names)


def _read(words: str, names: Lexicon) -> Iterator[Move]:
    """The moves that these words may be, the likeliest first.  Raises Illegal."""
    if len(words) > 2 * notation.LONGEST_TEXT:
        raise Illegal(f"{quote(words[:40])} ... is too long for a move")
    notation.check_readable(words)
    for act in notation.readings(words, names):
        yield notation.move(act, names)


def _check_past(position: Position, move: Move) -> None:
    """Raises Illegal for a report of what has not come yet."""
    done, night = _done(move), position.picture.state.night if position.begun else 0
    for said in done.says if isinstance(done, Answer | Deed) else ():
        if isinstance(said, Report) and int(said.when[1:]) > max(1, night):
            raise Illegal(f"{said.when} has not come yet; this is night {night}, or the day after it")


def _on_the_floor(position: Position, seat: Seat, names: Lexicon) -> tuple[Move, ...]:
    """What a player may do on the open floor; the same as before, where nothing of it has changed."""
    state = position.picture.state
    speaks = floor.may_speak(state, state.players[seat])
    claims = _claims(state.script.claims, floor.claimed(state, seat), names) if speaks else ()
    nominated = [(one.by and one.by.seat, one.nominee and one.nominee.seat) for one in state.nominations]
    return state.cache.get(
        (_on_the_floor, seat),
        (position.town, names, nominated, len(state.declared), claims),
        lambda: (*(move_of(act, names) for act in floor.acts_but_claims(state, seat)), *claims),
    )


@kept(1024)
def _claims(claims: tuple[Act, ...], claimed: frozenset[str], names: Lexicon) -> tuple[Move, ...]:
    """The claims that somebody has not made yet; every seat is told them again after each word that is said."""
    return tuple(move_of(claim, names) for claim in claims if claim.character.id not in claimed)


def _done(move: Move) -> Answer | Deed | Correction:
    """What is done, whoever does it."""
    act = act_of(move)
    return act.act if isinstance(act, InPlace) else act
