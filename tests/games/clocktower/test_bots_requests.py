"""What people ask bots to do, in words that bots understand: they answer, and do it if it makes sense to them."""

from __future__ import annotations

import re
from random import Random

import msgspec
import pytest

from facedown.core.table import Table
from facedown.games.clocktower import bots
from facedown.games.clocktower.bots.choices import harm
from facedown.games.clocktower.bots.day_abilities import would_shoot
from facedown.games.clocktower.bots.mind import Mind
from facedown.games.clocktower.bots.replies import chose
from facedown.games.clocktower.bots.talk import choose_claim
from facedown.games.clocktower.bots.votes import as_asked, choose_nominee, votes
from facedown.games.clocktower.speech.english import aloud
from facedown.games.clocktower.speech.phrases import PHRASES
from facedown.games.clocktower.speech.statements import Evil, Question
from tests.games.clocktower.laid_out import NAMES, TOKENS, first_day
from tests.games.clocktower.told import told

ANN, BO, CY, DI, ED, FLO, GUS = range(7)
CLAIMS = "Flo: claim Slayer\nAnn: claim Chef\nEd: claim Chef\nBo: claim Monk\n"


def after(*moves: str) -> Table:
    """Flo is the Slayer, Di and Ed are evil, and both Ann and Ed claim to be the Chef."""
    return told(
        first_day(TOKENS.replace("Saint", "Slayer"), "Recluse, Mayor, Soldier") + CLAIMS + "\n".join(moves) + "\n"
    )


def says(table: Table, seat: int) -> str:
    """What this seat answers to what it was asked before everybody."""
    assert table.now(table.contract.spoken_to, seat, table.names)
    table.play(seat, bots.REPLIES["sensible"](table.observation(seat), Random(0)) or "done")
    return str(table.log(None)[-1].text)


def does(table: Table, seat: int) -> str:
    return bots.choose(table.observation(seat), table.legal(seat), Random(0)).text


def is_voted_on(table: Table, by: str, nominee: str, hands: int = 0) -> None:
    """So many vote for this nominee."""
    table.play(by, f"nominate {nominee}")
    while not table.view(None).nominations[-1].done:
        seat = table.asked[0]
        legal = [move.text for move in table.legal(seat)]
        hand = "yes" if hands else "no"
        hands -= hand == "yes" and hand in legal
        table.play(seat, hand if hand in legal else legal[0])


def mind_of(table: Table, seat: int) -> Mind:
    view = table.observation(seat)
    return Mind(view, view.me, seat)


def test_a_slayer_who_is_asked_to_shoot_a_suspect_says_so_and_does() -> None:
    table = after("Gus: say = to Flo = ask shoot Ed")
    assert says(table, FLO) == "Flo: Gus, I am the Slayer: on day 1, I shoot Ed."
    assert does(table, FLO) == "use Slayer on Ed"


@pytest.mark.parametrize(
    ("moves", "seat", "answer"),
    [
        (["Gus: say = to Flo = ask shoot Bo"], FLO, "Gus, not now: I keep that for somebody whom I suspect more."),
        (["Gus: say = to Bo = ask shoot Ed"], BO, "Gus, I have not said that I have a shot."),
        (["Gus: say = to Cy = ask shoot Ed"], CY, "Gus, I have not said that I have a shot."),
        (["Flo: use Slayer on Cy", "Gus: say = to Flo = ask shoot Ed"], FLO, "Gus, I cannot do that."),
    ],
)
def test_nobody_shoots_without_a_reason_or_a_shot(moves: list[str], seat: int, answer: str) -> None:
    table = after(*moves)
    assert says(table, seat).partition(": ")[2] == answer
    assert not does(table, seat).startswith("use")


def test_bots_say_who_died_and_that_nobody_knows_whether_they_are_drunk() -> None:
    table = after("Gus: say = to Bo = ask drunk", "Gus: say = to Ann = ask died")
    assert says(table, BO) == "Bo: Gus, not that I know, but nobody is told."
    assert says(table, ANN) == "Ann: Gus, nobody died last night."


def twins(*moves: str) -> tuple[Table, Table]:
    """The same town in which Flo is good, and in which she is evil, and Ed is her Demon."""
    bluffs, after_them = "Recluse, Mayor, Soldier", CLAIMS + "\n".join(moves) + "\n"
    good = told(first_day(TOKENS.replace("Saint", "Slayer"), bluffs) + after_them)
    swapped = TOKENS.replace("Flo Saint", "Flo Spy").replace("Di Spy", "Di Saint")
    evil = told(first_day(swapped, bluffs).removesuffix("Storyteller: 0\n") + after_them)
    assert mind_of(evil, FLO).evil
    return good, evil


