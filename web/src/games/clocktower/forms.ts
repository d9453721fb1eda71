/** What cannot be listed: words on the floor, and what the storyteller does by hand. */
import type { TableState } from "../../kit/contract";
import { ofMoves, quoted, type Form } from "../../kit/forms";
import type { View } from "./view";

const PAUSE = "pause";
const HAND = "Change the game by hand";
const HAND_FIRST = "Change the game by hand, before you go on";
const LATER = ["say", "to nominations"]; // by hand, but not in a pause
const SIDES = ["good", "evil"];
const MARKS = ["drunk", "poisoned", "sober"];

export default function forms(table: TableState<View>): Form[] {
  const { view } = table;
  if (view.over || view.phase === "set-up") return [];
  if (view.storyteller) return view.question?.topic === PAUSE ? byHand(table).flatMap(comingFirst) : byHand(table);
  return table.legal.includes("done") ? onTheFloor(table) : [];
}

function onTheFloor({ view, legal }: TableState<View>): Form[] {
  const others = view.circle.filter((one) => one.here && one.seat !== view.seat).map((one) => one.name);
  const declared = legal.filter((move) => move.startsWith("use "));
  return [
    said(),
    {
      verb: "whisper",
      blanks: [
        { label: "To", choices: () => others },
        { label: "Message", words: "needed" },
      ],
      write: ([to, words]) => `whisper ${to} ${quoted(words ?? "")}`,
    },
    ...(declared.length ? [use(ofMoves("use", declared))] : []),
  ];
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

function byHand({ view, legal }: TableState<View>): Form[] {
  const here = view.circle.filter((one) => one.here);
  const dead = new Set((view.grimoire ?? []).filter((token) => !token.alive).map((token) => token.seat));
  const names = here.map((one) => one.name);
  const living = here.filter((one) => !dead.has(one.seat)).map((one) => one.name);
  // who is no player can be killed too: a character that nobody holds
  const listed = legal.filter((move) => move.startsWith("kill ")).map((move) => move.slice("kill ".length));
  const gone = view.circle.filter((one) => !one.here).map((one) => one.name);
  const fallen = here.filter((one) => dead.has(one.seat)).map((one) => one.name);
  const marked = new Map(
    (view.grimoire ?? []).map((token) => [view.circle[token.seat]?.name ?? "", token.markers.map((one) => one.word).filter((word) => MARKS.includes(word))]),
  );
  const bearers = names.filter((name) => marked.get(name)?.length);
  const all: Form[] = [
    one("kill", "Who dies?", [...new Set([...living, ...listed])]),
    one("raise", "Who comes back to life?", fallen),
    ...(view.phase === "day" && !view.question ? [one("execute", "Who is executed?", names)] : []),
    { ...two("becomes", names, "Which character?", () => view.script), title: "change a character" },
    { ...two("turns", names, "To which side?", () => SIDES), title: "change a side" },
    { ...two("mark", names, "With what?", () => MARKS), write: ([who, what]) => `mark ${who} ${what}` },
    { ...two("unmark", bearers, "Of what?", (who) => [...new Set(marked.get(who))]), title: "take a mark away", write: ([who, what]) => `unmark ${who} ${what}` },
    ...(view.phase === "day" ? [said()] : []),
    {
      verb: "said",
      title: "note what was said in the room",
      blanks: [
        { label: "Who said it?", choices: () => names },
        { label: "The words", words: "needed" },
      ],
      write: ([who, words]) => `${who} said ${quoted(words ?? "")}`,
    },
    ...(view.phase === "day" && !view.nominating ? [plain("to nominations")] : []),
    ...(view.phase === "day" ? [plain("end the day")] : []),
    ...(view.beside?.some((own) => own.character === "Deus ex Fiasco") ? [{ ...plain("whoops"), title: "put down Whoops: you have made a mistake" }] : []),
    { ...one("end the game", "Who has won?", SIDES), write: ([side]) => `${side} wins` },
    ...(view.phase === "day" && !view.question ? comingAndGoing(here.filter((one) => one.character).map((one) => one.name), gone) : []),
  ];
  const empty = new Set([...(fallen.length ? [] : ["raise"]), ...(bearers.length ? [] : ["unmark"])]);
  return all.filter((form) => !empty.has(form.verb)).map((form) => ({ ...form, fold: HAND }));
}

/** What is done in a pause, before what is about to come, says so. */
function comingFirst(form: Form): Form[] {
  return LATER.includes(form.verb) ? [] : [{ ...form, fold: HAND_FIRST, write: (filled) => `first ${form.write(filled)}` }];
}

/** Travellers, while the floor is open. */
function comingAndGoing(travellers: string[], gone: string[]): Form[] {
  const leaves: Form = { ...one("leaves", "Who leaves?", travellers), title: "a Traveller leaves", write: ([who]) => `${who} leaves` };
  const arrives: Form = {
    verb: "arrives",
    title: "a Traveller arrives",
    blanks: [
      { label: "Who?", choices: () => gone },
      { label: "On which side?", choices: () => SIDES },
      { label: "As which Traveller?", words: "needed" },
    ],
    write: ([who, side, character]) => `${who} arrives as ${side} ${character}`,
  };
  return [...(travellers.length ? [leaves] : []), ...(gone.length ? [arrives] : [])];
}

function said(): Form {
  return { verb: "say", blanks: [{ label: "Aloud, for everybody", words: "needed" }], write: ([words]) => `say ${quoted(words ?? "")}` };
}

function plain(verb: string): Form {
  return { verb, blanks: [], write: () => verb };
}

function one(verb: string, label: string, choices: string[]): Form {
  return { verb, blanks: [{ label, choices: () => choices }], write: ([who]) => `${verb} ${who}` };
}

/** Someone, and something about them. */
function two(verb: string, names: string[], label: string, choices: (who: string) => string[]): Form {
  return {
    verb,
    blanks: [
      { label: "Who?", choices: () => names },
      { label, choices: ([who = ""]) => (who ? choices(who) : []) },
    ],
    write: ([who, what]) => `${who} ${verb} ${what}`,
  };
}
