"""Bots answer who whispers to them, in sentences, by what they claim; and what they say aloud is understood."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

import facedown
from facedown.agents import player
from facedown.core.errors import Illegal
from facedown.core.game import Move
from facedown.core.table import Table
from facedown.games.clocktower import bots, notation
from facedown.games.clocktower.bots.mind import Mind
from facedown.games.clocktower.bots.suspicion import accusation, thin, together
from facedown.games.clocktower.bots.talk import asked_to_claim, choose_claim, hinted, listens_first, story, waits
from facedown.games.clocktower.bots.town import town_of
from facedown.games.clocktower.bots.votes import choose_nominee
from facedown.games.clocktower.moves import Deed, InSeat, act_of
from facedown.games.clocktower.names import lexicon
from facedown.games.clocktower.speech.english import aloud
from facedown.games.clocktower.speech.phrases import PHRASES, WAYS
from facedown.games.clocktower.speech.statements import (
    Defence,
    Evil,
    Is,
    Not,
    Phrase,
    Question,
    Reason,
    Statement,
    Suspicion,
    Trust,
)
from tests.games.clocktower.laid_out import NAMES, TOKENS, first_day
from tests.games.clocktower.told import told

GAME = facedown.game("clocktower")
HEAD = first_day(TOKENS.replace("Saint", "Soldier"))
NOTATION = re.compile(r"night \d+, \w+:|[&()]|\b(?:count|pair|role|yes|no)\b$")


def after(*moves: str) -> Table:
    return told(HEAD + "\n".join(moves) + "\n")


def answered(table: Table, seat: int, words: str, by: str = "Gus", luck: int = 0) -> str:
    """What this seat answers to what somebody whispers."""
    table.play(by, f"whisper {table.names[seat]} {words}")
    return reply(table, seat, luck)


def reply(table: Table, seat: int, luck: int = 0) -> str:
    assert table.now(table.contract.spoken_to, seat, table.names)
    move = bots.REPLIES["sensible"](table.observation(seat), Random(luck))
    assert move is not None
    table.play(seat, move)
    return str(table.view(seat).whispers[-1].text)


def not_yet(seat: int) -> str:
    """In this seat's words, whoever sits there."""
    return aloud(Phrase("not yet"), (), by=seat)


def test_who_has_claimed_says_so_and_what_they_learned() -> None:
    table = after("Ann: claim Chef", "Ann: say = report N1 chef count 1")
    assert answered(table, 0, "= ask self") == "I am the Chef."
    assert answered(table, 0, "= ask learned") == "I am the Chef: one pair of evil players sits side by side."


def test_good_and_evil_trade_alike_and_tell_all_whoever_tells_them() -> None:
    """Three characters for nothing, among them their own or the one that they then keep to; all for a claim."""
    for seat in range(6):
        table = after()
        three = re.match(r"I am the (.+), the (.+) or the ([^.]+)\. ", answered(table, seat, "= ask self"))
        assert three is not None
        assert "I am" not in answered(table, seat, "= ask learned"), "it is said once"
        assert answered(table, seat, "= ask are drunk") == "I am not the Drunk."
        all_that = answered(table, seat, "= claim virgin")
        assert all_that.startswith(tuple(f"I am the {one}" for one in three.groups()))
        assert (": " in all_that) == (seat in (0, 2)) or seat in (3, 4), "who has learned something"
        who = Mind(view := table.observation(seat), view.me, seat)
        assert {choose_claim(who, Random(luck)) for luck in range(20)} == {story(who)}
    assert all(answered(after(), seat, "= one_of chef monk").count(" the ") == 3 for seat in range(6))


def test_of_whom_three_characters_tell_cannot_be_reckoned_and_they_are_the_same_to_everybody() -> None:
    three = {luck: answered(after(), 1, "= ask self = ask learned", luck=luck) for luck in range(6)}
    assert len(set(three.values())) > 3, "the Monk, who has learned nothing"
    table = after()
    first, told = answered(table, 1, "= ask self"), answered(table, 1, "= claim virgin")
    assert told == "I am the Monk."
    assert answered(table, 1, "= ask self", by="Flo", luck=1).split(". ")[0] == first.split(". ")[0]