@pytest.mark.parametrize("target", ["Ann", "Bo", "Ed"])
def test_evil_who_claim_to_have_a_shot_answer_and_do_as_the_slayer_would_in_their_place(target: str) -> None:
    """At their own Demon, too: nothing happens to it, and to refuse would tell who they are."""
    good, evil = twins(f"Gus: say = to Flo = ask shoot {target}")
    assert says(good, FLO) == says(evil, FLO)
    assert does(good, FLO).startswith("use") == does(evil, FLO).startswith("use")


@pytest.mark.parametrize("asked", [
    "suspect", "vote",
    *(f"{what} {whom}" for what in ("about", "why", "vote", "nominate", "spare") for whom in ("Ann", "Ed")),
])  # fmt: skip
def test_evil_accuse_their_own_where_they_are_asked_as_a_good_player_would_in_their_place(asked: str) -> None:
    good, evil = twins("Ann: say = evil Ed", "Storyteller: to nominations", f"Gus: say = to Flo = ask {asked}")
    assert says(good, FLO) == says(evil, FLO)


def test_evil_do_to_their_own_what_they_have_said_unless_that_alone_decides() -> None:
    good, evil = twins("Storyteller: to nominations", "Ann: say = ask nominate Ed")
    assert [choose_nominee(mind_of(one, FLO), one.legal(FLO), Random(0)) for one in (good, evil)] == [ED, ED]
    for hands, does in ((0, True), (3, False)):
        table = twins("Storyteller: to nominations", "Ann: say = ask vote Ed", "Gus: nominate Ed")[1]
        nomination = msgspec.structs.replace(table.observation(FLO).nominations[-1], tally=hands)
        view = msgspec.structs.replace(table.observation(FLO), nominations=(nomination,))
        assert {votes(Mind(view, view.me, FLO), Random(luck)) for luck in range(5)} == {does}


def test_a_shot_that_must_not_wait_is_not_fired_at_just_anybody() -> None:
    view = msgspec.structs.replace(after("Gus: say = to Flo = ask shoot Bo").observation(FLO), day=3)
    mind = Mind(view, view.me, FLO)
    assert [would_shoot(mind, seat) for seat in (ED, BO)] == [True, False]


def test_an_evil_player_who_claims_to_have_a_shot_shoots_whom_a_good_one_would() -> None:
    table = after("Di: claim Slayer", "Gus: say = to Di = ask shoot Ann")
    assert says(table, DI) == "Di: Gus, I am the Slayer: on day 1, I shoot Ann."
    assert does(table, DI) == "use Slayer on Ann"


def test_a_request_to_everybody_is_done_and_not_answered() -> None:
    table = after("Gus: say = ask shoot Ed")
    assert not any(table.now(table.contract.spoken_to, seat, table.names) for seat in range(7))
    assert does(table, FLO) == "use Slayer on Ed"


def test_whom_they_are_asked_to_nominate_they_nominate_if_they_suspect_them() -> None:
    table = after("Storyteller: to nominations", "Gus: say = to Cy = ask nominate Ed")
    assert says(table, CY).startswith("Cy: Gus, I will nominate Ed, because")
    assert choose_nominee(mind_of(table, CY), table.legal(CY), Random(0)) == ED
    table.play(GUS, "say = to Cy = ask nominate Bo")
    assert says(table, CY).startswith("Cy: Gus, I would not vote to execute Bo, because")
    assert choose_nominee(mind_of(table, CY), table.legal(CY), Random(0)) == ED


@pytest.mark.parametrize(
    ("asked", "nominee", "does"),
    [("vote Ed", "Ed", True), ("spare Cy", "Cy", False), ("vote Cy", "Cy", False)],
)
def test_they_vote_as_they_were_asked_to_unless_they_think_otherwise(
    asked: str, nominee: str, *, does: bool
) -> None:
    table = after("Storyteller: to nominations", f"Ann: say = ask {asked}", f"Gus: nominate {nominee}")
    assert {votes(mind_of(table, BO), Random(luck)) for luck in range(9)} == {does}


@pytest.mark.parametrize(("claims", "nominee"), [(CLAIMS, "Ed"), ("", "Cy")])
def test_nobody_votes_for_somebody_because_they_were_asked_not_to(claims: str, nominee: str) -> None:
    start = first_day(TOKENS.replace("Saint", "Slayer"), "Recluse, Mayor, Soldier") + claims
    asked, unasked = (
        told(f"{start}Storyteller: to nominations\n{says}Gus: nominate {nominee}\n")
        for says in (f"Ann: say = ask spare {nominee}\n", "")
    )
    for luck in range(9):
        assert votes(mind_of(asked, BO), Random(luck)) <= votes(mind_of(unasked, BO), Random(luck))


