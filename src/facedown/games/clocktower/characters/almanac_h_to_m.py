"""The experimental characters from the Huntsman to Mezepheles.  Rules: `rulebook/almanac_h_to_w.md`."""

from __future__ import annotations

import re
from typing import ClassVar

from facedown.games.clocktower.character import Character, Demon, Minion, Steps, Townsfolk
from facedown.games.clocktower.night import hidden, waking
from facedown.games.clocktower.questions import Everyone, Question
from facedown.games.clocktower.setup import changes_numbers
from facedown.games.clocktower.state import EVIL, POISONED, Ability, Alignment, Death, Nomination, Player
from facedown.games.clocktower.tale import Tale


def living_player(me: Ability, tale: Tale, what: str, *, optional: bool = False) -> Steps:
    """Let the player choose somebody alive.  Who names one that has died tonight is asked again."""
    options = list(tale.seen_living)
    while True:
        target: Player | None = yield me.chooses(what, options, optional=optional)
        if target is None or target.alive:
            return target
        options.remove(target)


class Huntsman(Townsfolk):
    """Once, at night, picks a living player; the Damsel, if picked, becomes a Townsfolk."""

    brings = "damsel"

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        if me.spent:
            return
        target = yield from living_player(me, tale, "a living player, or nobody", optional=True)
        if target is None:
            return
        me.spend()
        if not me.works:
            tale.misfires(me)
        elif tale.is_really(target, "damsel"):
            new = yield tale.storyteller.chooses(
                "which Townsfolk does {0} become?", tale.townsfolk_not_in_play, target, topic="becomes", about=me
            )
            if new is not None:
                yield tale.becomes(target, new, by=me)


class King(Townsfolk, version="2022"):
    """Is known to the Demon; each night, when more are dead than alive, learns a living character."""

    def enough_dead(self, tale: Tale) -> bool:
        return len(tale.dead) > len(tale.here) - len(tale.dead)

    def first_night(self, me: Ability, tale: Tale) -> Steps:
        yield from self._becomes_known(me, tale)

    def through_night(self, me: Ability, tale: Tale) -> Steps:
        """A King who came late, or was not sober in time, is known as soon as can be."""
        if me.begun or tale.night > 1:
            yield from self._becomes_known(me, tale)

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        early = any(a.character.wakes_early(a, tale, me) for a in tale.working("wakes_early"))
        woken = early or self.enough_dead(tale) or (yield from self._woken_too_early(me, tale))
        if woken:
            living = (p for p in tale.here if tale.counts_as_alive(p))
            alive = list(dict.fromkeys(c for p in living for c in tale.characters_of(p)))
            yield me.learns("{0} is alive.", alive, tale.script.characters)

    def _becomes_known(self, me: Ability, tale: Tale) -> Steps:
        """The Demon learns who the King is, on the first night on which the King is sober."""
        demons = [p for p in tale.demons if p.alive]
        if demons and me.works and "known" not in me.notes:
            me.notes["known"] = True
            yield tale.tell_all(demons, "{0} is the [King].", me.player, by=me)

    def _woken_too_early(self, me: Ability, tale: Tale) -> Steps:
        """Where players may look otherwise than they are, an impaired King can be deceived about the dead too."""
        if me.works or tale.night == 1 or not tale.script.has("zombuul"):
            return False
        woken = yield tale.storyteller.decides(
            "is {0} woken although too few are dead?", me.player, topic="false", about=me, idle=False
        )
        return woken


class KingNow(King, version="current"):
    """Is known to the Demon; each night, when as many are dead as alive, learns a living character."""

    def enough_dead(self, tale: Tale) -> bool:
        return len(tale.dead) >= len(tale.here) - len(tale.dead)


def speaks_for_all(me: Ability, tale: Tale) -> bool:
    """Of several with the same ability, whose effect there is once: is this the first of those that work?"""
    return next((a for a in tale.abilities_of(me.character.id) if a.works), None) is me