def test_who_has_said_who_they_are_and_is_suspected_is_not_asked_it_again() -> None:
    table = after()
    assert answered(table, 1, "= claim virgin") == "I am the Monk."
    for by in ("Flo", "Gus"):
        table.play(by, "claim Virgin")
    assert answered(table, 1, "= ask learned") == "I am the Monk."
    assert answered(table, 1, "= ask learned", by="Flo").endswith(f" or the Undertaker. {not_yet(1)}")
    assert answered(table, 1, "= ask self", by="Flo") not in WAYS["you first"]


def test_an_evil_player_claims_any_of_the_three_and_none_that_they_have_denied() -> None:
    claimed = set()
    for bluffs in ("Mayor, Slayer, Soldier", "Washerwoman, Librarian, Recluse", "Ravenkeeper, Investigator, Mayor"):
        table = told(first_day(TOKENS, bluffs))
        answered(table, 4, "= ask self")
        who = Mind(view := table.observation(4), view.me, 4)
        claimed.add(hinted(who).index(story(who)))
    assert len(claimed) > 1, "not always the first of those that are free"
    table = after()
    for role in ("recluse", "mayor", "slayer"):
        answered(table, 4, f"= ask are {role}")
    who = Mind(view := table.observation(4), view.me, 4)
    denied = {one.said.role for one in who.told_others if isinstance(one, Not) and isinstance(one.said, Is)}
    assert denied
    assert not denied & {choose_claim(who, Random(luck)) for luck in range(20)}


def test_an_evil_player_says_aloud_what_they_have_whispered() -> None:
    table = after()
    answered(table, 3, "= bluff investigator", by="Ed")
    whispered = answered(table, 3, "= claim virgin = ask learned")
    table.play("Di", "claim Investigator")
    assert whispered.startswith("I am the Investigator: ")
    for luck in range(9):
        act = act_of(bots.choose(table.observation(3), table.legal(3), Random(luck)))
        assert isinstance(act, Deed)
        assert aloud(act.says[0], NAMES, by=3) == whispered


def test_no_two_players_say_in_the_same_words_that_they_do_not_say_it_yet() -> None:
    assert len({not_yet(seat) for seat in range(20)}) == 20


def test_what_follows_if_some_are_evil_is_put_in_many_ways() -> None:
    said = Suspicion(1, Reason("if_2", (1, 2)))
    assert len({aloud(said, "ABCDEFGHIJ", by=seat) for seat in (0, *range(3, 10))}) > 6


def test_evil_suspect_and_would_execute_nobody_of_their_own() -> None:
    for words in ("= ask suspect", "= ask vote"):
        for seat in (3, 4):
            said = answered(after(), seat, words)
            assert "Di" not in said
            assert "Ed" not in said


def test_evil_tell_their_own_who_they_are_and_vote_with_them() -> None:
    table = after("Ed: claim Chef")
    assert answered(table, 3, "= ask self", by="Ed") == "I am the Spy. To the town I am the Librarian."
    assert answered(table, 4, "= ask self", by="Gus") == "I am the Chef."
    assert not answered(table, 4, "= ask about Ann", by="Gus").startswith("I would vote")
    assert answered(table, 4, "= ask about Ann", by="Di").startswith("I would vote to execute Ann")
    plan = "To the town I am the Chef. You can claim to be the Recluse."
    assert answered(table, 4, "= claim spy", by="Di") == f"I am the Imp. {plan}", "which is shared out unasked"
    spy = Mind(view := table.observation(3), view.me, 3)
    assert asked_to_claim(spy) == "recluse"
    asked = '= claim spy = ask vote "I am your Spy, whom shall we kill?"'
    assert re.match("I would vote to execute (Ann|Bo|Cy|Flo|Gus)", answered(table, 4, asked, by="Di"))
    assert "Imp" not in answered(table, 4, asked, by="Gus"), "who is not of their team"
    assert answered(table, 4, "= ask about Ed", by="Di") == "I am the Imp. To the town I am the Chef."
    assert "Imp" not in answered(table, 4, "= ask about Ed", by="Gus")
    free = answered(table, 4, "= ask learned", by="Di")
    assert all(bluff in free for bluff in ("Recluse", "Mayor", "Slayer")), free
    table.play("Gus", "whisper Di = not in_play monk")  # who is not of their team
    spy = Mind(view := table.observation(3), view.me, 3)
    assert spy.bluffs == ["recluse", "mayor", "slayer"]
    assert re.match("I would vote to execute (Ann|Bo|Cy|Flo|Gus)", answered(table, 4, "= ask suspect", by="Di"))
    assert answered(table, 4, "= ask about Di", by="Di") == "Of all of us I trust you."
    table.play("Di", "whisper Ed and Ann = ask self")
    assert reply(table, 4) == "I am the Chef."  # others hear it
    table.play("Storyteller", "to nominations")
    mind = Mind(view := table.observation(4), view.me, 4)
    assert choose_nominee(mind, table.legal(4), Random(0)) == 0
    for who, move in (("Di", "nominate Ann"), ("Storyteller", "go on"), ("Bo", "no"), ("Cy", "no"), ("Di", "no")):
        table.play(who, move)
    assert bots.choose(table.observation(4), table.legal(4), Random(0)).text == "yes"


