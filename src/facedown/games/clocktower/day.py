"""The day: talk, what is declared, nominations, votes, execution, exile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from facedown.games.clocktower.character import Character, Steps
from facedown.games.clocktower.questions import Act, Question
from facedown.games.clocktower.scripts import declaring
from facedown.games.clocktower.state import DUSK, TWICE, Ability, News, Nomination, Player
from facedown.games.clocktower.tale import Tale

DONE = Act("done")
LONGEST_GAME = 60  # days, after which the storyteller calls it


def day(tale: Tale) -> Steps:
    """From dawn to dusk: talk first, then nominations, then the execution."""
    yield from floor(tale, nominating=False)
    yield from judgement(tale)
    if not tale.over and not tale.day_over and not tale.skip_nominations:
        yield News("nominations", "Nominations are open.")
        for ability in tale.acting("before_nominations"):
            yield ability.character.before_nominations(ability, tale)
        if not tale.skip_nominations:
            yield from floor(tale, nominating=True)
        yield from judgement(tale)
    if not tale.over and tale.block is not None and not tale.day_over:
        nominee = tale.block.nominee
        if nominee is not None:
            yield tale.execute(nominee, tale.block)
        else:
            yield from execute_storyteller(tale)
    yield from dusk(tale)


def execute_storyteller(tale: Tale) -> Steps:
    """The game is over.  Evil has won, unless an ability says otherwise; the storyteller does not die."""
    yield News("execution", "The storyteller is executed.")
    for ability in tale.working("on_storyteller_executed"):
        yield ability.character.on_storyteller_executed(ability, tale)
    yield tale.ends("evil", "the storyteller was executed")


def judgement(tale: Tale) -> Steps:
    """The storyteller looks back at what was said: whoever was not as mad as they had to be may die for it."""
    yield tale.pause("The talk is over.", before=("judged",))
    for ability in tale.working("judged"):
        if not tale.over:
            yield ability.character.judged(ability, tale)


def dusk(tale: Tale) -> Steps:
    """The day ends; what lasts until dusk is gone."""
    if not tale.executed_today and not tale.over:
        yield News("no execution", "Nobody is executed.")
    yield tale.pause("The day ends.", before=("day_ends", "at_dusk"))
    for ability in tale.working("day_ends"):
        yield ability.character.day_ends(ability, tale)
    yield tale.check_end()
    tale.pass_time(DUSK)
    for ability in tale.working("at_dusk"):
        yield ability.character.at_dusk(ability, tale)
    yield tale.check_end()
    if tale.day >= LONGEST_GAME:
        yield tale.ends("evil", "the town has run out of days")


# -- the open floor ---------------------------------------------------------------------------------------------


def floor(tale: Tale, nominating: bool) -> Steps:
    """Everybody may speak and act, in any order, until all are done or the day is over."""
    tale.nominating = nominating
    tale.done = set()
    question = Question([], "Speak, act, or be done.", floor=True, public=True, topic="floor")
    while not tale.over and not tale.day_over:
        question.seats = [p.seat for p in tale.here if p.seat not in tale.done]
        if not question.seats:
            return
        tale.floor_open = True
        answer = yield question
        tale.floor_open = False
        if answer is not None:  # None: the storyteller has closed it
            yield from do(tale, *answer)


def close_floor(tale: Tale) -> None:
    """The storyteller ends the talk, or the nominations."""
    tale.done = {p.seat for p in tale.here}


def do(tale: Tale, seat: int, act: Act) -> Steps:
    """Somebody does something on the open floor."""
    player = tale.players[seat]
    if act.verb == "done":
        tale.done.add(seat)
        return
    yield from DEEDS.get(act.verb, _does_own)(tale, player, act)


def _does_own(tale: Tale, player: Player, act: Act) -> Steps:
    """A verb of the player's own (a Traveller's, say)."""
    for ability in list(player.abilities):
        if act.verb in ability.character.by_day(ability, tale):
            yield ability.character.does(ability, tale, act)
            return
    for ability in tale.reacting("offers"):
        if act.player is ability.player and act.verb in ability.character.offers(ability, tale, player):
            yield ability.character.taken_up(ability, tale, player, act)
            return


def _says(tale: Tale, player: Player, act: Act) -> Steps:
    tale.said.append((player.seat, act.text))
    yield News("says", "{0}: {1}", (player, act.text), seat=player.seat)
    yield from is_heard(tale, player, act.text)


def is_heard(tale: Tale, player: Player, words: str) -> Steps:
    """The storyteller hears what anybody says, aloud or not; some abilities listen."""
    for ability in tale.working("on_speech"):
        yield ability.character.on_speech(ability, tale, player, words)


def _whispers(tale: Tale, player: Player, act: Act) -> Steps:
    if tale.options.get("whispers") != "hidden":
        yield News("whispers", "{0} whispers to {1}.", (player, act.player), seat=player.seat)
    to = frozenset((player.seat, act.player.seat))
    yield News("whisper", "{0} to {1}: {2}", (player, act.player, act.text), to=to, seat=player.seat)
    yield from is_heard(tale, player, act.text)


def _claims(tale: Tale, player: Player, act: Act) -> Steps:
    tale.claims.append((player.seat, act.character.id))
    yield News("claims", "{0} claims to be {1}.", (player, act.character), seat=player.seat)


def _uses(tale: Tale, player: Player, act: Act) -> Steps:
    """Declare that one uses an ability by day.  Anybody may; nothing comes of it for those who do not have it."""
    character = act.character
    again = _has_declared(tale, player.seat, character)
    tale.declared.append((player.seat, character.id))
    words, args = "{0} says they use {1}.", (player, character, act.player or act.text)
    if act.player is not None:
        words = "{0} says they use {1} on {2}."
    elif act.text:
        words = "{0} says they use {1}: {2}"
    if not character.declared_privately:
        yield News("declares", words, args, seat=player.seat)
    if act.text:
        yield from is_heard(tale, player, act.text)
    yield tale.pause(words, *args)
    me = player.ability(character.id) or next(
        (a for a in player.abilities if a.character.declares and a.character.id == character.id), None
    )
    if again and not _works_twice(tale, me):
        return
    if me is not None:
        me.notes["to repeat on"] = 0 if again or me.spent else tale.day
    yield character.declared(me, tale, player, act)


def _works_twice(tale: Tale, me: Ability | None) -> bool:
    """Today, once more: what the first time has used up is there again."""
    if me is None or me.notes.get("to repeat on") != tale.day or not tale.is_marked(me.player, TWICE):
        return False
    me.spent = False
    return True


def _nominates(tale: Tale, player: Player, act: Act) -> Steps:
    yield from nominate(tale, player, act.player)


def _calls_exile(tale: Tale, player: Player, act: Act) -> Steps:
    yield from exile(tale, player, act.player)


DEEDS = {
    "say": _says,
    "whisper": _whispers,
    "claim": _claims,
    "use": _uses,
    "nominate": _nominates,
    "exile": _calls_exile,
}


def acts(tale: Tale, seat: int) -> Iterator[Act]:
    """What this seat may do on the floor, as far as it can be listed (words can always be said)."""
    player = tale.players[seat]
    yield DONE
    if tale.nominating and may_nominate(tale, player):
        yield from (Act("nominate", nominee) for nominee in nominees(tale, player))
    yield from (Act("exile", p) for p in tale.here if p.traveller and p.alive)
    yield from deeds(tale, seat)
    claimed = {id for who, id in tale.claims if who == seat}
    yield from (claim for claim in tale.script.claims if claim.character.id not in claimed)


def deeds(tale: Tale, seat: int) -> Iterator[Act]:
    """The abilities that this seat may say it uses: of the script, or its own; and the verbs that are its own."""
    player = tale.players[seat]
    beside = [a.character for a in player.abilities if not a.secret and not tale.script.has(a.character.id)]
    there = dict.fromkeys((*tale.script.characters, *beside))
    yield from _declarations(tale, [c for c in there if not _has_declared(tale, seat, c)])
    for ability in player.abilities:
        for verb in ability.character.by_day(ability, tale):
            yield from (Act(verb, p) for p in ability.character.does_to(ability, tale, verb))
    for ability in tale.reacting("offers"):
        yield from (Act(verb, ability.player) for verb in ability.character.offers(ability, tale, player))


def unlisted(tale: Tale, seat: int) -> Iterator[Act]:
    """What this seat may say too that it uses.

    What it has said today already, of which nothing comes; and what is not on the script: the storyteller may have
    given it to somebody by hand, and then nobody is to know who has it and who only says so.
    """
    known = dict.fromkeys((*tale.script.characters, *declaring(tale.script.rules)))
    again = [c for c in known if _has_declared(tale, seat, c) and c.declares_again != "refused"]
    beside = [c for c in known if not tale.script.has(c.id) and not _has_declared(tale, seat, c)]
    yield from _declarations(tale, [*again, *beside])


def _has_declared(tale: Tale, seat: int, character: Character) -> bool:
    return (seat, character.id) in tale.declared and character.declares_again != "counts"


def _declarations(tale: Tale, characters: Sequence[Character]) -> Iterator[Act]:
    for character in characters:
        if not character.declares or (tale.nominating and character.declares_before_nominations):
            continue
        if character.asks_declarer == "player":
            yield from (Act("use", p, character) for p in tale.here)
        else:
            yield Act("use", None, character)


def allows(tale: Tale, seat: int, act: Act) -> bool:
    """May this seat do this?  Words and whispers are free."""
    if act.verb in ("say", "whisper"):
        return bool(act.text) and (act.verb == "say" or may_whisper(tale, tale.players[seat], act.player))
    return any(same(act, other) for other in (*acts(tale, seat), *unlisted(tale, seat)))


def may_whisper(tale: Tale, by: Player, to: Player) -> bool:
    """May these two talk in private?"""
    return by is not to and all(a.character.lets_whisper(a, tale, by, to) for a in tale.acting("lets_whisper"))


def same(one: Act, other: Act) -> bool:
    return (one.verb, one.player, one.character) == (other.verb, other.player, other.character)


# -- nominations and votes --------------------------------------------------------------------------------------


def may_nominate(tale: Tale, player: Player) -> bool:
    """The living nominate, once a day each."""
    return player.seen_alive and all(n.by is not player for n in tale.nominations)


def nominees(tale: Tale, by: Player | None) -> list[Player | None]:
    """Who can be nominated: everybody once a day, no Travellers; the storyteller where a card allows it (None)."""
    there = {n.nominee for n in tale.nominations}
    options: list[Player | None] = [p for p in tale.residents if p not in there]
    if tale.script.has("atheist") and None not in there:
        options.append(None)
    if by is None:
        return options
    for ability in tale.acting("lets_nominate"):
        options = [p for p in options if ability.character.lets_nominate(ability, tale, by, p) is not False]
    return options


def nominate(tale: Tale, by: Player | None, nominee: Player | None) -> Steps:
    """One nomination, with everything that follows from it."""
    nomination = Nomination(by, nominee, characters={p.seat: p.character for p in tale.here})
    tale.nominations.append(nomination)
    if nominee is not None:
        nominee.nominated += 1
    tale.done = set()
    who = nominee if nominee is not None else STORYTELLER
    seat = by.seat if by is not None else None
    yield News("nomination", "{0} nominates {1}.", (by or STORYTELLER, who), seat=seat)
    if nominee is not None:
        yield from _claim_in_time(nominee, nomination)
    yield tale.pause("{0} is nominated.", who, before=("on_nomination", "instead_of_vote"))
    for ability in tale.working("on_nomination"):
        yield ability.character.on_nomination(ability, tale, nomination)
        if tale.over or tale.day_over:
            return
    for ability in tale.working("instead_of_vote"):
        yield ability.character.instead_of_vote(ability, tale, nomination)
        if nomination.done:
            return
    yield from vote(tale, nomination)


def _claim_in_time(nominee: Player, nomination: Nomination) -> Steps:
    """Some claims count before the vote alone.  Whoever is nominated is asked, so that nobody is betrayed."""
    tale = nominee.tale
    for character in tale.script.claimed_when_nominated:
        claim = yield Question(
            [nominee.seat], "Do you claim to be {0}?", (True, False), (character,), topic="claim", about=nomination,
            public=True, idle=False,
        )  # fmt: skip
        if claim:
            nomination.claims.append(character.id)
            for ability in [a for a in nominee.abilities if a.character is character]:
                ability.marks(nominee, "claimed", until=DUSK, even_if_impaired=True)
            yield News("claims", "{0} claims to be {1}.", (nominee, character), seat=nominee.seat)


STORYTELLER = "the storyteller"


def vote(tale: Tale, nomination: Nomination) -> Steps:
    """The hands are counted clockwise, from after the nominee round to the nominee."""
    start = nomination.nominee or nomination.by
    order: Sequence[Player] = tale.round_from(start) if start is not None else tale.here
    for voter in order:
        if not has_vote(tale, voter) or not may_vote(tale, voter, nomination):
            continue
        hand = yield Question(
            [voter.seat], "Do you vote to execute {0}?", (True, False), (nomination.nominee or STORYTELLER,),
            topic="vote", about=nomination, public=True, idle=False,
        )  # fmt: skip
        if hand:
            yield from _raise_hand(tale, voter, nomination)
    nomination.counted, nomination.needed = nomination.tally, tale.threshold
    yield tale.pause("{0} {0:vote is|votes are} counted.", nomination.tally, before=("on_tally",))
    for ability in tale.acting("on_tally"):
        yield ability.character.on_tally(ability, tale, nomination)
    yield from _weigh(tale, nomination)


def has_vote(tale: Tale, voter: Player) -> bool:
    """Those who look dead have one vote left for the whole game."""
    return voter.seen_alive or voter.ghost_vote or votes_freely(tale, voter)


def votes_freely(tale: Tale, voter: Player) -> bool:
    return any(a.character.votes_without_token(a, tale, voter) for a in tale.acting("votes_without_token"))


def may_vote(tale: Tale, voter: Player, nomination: Nomination) -> bool:
    return all(
        ability.character.lets_vote(ability, tale, voter, nomination) is not False
        for ability in tale.acting("lets_vote")
    )


def _raise_hand(tale: Tale, voter: Player, nomination: Nomination) -> Steps:
    nomination.hands.append(voter)
    if not voter.seen_alive and not votes_freely(tale, voter):
        voter.ghost_vote = False
    weight = 1
    for ability in tale.working("weighs_hand"):
        weight = ability.character.weighs_hand(ability, tale, voter, nomination, weight)
    nomination.tally += weight
    yield News("vote", "{0} votes.", (voter,), seat=voter.seat)


def _weigh(tale: Tale, nomination: Nomination) -> Steps:
    """Half of the living are enough, if it is more than any tally of the day; an equal one clears the block."""
    nomination.done = True
    if nomination.decided and nomination.nominee is not None:
        yield tale.execute(nomination.nominee, nomination)
        return
    tally, who = nomination.tally, nomination.nominee or STORYTELLER
    enough = tally >= nomination.needed and nomination.decided is None
    words = "{0} {0:vote|votes} against {1}, who is about to die."
    if not enough or tally < tale.to_beat:
        words = "{0} {0:vote|votes} against {1}: not enough."
    elif tally == tale.to_beat and tale.to_beat > 0:
        tale.block = None
        words = "{0} {0:vote|votes} against {1}: a tie; nobody is about to die."
    else:
        tale.block, tale.to_beat = nomination, max(tally, tale.to_beat)
    if tale.results_kept_back:
        words, tally = "{0} {0:vote|votes} against {1}.", nomination.counted
    yield News("tally", words, (tally, who))


def exile(tale: Tale, by: Player, traveller: Player) -> Steps:
    """A call to send a Traveller away: everybody may support it, the dead too; it is no nomination and no vote."""
    yield News("exile call", "{0} calls for the exile of {1}.", (by, traveller), seat=by.seat)
    supporters = 0
    for player in tale.round_from(traveller):
        support = yield Question(
            [player.seat],
            "Do you support the exile of {0}?",
            (True, False),
            (traveller,),
            topic="exile",
            public=True,
            idle=False,
        )
        supporters += bool(support)
    if supporters * 2 >= len(tale.here):
        yield tale.exile(traveller)
    else:
        yield News("exile fails", "{0} stays.", (traveller,), seat=traveller.seat)
