/** What lies in sight on the storyteller's table: facts of the game, whatever is half done or open there. */

import type { CardInfo, TableState } from "../../../kit/contract";
import { capital } from "../../../kit/text";
import { characterId, characterName, token as inToken, usedInWords } from "../moves";
import { clockwise, type DayDeed, type Place, type Token, type View } from "../view";
import type { HeldCard } from "../circle/cards";
import type { Group } from "../circle/Find.svelte";
import { readyFor, readyForEvil } from "./cards";

const UNDEALT = "nobody yet"; // what tokens are called before they are dealt

export class InSight {
  constructor(
    readonly now: () => TableState<View>,
    readonly cards: () => Map<string, CardInfo>,
    private readonly haveRead: () => readonly (number | null)[],
  ) {}

  readonly view = $derived.by(() => this.now().view);
  readonly circle: Place[] = $derived(clockwise(this.view));
  /** Who gets a token when it is dealt: Travellers who come later have theirs then. */
  readonly present: Place[] = $derived(this.circle.filter((one) => one.here));
  readonly names: string[] = $derived.by(() => [...this.view.circle].sort((a, b) => a.seat - b.seat).map((one) => one.name));
  /** The seats that are kept for Travellers: the last ones, with those who come later. */
  readonly travellers: ReadonlySet<number> = $derived.by(() => {
    const { travellers = 0, late = 0 } = this.now().options;
    const first = this.names.length - Number(travellers) - Number(late);
    return new Set(this.circle.map((one) => one.seat).filter((seat) => seat >= first));
  });
  readonly tokens: Map<number, Token> = $derived(new Map((this.view.grimoire ?? []).map((token) => [token.seat, token])));
  readonly asked = $derived.by(() => this.now().you !== null && this.now().asked.includes(this.now().you!));
  readonly question = $derived(this.asked ? this.view.question : null);
  readonly pause = $derived(this.question?.topic === "pause");
  readonly dealt = $derived([...this.tokens.values()].some((token) => this.team(token.character) !== ""));
  /** The present step of the night. */
  readonly step = $derived.by(() => (this.view.phase === "night" ? (this.view.night_list ?? []).find((one) => one.state === "now") : undefined));
  readonly inPerson = $derived.by(() => this.now().options["gather"] === "in person");
  /** The town talks, or may nominate: whatever a player does is one of many things that they could do. */
  readonly floor: boolean = $derived.by(() => {
    const awaited = this.view.awaited ?? [];
    return awaited.length > 0 && awaited.every((one) => !one.options.length);
  });
  /** In one room everybody can look at their own token: it is settled what each takes themselves for. */
  readonly passable: boolean = $derived(this.inPerson && this.dealt && !(this.view.phase === "set-up" && this.question !== null));
  readonly sweep = $derived(this.view.sweep);
  /** Somebody in one room has a device of their own, and answers there. */
  answersThere(seat: number): boolean {
    const info = this.now().seats[seat];
    return info?.kind === "person" && info.held === true && info.here;
  }
  /** Who has something on their screen that they have not read yet: none of those who are asked to look at their token. */
  readonly unread: ReadonlySet<number> = $derived.by(() => {
    const [read, asked] = [this.haveRead(), new Set((this.view.awaited ?? []).map((one) => one.seat))];
    const late = ({ seat, told }: Token): boolean => (read[seat] ?? told) < told && this.answersThere(seat) && !(this.view.phase === "set-up" && asked.has(seat));
    return new Set((this.view.grimoire ?? []).filter(late).map((token) => token.seat));
  });
  /** Whose hands go up on their own devices. */
  readonly devices: readonly string[] = $derived.by(() => (this.sweep?.order ?? []).filter((seat) => this.answersThere(seat)).map((seat) => this.name(seat)));

  /** A character's name, laid out before the deal as well; null: it is not known yet. */
  dealtAs(seat: number): string | null {
    const token = this.tokens.get(seat);
    if (this.view.bag) return this.view.bag.tokens.find((one) => one.seat === seat)?.character ?? null;
    return token && this.dealt && token.character !== UNDEALT ? token.character : null;
  }

  /** A character as moves have it, by its name. */
  character(name: string): { type: "token"; id: string } {
    return inToken(characterId(this.view, name));
  }

  name(seat: number | null): string {
    return seat === null ? "the storyteller" : (this.names[seat] ?? "somebody");
  }

  team(character: string | null): string {
    return this.cards().get(character ?? "")?.group ?? "";
  }

  text(character: string): string {
    return this.cards().get(character)?.text ?? "";
  }

  /** What each player is to see of their own token: what they take themselves for; a Traveller's side too. */
  get toPass(): { name: string; character: string | null; side?: string | undefined }[] {
    return this.circle.flatMap(({ seat, name, here }) => {
      const token = this.tokens.get(seat);
      const side = token && this.team(token.character) === "traveller" ? token.alignment : undefined;
      return token && here ? [{ name, character: token.shown ?? token.character, side }] : [];
    });
  }

  /** All Travellers that there are, those on the script first. */
  get everyTraveller(): string[] {
    return [...new Set([...this.view.script, ...this.cards().keys()])].filter((name) => this.team(name) === "traveller");
  }

  /** The cards that are ready for this player. */
  readyCards(seat: number): HeldCard[] {
    return readyFor(this.view, seat, (at) => this.name(at), (one) => this.team(one));
  }

  /** What can be put on any other card, and the cards that lie apart. */
  get forCards(): { characters: Group[]; players: string[]; apart: HeldCard[] } {
    const apart = this.dealt ? readyForEvil(this.view, (at) => this.name(at), (one) => this.team(one)) : [];
    return { apart, characters: [{ title: "", choices: this.view.script }], players: this.circle.map((one) => one.name) };
  }

  /** It as the button for it reads. */
  deedInWords({ verb, character }: DayDeed): string {
    return character === null ? capital(verb) : usedInWords(characterName(this.view, character), verb === "use aloud");
  }

  /** What a player may do by day: by their own abilities, and what they may only say that they do. */
  deedsOf(seat: number): { own: DayDeed[]; pretended: DayDeed[] } {
    const all = (this.view.deeds ?? []).filter((one) => one.seat === seat);
    const { character, shown, abilities } = this.tokens.get(seat) ?? { character: "", shown: null, abilities: [] };
    const has = new Set([character, shown, ...abilities]);
    const own = all.filter((one) => one.character === null || has.has(characterName(this.view, one.character)));
    return { own, pretended: all.filter((one) => !own.includes(one)) };
  }
}