def test_evil_propose_to_their_own_what_to_claim_and_nobody_else_is_told_to_lie() -> None:
    table = after()
    answered(table, 3, "= not in_play virgin", by="Ed")
    asked = '= team Ed demon = ask claim "I am your Demon. What shall I claim?"'
    assert answered(table, 3, asked, by="Ed") == "I am the Spy. You can claim to be the Virgin."
    said = "Say who you are: that helps good most."
    assert [answered(after(), seat, "= ask claim") for seat in range(6)] == [said] * 6


def test_all_questions_of_a_whisper_are_answered_and_nothing_is_said_twice() -> None:
    table = after("Ann: claim Chef", "Ann: say = report N1 chef count 1", "Flo: claim Soldier", "Ed: claim Soldier")
    both = "I am the Chef: one pair of evil players sits side by side."
    assert answered(table, 0, "= ask self = ask learned") == both
    asked = answered(table, 0, "= ask suspect = ask vote Cy")
    assert re.match(r"[^.]* I believe (?:Ed|Flo) less\. I would not vote to execute Cy, because [^.]*\.$", asked), (
        asked
    )


def test_evil_tell_their_own_what_they_saw_and_thank_for_what_they_are_told() -> None:
    table = after("Ed: claim Chef")
    seen = "Bo is the Monk. Cy is the Empath. Ann is the Chef. Gus is the Virgin. Flo is the Soldier."
    assert sorted(answered(table, 3, "= ask learned", by="Ed").split(". ")) == sorted(seen.split(". "))
    assert answered(table, 3, "= claim washerwoman", by="Ed") == "I am the Spy."
    assert answered(table, 3, "= not evil Ann", by="Ed") == PHRASES["heard"]
    assert answered(table, 3, "= bluff soldier", by="Ed") == PHRASES["agreed"]
    assert answered(table, 3, "= bluff soldier", by="Ann") != PHRASES["agreed"], "who is not of their team"
    spy = Mind(view := table.observation(3), view.me, 3)
    assert {choose_claim(spy, Random(seed)) for seed in range(20)} == {"soldier"}
    table.play("Di", "claim Soldier")
    assert answered(table, 3, "= bluff mayor", by="Ed") == "To the town I am the Soldier.", "too late"


def test_who_was_whispered_to_comes_back_the_next_day_and_evil_tell_their_own_whom_they_chose() -> None:
    table = after(
        "Di: whisper Ed = ask learned", "Gus: whisper Ed = ask self", "Flo: whisper Ann and Bo = ask self"
    )
    for seat in (0, 1, 4, 4):
        reply(table, seat)
    next_day(table, ("Ed", "Ann"))
    owed = [seat for seat in range(7) if table.now(table.contract.spoken_to, seat, table.names)]
    assert owed == [4], "in a group nobody does"
    to_gus, to_di = reply(table, 4), reply(table, 4)
    assert re.match(r"I am the Imp: on night 2, I chose Ann\. I would vote to execute", to_di), (
        "bluffs are told once"
    )
    assert not re.search("Imp|chose|vote", to_gus), "whoever is not of their team hears what anybody would say"
    assert not table.now(table.contract.spoken_to, 4, table.names)
    assert answered(table, 4, "= ask self", by="Di").startswith("I am the Imp. To the town"), (
        "news is no answer to what is asked later"
    )


