/** What cannot be listed: words that go with an ability.  What the storyteller does lies on their own table. */
import type { TableState } from "../../kit/contract";
import { ofMoves, quoted, type Form } from "../../kit/forms";
import type { View } from "./view";

export default function forms(table: TableState<View>): Form[] {
  const { view } = table;
  if (view.over || view.storyteller || view.phase === "set-up") return [];
  return table.legal.includes("done") ? onTheFloor(table) : [];
}

/** What is done to one player is done at their seat in the circle, and what is said is said where one talks. */
function onTheFloor({ legal }: TableState<View>): Form[] {
  const declared = legal.filter((move) => move.startsWith("use "));
  return declared.length ? [use(ofMoves("use", declared))] : [];
}

/** To some abilities belongs a question or a guess in words. */
function use(form: Form): Form {
  const aimed = ([what = ""]: string[]): boolean => form.blanks.slice(1).some((blank) => "choices" in blank && blank.choices([what]).length > 0);
  const blanks = form.blanks.length > 1 ? form.blanks : [...form.blanks, { label: "On", choices: () => [] }];
  return {
    ...form,
    blanks: [...blanks, { label: "Words that go with it", words: "optional", when: (filled) => !!filled[0] && !aimed(filled) }],
    write: ([what = "", whom = "", words = ""]) => form.write([what, whom]) + (words ? ` ${quoted(words)}` : ""),
  };
}