class Legion(Demon):
    """Most are Legion, and may seem Minions; only votes with a good hand count; at night somebody may die."""

    fills_team = True
    registers_as = ("minion",)

    def fills_bag(self, counts: dict[str, int], tale: Tale) -> Steps:
        if counts["demon"] > 1:  # said already: several of them have been laid out
            return
        players, usual = sum(counts.values()), counts["townsfolk"] + counts["outsider"]
        most = [usual, *(n for n in range(players // 2 + 1, players) if n != usual)]
        legions: int = yield tale.storyteller.chooses("how many are Legion?", most, topic="number")
        good = players - legions
        few = range(min(good, len(tale.on_script("outsider"))) + 1)
        outsiders: int = yield tale.storyteller.chooses("how many are Outsiders?", few, topic="number")
        counts.update(demon=legions, minion=0, outsider=outsiders, townsfolk=good - outsiders)

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        if not me.works or tale.notes.get("Legion has acted") == tale.night:
            return
        tale.notes["Legion has acted"] = tale.night
        target = yield tale.storyteller.chooses(
            "who dies of Legion?", tale.living, topic="kill", about=me, optional=True
        )
        if target is not None:
            yield me.kills(target)

    def on_tally(self, me: Ability, tale: Tale, nomination: Nomination) -> Steps:
        if not speaks_for_all(me, tale):
            return
        for voter in nomination.hands:
            good = yield tale.registers(voter, "good", to=me)
            if good:
                return
        nomination.tally = 0


class Leviathan(Demon):
    """Everybody knows it is there; evil wins when a second good player is executed, or when day five ends."""

    even_impaired = ("at_dawn",)

    def at_dawn(self, me: Ability, tale: Tale) -> Steps:
        if not me.fake:
            me.unmark(f"day {tale.day - 1}")
            me.marks(me.player, f"day {tale.day}", even_if_impaired=True)
            yield tale.announce("leviathan", "This is day {0}. The Leviathan is in play.", tale.day)

    def on_executed(self, me: Ability, tale: Tale, death: Death) -> Steps:
        executed: list[Player] = me.notes.setdefault("good players executed", [])
        if death.player in executed:
            return
        good = yield tale.registers(death.player, "good", to=me)
        if good:
            executed.append(death.player)
            tale.mark(death.player, "good player executed")
            if len(executed) > 1:
                yield tale.ends(EVIL, "a second good player was executed under the Leviathan")

    def at_dusk(self, me: Ability, tale: Tale) -> Steps:
        if tale.day >= 5:
            yield tale.ends(EVIL, "day five has ended under the Leviathan")

    def wins(self, me: Ability, tale: Tale) -> Alignment | None:
        """An impaired Leviathan wins as soon as it is sober again."""
        return EVIL if tale.day > 5 or (tale.day == 5 and tale.phase == "night") else None


class LilMonsta(Demon, version="2022"):
    """Nobody's token: each night the Minions choose who looks after it and is the Demon; then somebody dies."""

    in_bag = False
    death_is_due: ClassVar[bool] = True

    def fills_bag(self, counts: dict[str, int], tale: Tale) -> None:
        counts["demon"] -= 1
        counts["minion"] += 1

    def comes_in(self, tale: Tale) -> None:
        self._ability(tale)

    def taken_by(self, tale: Tale, player: Player) -> Steps:
        """Whoever becomes Lil' Monsta, or the Demon where it is the Demon, looks after it and changes nothing."""
        yield from self._is_given_to(player, self._ability(tale), tale)
        yield tale.check_end()

    def _ability(self, tale: Tale) -> Ability:
        """Its ability, which comes into play with it: in a place of its own, outside the circle."""
        if not tale.in_play(self.id):
            place = Player(tale, tale.storyteller.seat + 1, self, EVIL)
            tale.unheld.append(place)
            tale.give_ability(place, self)
        return tale.holders(self.id)[0].abilities[0]

    def hides_info(self, me: Ability, tale: Tale, step: str) -> bool:
        return True

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        minions = waking(tale.of_team("minion"))
        named = yield from self._named(tale, minions)
        sitter = named or (yield from self._agreed(me, tale, minions))
        if sitter is not None and me.works:
            knows = named is None and sitter.character.team == "minion"
            yield from self._is_given_to(sitter, me, tale, told=sitter.character.knows_token and not knows)

    def _named(self, tale: Tale, minions: list[Player]) -> Steps:
        """Somebody else than all Minions together may say who it is."""
        for ability in tale.working("names_sitter"):
            sitter = yield ability.character.names_sitter(ability, tale, minions)
            if sitter is not None:
                return sitter
        return None

    def _agreed(self, me: Ability, tale: Tale, minions: list[Player]) -> Steps:
        """The Minions point until all point at the same player; after the third time the storyteller takes one."""
        options, pointed = list(tale.seen_living), list[Player]()
        for _ in range(3 * bool(minions)):
            what = "who looks after you tonight?"
            answers: dict[int, Player] = yield Everyone(
                [Question([minion.seat], what, options, topic="choice", about=me) for minion in minions]
            )
            pointed = list(dict.fromkeys(answers.values()))
            if len(pointed) == 1 and pointed[0].alive:
                return pointed[0]
            options = [p for p in options if p.alive or p not in pointed]  # the storyteller shakes their head
            yield tale.tell_all(minions, "You point at {0}: agree on somebody alive.", tuple(pointed), by=me)
        alive = [p for p in pointed if p.alive]
        sitter = yield tale.storyteller.chooses("who looks after [Lil' Monsta]?", alive, topic="sitter", about=me)
        return sitter

    def _is_given_to(self, player: Player, me: Ability, tale: Tale, *, told: bool = True) -> Steps:
        me.notes["sitter"] = player
        tale.remove_markers(lambda marker: marker.word == "is the Demon")
        tale.mark(player, "is the Demon")
        tale.demon_needed = True
        if told:
            yield tale.tell(player, "You look after [Lil' Monsta]: you are the Demon.", by=me)

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        if not me.works:
            tale.misfires(me)
            return
        target = yield tale.storyteller.chooses(
            "who dies of Lil' Monsta?", tale.living, topic="kill", about=me, optional=not self.death_is_due
        )
        if target is not None:
            yield me.kills(target)

    def counts_as_demon(self, me: Ability, tale: Tale, player: Player) -> bool:
        return me.notes.get("sitter") is player

    def on_death(self, me: Ability, tale: Tale, death: Death) -> None:
        if death.player is me.player:
            tale.unheld.remove(me.player)
            tale.remove_markers(lambda marker: marker.word == "is the Demon")
            tale.changed()


class LilMonstaNow(LilMonsta, version="current"):
    """Nobody's token: each night the Minions choose who looks after it and is the Demon; then somebody may die."""

    death_is_due = False


class Lleech(Demon, version="2022"):
    """At first picks a living player, who is poisoned and in whom it lives and dies; every later night kills."""

    even_impaired = ("saves",)

    def first_night(self, me: Ability, tale: Tale) -> Steps:
        host = yield from living_player(me, tale, "a living player, to live in")
        self._moves_in(me, host)

    def _moves_in(self, me: Ability, host: Player | None) -> None:
        if host is not None:
            me.unmark(POISONED)
            me.notes["host"] = host  # also where something keeps the poison from them
            me.poisons(host, even_if_impaired=True)

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        target = yield me.chooses("a player to die", tale.here)
        yield me.kills(target)

    def saves(self, me: Ability, tale: Tale, death: Death) -> bool:
        host: Player | None = me.notes.get("host")
        return death.player is me.player and host is not None and host.alive

    def on_death(self, me: Ability, tale: Tale, death: Death) -> Steps:
        if death.player is me.notes.get("host"):
            yield me.kills(me.player, beats_protection=True)


class LleechNow(Lleech, version="current"):
    """At first picks a player, who is poisoned and in whom it lives and dies; every later night kills."""

    def first_night(self, me: Ability, tale: Tale) -> Steps:
        host = yield me.chooses("a player, to live in", tale.here)
        self._moves_in(me, host)


class Lycanthrope(Townsfolk, version="2022"):
    """Each night but the first picks a living player: if they are good they die, and nobody else does tonight."""

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        target = yield from living_player(me, tale, "a living player")
        prey = yield from self._is_prey(me, tale, target)
        if prey:
            killed = yield me.kills(target)
            if killed:
                me.notes["killed in"] = tale.night

    def _is_prey(self, me: Ability, tale: Tale, target: Player) -> Steps:
        good = yield tale.registers(target, "good", to=me)
        return good

    def saves(self, me: Ability, tale: Tale, death: Death) -> bool:
        return death.at_night and me.notes.get("killed in") == tale.night


class LycanthropeNow(Lycanthrope, version="current"):
    """Each night but the first picks one alive: if good (one seems evil) they die, and the Demon kills nobody."""

    def set_up(self, me: Ability, tale: Tale) -> Steps:
        good = [p for p in tale.residents if p.good]
        seems = yield tale.storyteller.chooses(
            "which good player seems evil to {0}?", good, me.player, topic="herring"
        )
        if seems is not None:
            me.marks(seems, "seems evil", even_if_impaired=True)

    gained = set_up

    def _is_prey(self, me: Ability, tale: Tale, target: Player) -> Steps:
        good = yield tale.registers(target, "good", to=me)
        return good and target not in me.marked("seems evil")

    def saves(self, me: Ability, tale: Tale, death: Death) -> bool:
        return death.by_demon and super().saves(me, tale, death)


class Magician(Townsfolk):
    """Minions take them for a Demon, the Demon for a Minion."""

    def passes_for(self, me: Ability, tale: Tale, team: str) -> tuple[Player, ...]:
        return (me.player,) if team in ("minion", "demon") else ()


class Marionette(Minion):
    """Believes to be a good character, and is none; sits beside the Demon, who knows."""

    in_bag = False
    thinks_it_is = "townsfolk"
    keeps_token = True
    knows_token = False

    def fills_bag(self, counts: dict[str, int], tale: Tale) -> None:
        if self in tale.bag:  # laid out: somebody has the token already
            return
        reserved = counts["minion"] > 2  # so many that the Demon might have no good neighbour
        counts["minion"] -= 1 + reserved
        counts["townsfolk"] += 1 + reserved
        tale.notes["a Minion is reserved"] = reserved

    def comes_in(self, tale: Tale) -> Steps:
        """A good neighbour of the Demon is the Marionette, and goes on believing in the token they have."""
        demons = tale.demons or tale.of_team("minion")
        beside = [p for d in demons for p in tale.neighbours(d, lambda p: not p.traveller) if p.good]
        sure = [p for p in beside if p.character.knows_token]
        player = yield tale.storyteller.chooses(
            "who is the Marionette?", dict.fromkeys(sure or beside), topic="set-up"
        )
        if player is not None:
            believed: Character = player.character
            tale.holds_token(player, self, believed if believed.knows_token else None)
            player.alignment = EVIL

    def first_dusk(self, tale: Tale) -> Steps:
        """The Minion whose token was kept back comes in: one of the Townsfolk is it."""
        minions = [
            c for c in tale.not_in_play("minion") if c.in_bag and not changes_numbers(c) and not c.unmodelled
        ]
        if not tale.notes.get("a Minion is reserved") or not minions:
            return
        minion = tale.chance.choice(minions)
        townsfolk = tale.of_team("townsfolk")
        player = yield tale.storyteller.chooses(
            "which Townsfolk is {0} instead?", townsfolk, minion, topic="set-up"
        )
        if player is not None:
            yield tale.becomes(player, minion, side=EVIL)

    def first_night(self, me: Ability, tale: Tale) -> Steps:
        yield from self._becomes_known(me, tale)

    def through_night(self, me: Ability, tale: Tale) -> Steps:
        """One who comes late is shown before the Demon acts; so is one of whom the Demon knew but half."""
        if tale.night > 1:
            yield from self._becomes_known(me, tale)
        if me.notes.get("not quite known to") and not hidden(tale, "marionette"):
            yield from self._is_shown_to(me.notes.pop("not quite known to"), me, tale)

    def _becomes_known(self, me: Ability, tale: Tale) -> Steps:
        if "known to" not in me.notes:
            yield from self._is_shown_to(tale.demons, me, tale)

    def on_change(self, me: Ability, tale: Tale, player: Player) -> Steps:
        """Whoever becomes the Demon learns who the Marionette is, that night."""
        if player.seat not in me.notes.get("known to", {player.seat}) and tale.is_demon(player):
            if tale.phase == "night":
                yield from self._is_shown_to([player], me, tale)
            else:
                me.notes["known to"].add(player.seat)
                me.notes.setdefault("owed to", []).append(player)

    def at_dusk(self, me: Ability, tale: Tale) -> Steps:
        owed = me.notes.pop("owed to", [])
        if owed:
            yield from self._is_shown_to(owed, me, tale)

    def _is_shown_to(self, demons: list[Player], me: Ability, tale: Tale) -> Steps:
        me.notes.setdefault("known to", set()).update(p.seat for p in demons)
        if not me.works or hidden(tale, "demoninfo"):
            return
        if not hidden(tale, "marionette"):
            yield tale.tell_all(demons, "{0} is the [Marionette].", me.player, by=me)
            return
        me.notes.setdefault("not quite known to", []).extend(demons)
        for demon in demons:
            beside = tuple(tale.neighbours(demon, lambda p: not p.traveller))
            if me.player in beside:
                yield tale.tell(demon, "The [Marionette] is one of {0}.", beside, by=me)


SPARE_WORDS = ("rhubarb", "gooseberry")  # for a storyteller who must show another word and does not


class Mezepheles(Minion):
    """Learns a secret word; the first good player who says it turns evil that night."""

    even_impaired = ("on_speech", "on_death")

    def set_up(self, me: Ability, tale: Tale) -> Steps:
        me.notes["word"] = yield tale.storyteller.words(
            "the secret word, for {0} to make others say", me.player, topic="secret word"
        )

    gained = set_up

    def first_night(self, me: Ability, tale: Tale) -> Steps:
        word = shown = me.notes.get("word", "")
        must_lie = tale.must_lie(me)
        if must_lie or not me.works:
            shown = yield tale.storyteller.words(
                "which word is {0} shown? It may be another.", me.player, topic="secret word"
            )
        if must_lie and shown.casefold() == word.casefold():
            shown = next(other for other in SPARE_WORDS if other != word.casefold())
        true = shown.casefold() == word.casefold()
        yield tale.tell(me.player, "The secret word is: {0}.", shown, by=me, report=shown, true=true)

    def on_speech(self, me: Ability, tale: Tale, by: Player, text: str) -> None:
        word = re.escape(me.notes.get("word", ""))
        if by.good and not me.spent and word and re.search(rf"(?<!\w){word}(?!\w)", text, re.I):
            me.spend()
            me.marks(by, "turns evil", even_if_impaired=True)

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        for marker in [m for m in tale.markers if m.by is me and m.word == "turns evil"]:
            yield tale.turns(marker.player, EVIL, by=me)
        me.unmark("turns evil")

    def on_death(self, me: Ability, tale: Tale, death: Death) -> None:
        if death.player is me.player:
            me.unmark("turns evil")