def next_day(table: Table, *chosen: tuple[str, str]) -> None:
    """The town sleeps, and these choose these."""
    day = table.observation(0).day
    for move in ("to nominations", "end the day"):
        table.play("Storyteller", move)
    assert not any(table.now(table.contract.spoken_to, seat, table.names) for seat in range(7))
    while table.observation(0).day == day:
        asked = table.asked[0]
        legal = {move.text: move for move in table.legal(asked)}
        wanted = [legal[whom] for who, whom in chosen if who == table.names[asked] and whom in legal]
        table.play(asked, *(wanted or table.legal(asked))[:1])


def test_who_does_not_answer_what_a_bot_says_each_day_is_answered_later_all_the_same() -> None:
    table = after("Gus: whisper Ann = ask self")
    reply(table, 0)
    for _ in range(2):
        next_day(table, ("Ed", "Bo"))
        reply(table, 0)
    table.play("Gus", "whisper Ann = claim virgin")
    assert not table.now(table.contract.spoken_to, 0, table.names), "it is an answer"
    assert answered(table, 0, "= not evil Bo") == PHRASES["heard"]
    next_day(table, ("Ed", "Bo"))
    reply(table, 0)
    assert answered(table, 0, '"So what?"') == PHRASES["not understood"], "words without a meaning are no answer"


@pytest.mark.parametrize(
    ("attacked", "seat", "news"),
    [
        ("Gus", 3, r"(\w+ is the \w+\. )+I would vote"),  # what the Spy saw last, be it false
        ("Ed", 1, r"I am the Imp\. I know nothing"),  # who chose somebody as the Poisoner
    ],
)
def test_what_is_new_is_what_they_saw_themselves_and_chose_as_who_they_are(
    attacked: str, seat: int, news: str
) -> None:
    tokens = TOKENS.replace("Bo Monk", "Bo Poisoner")
    night = first_day(tokens).removesuffix("Storyteller: 1\nStoryteller: 0\n")
    table = told(f"{night}Bo: Flo\nStoryteller: 1\nStoryteller: 2\nEd: whisper {NAMES[seat]} = ask self\n")
    reply(table, seat)
    next_day(table, ("Bo", "Di"), ("Ed", attacked), ("Storyteller", "Bo"))
    said, seen = reply(table, seat), table.view(seat).me.told[-1].text
    assert re.match(news, said)
    for who, role in re.findall(r"(\w+) is the (\w+)", said):
        assert f"{who} is [{role}]" in seen


def attacked_next(victim: str) -> list[str]:
    """Whom the Imp chooses, by luck, after it has chosen somebody whom the Monk protects."""
    table = after()
    next_day(table, ("Bo", victim), ("Ed", victim))
    for move in ("to nominations", "end the day"):
        table.play("Storyteller", move)
    while table.names[table.asked[0]] != "Ed":
        table.play(table.asked[0], table.legal(table.asked[0])[0])
    seen, legal = table.observation(4), table.legal(4)
    return [bots.choose(seen, legal, Random(luck)).text for luck in range(40)]


@pytest.mark.parametrize(("victim", "other"), [("Cy", "Gus"), ("Gus", "Cy")])
def test_a_demon_attacks_others_when_somebody_was_protected(victim: str, other: str) -> None:
    assert 2 * attacked_next(victim).count(victim) < attacked_next(other).count(victim)


def test_would_you_vote_for_somebody_is_answered_of_them() -> None:
    table = after("Flo: claim Soldier", "Ed: claim Soldier")
    assert answered(table, 0, "= ask vote Ed").startswith("I would vote to execute Ed, because")
    assert answered(table, 0, "= ask vote Cy") == "I would not vote to execute Cy, because Ed is the better choice."
    assert answered(table, 3, "= ask vote Ed").startswith("I would vote to execute Ed")  # evil as anybody else


