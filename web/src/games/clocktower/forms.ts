/** What cannot be listed: an answer in words, and words that go with an ability.  What the storyteller does lies on their own table. */
import type { TableState } from "../../kit/contract";
import type { Form } from "../../kit/forms";
import { characterId, characterName, deed, DONE, isSeat, isToken, keyOfAct, listedAs, listedOf, seat, tidy, token, type Act } from "./moves";
import type { View } from "./view";

export default function forms(table: TableState<View>): Form[] {
  const { view } = table;
  if (view.over || view.storyteller || view.phase === "set-up") return [];
  const inWords = listedAs(table, IN_WORDS) === null ? [] : [ANSWER];
  return listedAs(table, DONE) === null ? inWords : [...inWords, ...onTheFloor(table)];
}

/** Listed where an answer may be words of one's own. */
const IN_WORDS: Act = { type: "answer", words: "..." };

const ANSWER: Form = {
  verb: "answer",
  stands: [keyOfAct(IN_WORDS)],
  blanks: [{ label: "Your words", words: "needed" }],
  write: ([words = ""]) => ({ type: "answer", words: tidy(words) }),
};

/** What is done to one player is done at their seat in the circle, and what is said is said where one talks. */
function onTheFloor({ moves, view, names }: TableState<View>): Form[] {
  const uses = listedOf(moves).flatMap(({ act, key }) => {
    const [what, whom] = act.type === "deed" ? (act.about ?? []) : [];
    return isToken(what) && act.verb !== "claim" ? [{ what: `${characterName(view, what.id)}${act.verb === "use aloud" ? ALOUD : ""}`, whom: isSeat(whom) ? whom.seat : null, key }] : [];
  });
  return uses.some(({ whom }) => whom === null) ? [use(uses, view, names)] : [];
}

const ALOUD = " aloud";

/** To some abilities belongs a question or a guess in words. */
function use(uses: { what: string; whom: number | null; key: string }[], view: View, names: string[]): Form {
  const whoms = (what = ""): string[] => uses.flatMap((one) => (one.what === what && one.whom !== null ? [names[one.whom] ?? ""] : []));
  return {
    verb: "use",
    stands: uses.map((one) => one.key),
    blanks: [
      { label: "What", choices: () => [...new Set(uses.map((one) => one.what))] },
      { label: "On", choices: ([what]) => whoms(what) },
      { label: "Words that go with it", words: "optional", when: ([what]) => !!what && !whoms(what).length },
    ],
    write: ([what = "", whom = "", words = ""]) => {
      const aloud = what.endsWith(ALOUD);
      const about = [token(characterId(view, aloud ? what.slice(0, -ALOUD.length) : what)), ...(whom ? [seat(names.indexOf(whom))] : [])];
      return { ...deed(aloud ? "use aloud" : "use", ...about), ...(words ? { words: tidy(words) } : {}) };
    },
  };
}
