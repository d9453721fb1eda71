/** What the staged tables of the gallery offer, written in short: moves as a server tells them. */
import type { LegalMove, Seat } from "../../kit/contract";

type Fields = Record<string, unknown>;
const verbs = (does: string, of: RegExpExecArray | null, fields: (found: RegExpExecArray) => Fields): Fields | null => of && { does, ...fields(of) };

const FIELDS: Record<string, (text: string, seat: (name: string) => Seat) => Fields> = {
  "bayou-boss": (text, seat) => (text.startsWith("mark ") ? { mark: seat(text.slice(5)) } : { card: text }),
  gotcha: (text, seat) => {
    const [cut, thrown] = [/^Cut (.+) (\d)$/.exec(text), /^Throw (.)(.+)$/.exec(text)];
    if (cut) return { seat: seat(cut[1]!), lane: Number(cut[2]) - 1 };
    if (thrown) return { throw: thrown[1]!.toUpperCase() + thrown[2]! };
    return ["Done", "First", "Second"].includes(text) ? {} : { card: text };
  },
  botch: (text, seat) => {
    const stash = text.endsWith(" from stash") ? { stash: true } : {};
    const plain = text.replace(/ from stash$/, "");
    return (
      verbs("threaten", /^threaten (.+) with (.+)$/.exec(plain), ([, on, card]) => ({ card, seat: seat(on!) })) ??
      verbs("use", /^use (.+?) on (.+)$/.exec(plain), ([, card, on]) => ({ card, seat: seat(on!) })) ??
      verbs("use", /^use (.+)$/.exec(plain), ([, card]) => ({ card, ...stash })) ??
      verbs("name", /^ID (.+) as (.+)$/.exec(plain), ([, on, card]) => ({ card, seat: seat(on!), ...stash })) ??
      verbs("ask", /^ask (.+) for (\d)$/.exec(plain), ([, on, n]) => ({ seat: seat(on!), diamonds: Number(n) })) ??
      verbs("give", /^give (.+) (\d)$/.exec(plain), ([, on, n]) => ({ seat: seat(on!), diamonds: Number(n), ...stash })) ??
      verbs("offer", /^offer (.+) (\d)$/.exec(plain), ([, on, n]) => ({ seat: seat(on!), diamonds: Number(n), ...stash })) ??
      verbs("swap", /^swap with (.+)$/.exec(plain), ([, on]) => ({ seat: seat(on!) })) ?? { answer: text, ...stash }
    );
  },
  "bots-battleground": (text, seat) => {
    if (["Clap", "Wait", "Decline", "Hand over", "Refuse"].includes(text)) return { answer: text };
    const borrowed = /borrowed /i.test(text) ? { borrowed: true } : {};
    return (
      verbs("choose", /^Choose (.+) (\d)(?: (up|down))?$/.exec(text), ([, of, place, way]) => ({ seat: seat(of!), place: Number(place) - 1, ...(way ? { way } : {}) })) ??
      verbs("lend", /^Lend (.+) to (.+)$/.exec(text), ([, card, to]) => ({ card, seat: seat(to!) })) ??
      verbs("attack", /^Attack (.+)$/.exec(text), ([, on]) => ({ seat: seat(on!) })) ??
      verbs("force", /^Force (.+)$/.exec(text), ([, on]) => ({ seat: seat(on!) })) ??
      verbs("ask", /^Ask (.+)$/.exec(text), ([, on]) => ({ seat: seat(on!) })) ??
      verbs("offer", /^Offer (.+)$/.exec(text), ([, on]) => ({ seat: seat(on!) })) ??
      verbs("pick up", /^Pick up (?:borrowed )?(.+)$/.exec(text), ([, card]) => ({ card, ...borrowed })) ?? { does: "put down", card: text.replace(/^Borrowed /, ""), ...borrowed }
    );
  },
};

/** These moves, with the fields by which the game's table draws them; their keys are their words. */
export function movesOf(game: string, texts: readonly string[], names: readonly string[]): LegalMove[] {
  const seat = (name: string): Seat => names.indexOf(name);
  return texts.map((text) => ({ move: text, text, ...FIELDS[game]?.(text, seat) }));
}