def test_who_is_accused_in_private_gives_a_reason_and_no_thanks() -> None:
    table = after("Flo: claim Soldier")
    first, again = (answered(table, 5, "= evil Flo") for _ in range(2))
    assert first == "You can trust me, because nobody else claims to be the Soldier."
    assert again == "You may believe me, because I alone claim to be the Soldier."
    assert answered(after(), 5, "= evil Cy") == "I do not know yet what to think of Cy."


def test_what_somebody_types_stays_as_typed_and_means_what_it_means() -> None:
    table = after('Ann: say = to Bo = evil Ed = ask about Cy "I think Ed is the Demon. Bo, do you believe Cy?"')
    table.play(1, bots.REPLIES["sensible"](table.observation(1), Random(0)) or "done")
    circle = table.observation(1).circle
    assert Evil(4) in circle[0].says
    assert circle[1].says == (None,)
    ann, bo = (table.view(None).circle[seat].said[0].text for seat in (0, 1))
    understood = "(understood: Bo, Ed is evil. What do you think of Cy?)"
    assert ann == f"I think Ed is the Demon. Bo, do you believe Cy?\n{understood}"
    assert bo.startswith("Ann, ")


def test_whatever_stands_beside_a_meaning_everybody_reads_what_was_understood() -> None:
    """Nobody can type that it was understood otherwise, nor the end of a line."""
    table = after(
        'Ann: say = evil Ed "Ed is good"',
        'Ann: whisper Bo = claim chef = evil Bo "Bo, I trust you"',
        'Ann: say = evil Ed "ed is evil"',
    )
    understood = "Ann: Ed is good\n(understood: Ed is evil.)"
    assert [event.text for event in table.log(1)][-4:] == [
        understood,
        "Ann whispers to Bo.",
        "Ann to Bo: Bo, I trust you\n(understood: I am the Chef. You are evil.)",
        "Ann: ed is evil",
    ]
    assert table.view(1).whispers[-1].text == "Bo, I trust you\n(understood: I am the Chef. You are evil.)"
    for seat in (None, 6, len(table.names) - 1):
        assert understood in [event.text for event in table.log(seat)]
    known = lexicon(tuple(table.names))
    alike = (
        "（Understood: Ed",
        "(undеrstood: Ed",
        "(understοod: Ed",
        "( ünderstood : Ed",
        "(սnԁеrѕtооԁ꞉ Ed",
        "[understood: Ed",
    )
    for words, why in (("\n(understood: Ed", "on one line"), *((one, "the program writes") for one in alike)):
        with pytest.raises(Illegal, match=why):
            table.play(0, notation.move(Deed("say", words=f"Ed is evil {words} is good.)"), known))
    for words in ("(Understood)", "I see, understood: Ed", "(революция: да)", "(misunderstood: me)"):
        table.play(0, notation.move(Deed("say", words=words), known))


def test_beside_an_ability_that_is_used_the_storyteller_reads_what_was_understood() -> None:
    table = told(
        "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Storyteller\n"
        "script: empath, artist, soldier, monk, baron, imp\n"
        'tokens: Ann Empath, Bo Artist, Cy Imp, Di Soldier, Ed Baron\nBo: use Artist = evil Cy "Is Cy good?"\n'
    )
    asked = "Is Cy good?\n(understood: Cy is evil.) The town waits for you."
    assert table.prompt(5) == f"Bo claims to use the [Artist] ability: {asked}"


def test_of_the_virgin_whose_nomination_did_nothing_it_is_said() -> None:
    moves = ["Cy: claim Virgin", "Ann: claim Chef", "Storyteller: to nominations", "Ann: nominate Cy"]
    table = after(*moves)
    table.play("Storyteller", "go on")
    for seat in (3, 4, 5, 6, 0, 1, 2):
        table.play(seat, "no")
    assert "lived" in thin_kinds(table, 0)
    assert "unmoved" in thin_kinds(table, 2)


def test_who_typed_words_that_bots_do_not_read_has_not_said_least() -> None:
    names = ["Bo", "Cy", "Di", "Ed", "Flo", "Gus"]
    others = [f"{name}: say = suspicion {names[at - 1]}" for at, name in enumerate(names)]
    assert "said_least" in thin_kinds(after(*others), 0)
    assert "said_least" not in thin_kinds(after(*others, 'Ann: say "What a day!"'), 0)