def test_for_whom_they_were_asked_not_to_vote_they_do_not_nominate_either() -> None:
    table = after("Storyteller: to nominations")
    for by, whom in (("Gus", "Ann"), ("Bo", "Ed")):
        is_voted_on(table, by, whom)
    nominee = choose_nominee(mind_of(table, CY), table.legal(CY), Random(0))
    assert nominee is not None
    table.play(GUS, f"say = ask spare {table.names[nominee]}")
    assert choose_nominee(mind_of(table, CY), table.legal(CY), Random(0)) not in (nominee, None)


def test_an_evil_player_hears_from_their_own_whom_not_to_vote_for() -> None:
    table = after("Storyteller: to nominations", "Di: whisper Ed = ask spare Cy", "Gus: nominate Cy")
    assert votes(mind_of(table, ED), Random(0)) is False
    view = after("Di: whisper Ed = ask spare Cy").observation(ED)
    move = bots.REPLIES["sensible"](view, Random(0))
    assert move is not None
    assert move.text.startswith("whisper Di = vote Cy would_not")


def test_to_ask_whom_they_vote_for_is_no_request() -> None:
    table = after("Storyteller: to nominations", "Ann: say = to Bo = ask vote", "Gus: nominate Cy")
    assert as_asked(mind_of(table, BO), CY) is None


def test_what_proves_a_virgin_is_said_once_and_she_is_trusted_for_it() -> None:
    table = after("Gus: claim Virgin", "Storyteller: to nominations", "Bo: nominate Gus")
    while table.view(None).phase != "day" or table.view(None).day < 2:
        seat = table.asked[0]
        table.play(seat, table.legal(seat)[0])
    says_so = "= trust Gus yes because proven Gus virgin"
    assert [does(table, seat) == f"say {says_so}" for seat in (ANN, ED, GUS)] == [True, True, False]
    table.play(ANN, f"say {says_so}")
    sentence = "I believe Gus, because all saw that Gus has the ability of the Virgin."
    assert table.log(None)[-1].text == f"Ann: {sentence}"
    assert does(table, ED) != f"say {says_so}"
    table.play(FLO, "say = to Ed = ask about Gus")
    assert says(table, ED) == f"Ed: Flo, {sentence}"


def test_on_the_first_day_of_seven_players_three_nominations_are_enough_once_somebody_is_about_to_die() -> None:
    table = after("Storyteller: to nominations")
    for by, whom, hands in (("Gus", "Bo", 0), ("Ann", "Di", 0), ("Bo", "Cy", 0), ("Di", "Flo", 4)):
        assert choose_nominee(mind_of(table, CY), table.legal(CY), Random(0)) in (ANN, ED)
        is_voted_on(table, by, whom, hands)
    assert choose_nominee(mind_of(table, CY), table.legal(CY), Random(0)) is None
    table.play("Gus", "say = ask nominate Ed")
    assert choose_nominee(mind_of(table, CY), table.legal(CY), Random(0)) == ED


def answer(table: Table, seat: int, by: str, asks: str) -> str:
    """What this seat answers to what is whispered to it."""
    table.play(by, f"whisper {table.names[seat]} = {asks}")
    table.play(seat, bots.REPLIES["sensible"](table.observation(seat), Random(0)) or "done")
    return str(table.view(seat).whispers[-1].text)


def test_what_is_promised_in_private_is_kept_whatever_is_said_later_unless_evil_decide_by_it() -> None:
    for good, seat in ((True, BO), (False, DI)):
        table = after("Storyteller: to nominations", "Di: claim Mayor")
        assert answer(table, seat, "Gus", "ask spare Cy").startswith("I would not vote to execute Cy, because")
        table.play("Ann", "claim Empath")
        table.play("Gus", "nominate Cy")
        last = table.observation(seat).nominations[-1]
        for tally, does in ((0, False), (3, not good)):
            nomination = msgspec.structs.replace(last, tally=tally)
            view = msgspec.structs.replace(table.observation(seat), nominations=(nomination,))
            assert {votes(Mind(view, view.me, seat), Random(luck)) for luck in range(5)} == {does}


def test_evil_tell_their_own_who_they_will_be_to_the_town_and_keep_to_it() -> None:
    table = after()
    told_so = answer(table, DI, "Ed", "ask self")
    role = told_so.removeprefix("I am the Spy. To the town I am the ").rstrip(".")
    assert {choose_claim(mind_of(table, DI), Random(seed)) for seed in range(20)} == {role.lower().replace(" ", "")}
    assert answer(table, DI, "Ed", "ask claim") != f"I am the Spy. You can claim to be the {role}."
    table.play("Ed", "claim Mayor")
    assert answer(table, DI, "Ed", "ask claim") == "I am the Spy. You can claim to be the Mayor.", (
        "they have said so"
    )


def test_evil_who_have_said_who_they_are_cannot_claim_what_their_own_propose() -> None:
    table = after("Di: claim Spy")
    assert answer(table, DI, "Ed", "bluff mayor") == "I am the Spy."
    assert answer(table, DI, "Ed", "bluff mayor") == PHRASES["cannot"]