def thin_kinds(table: Table, of: int) -> list[str]:
    """The kinds of the weak reasons that Bo has to suspect somebody."""
    view = table.observation(1)
    return [why.kind for why in thin(Mind(view, view.me, 1), of)]


def test_what_others_hear_or_nobody_good_can_be_is_no_bluff_and_no_whisper_makes_a_bot_claim_sooner() -> None:
    table = after("Ed: whisper Ann and Di = not in_play monk", "Ed: whisper Di = not in_play baron")
    before = Mind(view := table.observation(3), view.me, 3)
    table.play("Ed", "whisper Di = not in_play virgin")
    spy = Mind(view := table.observation(3), view.me, 3)
    assert spy.bluffs == ["virgin"]
    for decides in (listens_first, waits):  # everybody has seen who whispered to whom
        assert decides(spy) == decides(before)


def test_a_reason_is_given() -> None:
    table = after("Flo: claim Soldier", "Ed: claim Soldier")
    assert answered(table, 0, "= ask why Ed") in (
        "Ed and Flo both claim to be the Soldier, and I believe Ed less.",
        "Flo and Ed both claim to be the Soldier, and I believe Ed less.",
    )


def test_a_reason_that_sounds_like_one_of_today_is_not_given_while_there_is_another() -> None:
    report = ("Ann: claim Chef", "Ann: say = report N1 chef count 1", "Flo: claim Soldier", "Ed: claim Soldier")
    for said, kind in (("suspicion Ed because said Bo", "accused"), ("suspicion Ed because accused Ed Bo", "if_2")):
        table = after(*report, f"Ann: say = {said}")
        accused = accusation(Mind(view := table.observation(4), view.me, 4), 0)
        assert accused is not None
        assert accused.because is not None
        assert accused.because.kind == kind


def test_the_reason_is_the_one_that_they_gave_before() -> None:
    said = "I look at Ed: everything that the rest of us said fits if Ed and Di are evil."
    table = after("Flo: claim Soldier", "Ed: claim Soldier", "Ann: say = suspicion Ed because if_2 Ed Di")
    assert answered(table, 0, "= ask why Ed") == said


def test_a_vote_is_explained_by_what_was_said_before_it() -> None:
    hands = ("Ed: no", "Flo: no", "Gus: no", "Ann: yes", "Bo: no", "Cy: no", "Di: no")
    vote = ("Storyteller: to nominations", "Bo: nominate Di", "Storyteller: go on", *hands)
    later = ("Cy: claim Empath", "Cy: say = report N1 empath count 1")
    why = "I voted to execute Di, because if we believe Cy, the Empath, Bo or Di is evil."
    assert answered(after(*later, *vote), 0, "= ask voted Di") == why
    assert "Empath" not in answered(after(*vote, *later), 0, "= ask voted Di")


def test_a_reason_says_what_follows_from_a_report() -> None:
    table = after("Cy: claim Empath", "Cy: say = report N1 empath count 1")
    assert answered(table, 0, "= ask why Di") == (
        "If we believe Cy, the Empath, Bo or Di is evil, and I suspect Di."
    )
    assert answered(table, 2, "= ask why Di") == "I am the Empath, so that Bo or Di is evil, and I suspect Di."
    assert answered(table, 1, "= ask why Di") == ("If we believe Cy, the Empath, Di is evil.")


def test_two_reports_say_of_somebody_what_neither_does_alone() -> None:
    table = after(
        "Ann: claim Chef",
        "Ann: say = report N1 chef count 1",
        "Cy: claim Empath",
        "Cy: say = report N1 empath count 0",
    )

    def follows(seat: int, of: int) -> list[tuple[int, ...]]:
        mind = Mind(view := table.observation(seat), view.me, seat)
        return [reason.seats[2:] for reason in together(mind, of)]

    assert follows(0, 5) == [(5,)], (
        "with Flo, who is good, there is no pair; and nothing more is said of Flo and another"
    )
    assert follows(0, 4) == [(4, 6)], "Ed or Gus is evil"
    assert not follows(0, 6), "of Ed and Gus it is Ed whom they suspect more"
    assert follows(6, 4) == [(4,)], "who speaks leaves themselves out"


def test_who_is_suspected_themselves_is_spoken_to() -> None:
    table = after("Flo: claim Soldier", "Ed: claim Soldier")
    assert answered(table, 0, "= ask why Ed", by="Ed") in (
        "You and Flo both claim to be the Soldier, and I believe you less.",
        "Flo and you both claim to be the Soldier, and I believe you less.",
    )


def test_what_is_not_understood_is_said_to_be_so_at_length_once() -> None:
    table = after()
    assert answered(table, 0, '"How is the weather?"') == PHRASES["not understood"]
    assert answered(table, 0, '"And tomorrow?"') == PHRASES["not understood again"]
    assert answered(table, 0, '"How is the weather?"', by="Flo") == PHRASES["not understood"]


def test_every_whisper_has_one_answer() -> None:
    table = after()
    for words in ("= ask self", "= ask why", "= evil Bo", '"Hm."'):
        table.play("Gus", f"whisper Ann {words}")
    table.play("Flo", "whisper Ann = ask self")
    for _ in range(5):
        reply(table, 0)
    assert table.now(table.contract.spoken_to, 0, table.names) == 0
    assert bots.REPLIES["sensible"](table.observation(0), Random(0)) is None


def test_in_a_group_each_answers_all_and_nobody_answers_an_answer() -> None:
    table = after()
    table.play("Gus", "whisper Ann and Bo = ask self")
    assert all(reply(table, seat).startswith("I am the ") for seat in (0, 1))
    assert [(one.by, one.to) for one in table.view("Gus").whispers] == [(6, (0, 1)), (0, (1, 6)), (1, (0, 6))]
    table.play("Gus", 'whisper Ann and Bo "How is the weather?"')
    assert not any(table.now(table.contract.spoken_to, seat, table.names) for seat in range(7))


def test_a_whisper_that_may_not_be_answered_does_not_keep_others_waiting() -> None:
    """In a Matron's town Bo and Flo sit beside Ann, and not beside each other."""
    table = told(
        "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Flo, Storyteller\n"
        "script: empath, artist, soldier, witch, baron, imp\ntravellers: 1\n"
        "tokens: Ann Empath, Bo Artist, Cy Imp, Di Artist, Ed Baron, Flo good Matron\n"
        "Ann: whisper Bo and Flo = ask self\n"
    )
    assert not any(table.now(table.contract.spoken_to, seat, table.names) for seat in (1, 5))
    assert answered(table, 1, "= ask self", by="Ann").startswith("I am the ")


def moves_of(seed: int, script: str) -> Iterator[tuple[Table, int, Move]]:
    """Every move of a game among bots, before it is made."""
    table = GAME.new(9, seed, script=script)
    crowd = [player(GAME, "sensible", f"{seed}/{seat}") for seat in range(9)]
    while table.asked:
        seat = table.asked[0]
        move = crowd[seat].choose(table.observation(seat), table.legal(seat))
        yield table, seat, move
        table.play(seat, move)


@pytest.mark.parametrize("script", ["tb", "bmr", "snv"])
def test_what_bots_do_by_day_makes_sense(script: str) -> None:
    """Nobody nominates the surely dead; accusations have reasons; all that is said is a sentence and understood."""
    for seed in range(7):
        for table, seat, move in moves_of(seed, script):
            act = act_of(move)
            if isinstance(act, Deed) and act.verb == "say":
                (said,) = act.says
                assert isinstance(said, Statement | Suspicion | Defence | Trust | Question)
                words = aloud(said, table.names, by=seat)
                assert not NOTATION.search(words), words
            if isinstance(act, Deed) and act.verb == "nominate" and isinstance(act.about[0], InSeat):
                circle = table.observation(None).circle
                seeming = town_of(table.observation(None)).may_seem_dead(act.about[0].seat)
                assert circle[act.about[0].seat].alive or seeming, f"game {seed}"
                says = [said for place in circle for said in (*place.says, *place.said_before)]
                accused = [said.seat for said in says if isinstance(said, Suspicion) and said.because is not None]
                assert act.about[0].seat in accused