def test_a_doubt_is_answered_and_is_repeated_by_nobody_as_an_accusation() -> None:
    table = after("Gus: say = doubt Bo")
    assert table.log(None)[-1].text == "Gus: I am not sure about Bo."
    assert Evil(BO) not in {said for _, said in mind_of(table, ANN).town.said}
    assert re.match("I .*Bo", answer(table, ANN, "Gus", "doubt Bo"))


def test_who_only_pretends_to_protect_others_names_somebody_as_the_monk_would() -> None:
    table = after("Di: claim Monk")
    view = msgspec.structs.replace(table.observation(DI), night=2, day=2)
    (said,) = chose(Mind(view, view.me, DI), Question("chose"))
    assert re.fullmatch(r"I am the Monk: on night 2, I chose (?!Di)\w+\.", aloud(said, NAMES, by=DI))
    pretenders = [msgspec.structs.replace(view.me, character=id) for id in ("spy", "poisoner", "baron", "imp")]
    named = {chose(Mind(view, one, DI), Question("chose")) for one in pretenders}
    assert len(named) > 1, "nobody else can reckon whom"
    assert answer(table, DI, "Gus", "ask chose") == "I chose nobody last night."


def test_others_hear_that_a_secret_is_kept_and_nobody_but_evil_attacks() -> None:
    table = after()
    assert answer(table, BO, "Gus", "ask secret") == PHRASES["secret"]
    assert (
        answer(table, BO, "Gus", "ask attack Cy")
        == answer(table, ED, "Gus", "ask attack Cy")
        == PHRASES["attacks nobody"]
    )
    assert answer(table, ED, "Di", "ask attack Cy") == PHRASES["agreed"]
    assert harm(mind_of(table, ED), CY) > 2 * harm(mind_of(table, ED), BO)


def test_who_greets_or_asks_everybody_for_something_is_answered_by_two() -> None:
    for asked, words in (("hello", "hello|good day"), ("nominate Ed", ".* Ed"), ("spare Ed", "I would")):
        table = after(f"Gus: say = ask {asked}")
        owing = [seat for seat in range(7) if table.now(table.contract.spoken_to, seat, table.names)]
        assert len(owing) == 2
        assert all(re.match(f"[A-Z][a-z]+: Gus, (?:{words})", says(table, seat)) for seat in owing)


def test_who_asks_everybody_why_they_are_suspected_is_answered_by_whoever_said_so() -> None:
    table = after("Cy: say = suspicion Gus because silent Gus", "Gus: say = ask why Gus")
    owing = [seat for seat in range(7) if table.now(table.contract.spoken_to, seat, table.names)]
    assert owing == [CY]


def test_whom_bots_suspect_they_would_vote_for_and_find_nothing_to_say_for() -> None:
    for seat in (ANN, BO, CY, DI):
        table = after()
        answers = []
        for what in ("suspect", "vote", "vote Ed"):
            table.play("Gus", f"say = to {NAMES[seat]} = ask {what}")
            answers.append(says(table, seat))
        suspected, voted, asked = answers
        (named,) = (
            name for name in NAMES if f" {name}, because" in suspected or f"believe {name} less" in suspected
        )
        assert f"I would vote to execute {named}" in voted
        assert "nobody has learned anything against Ed" not in asked


def test_a_bot_rather_agrees_with_whoever_has_given_its_reason_than_repeats_it() -> None:
    table = after("Gus: say = to Bo = ask about Ed", "Gus: say = to Flo = ask about Ed")
    first, second = says(table, BO), says(table, FLO)
    assert "claim" in first
    assert re.search(r"\bBo\b", second), second
    assert "Chef" not in second


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("= to Bo = ask about Bo", "Bo, can we trust you?"),
        ("= not is Gus soldier", "I am not the Soldier."),
        ("= not evil Gus", "I am good."),
    ],
)
def test_what_is_said_of_oneself_and_to_somebody_is_put_so(said: str, words: str) -> None:
    assert str(after(f"Gus: say {said}").log(None)[-1].text) == f"Gus: {words}"


def test_nobody_is_suspected_any_more_for_what_they_have_done_since() -> None:
    table = after("Cy: say = suspicion Ed because silent Ed", "Gus: say = to Cy = ask why Ed")
    assert "both claim to be the Chef" in says(table, CY)


def test_a_bot_that_has_answered_that_it_trusts_somebody_stands_up_for_them_on_that_day() -> None:
    table = after()
    answers = {}
    for seat in (ANN, BO, CY, DI):
        table.play("Gus", f"say = to {NAMES[seat]} = ask trust")
        answers[seat] = says(table, seat)
    for seat, said in answers.items():
        assert [NAMES[one] in said for one in mind_of(table, seat).defended] == [True]
