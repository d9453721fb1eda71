import { expect, test, vi } from "vitest";

import FACTS from "../circle/characters.json";
import { CLOCKTOWER, CLOCKTOWER_CARDS, sweep } from "../../gallery/clocktower-states";
import type { TableState } from "../../../kit/contract";
import type { Said, Sweep, View } from "../view";
import { heldUp } from "../circle/cards";
import { guessedTwice } from "./guesses";
import { deed, keyOfAct, seat, token, type Act, type Listed, type Part } from "../moves";
import { answersAlone, hand, toSend } from "./hands";
import { charactersAt } from "../scripts/characters";
import { byTeam, nightOrder } from "./script";
import { deeds, lit, meant, picks } from "./seats";
import { missed, putTo, typedMeaning, typedParts } from "./typed";
import { Notebook } from "./notes.svelte";
import { heldBack } from "./talking.svelte";
import scenes from "../scenes";
import weight from "../weight";
import { aloudOn, alsoClaimed, belongs, byDay, claimable, executed, falseClaims, inVotes, lately, likely, mayTalk, moment, moments, newLines, newSpeeches, nomination, pleas, questionsFor, speeches, standing, notNominated, takes, tells, threads, unread, unreadOf } from "./town";

const UNREAD = "what no page reads";
const [UP, DOWN] = ["hand up", "hand down"].map((verb): Listed => ({ act: deed(verb), key: keyOfAct(deed(verb)), text: UNREAD })) as [Listed, Listed];
const [YES, NO] = ["yes", "no"].map((word): Act => ({ type: "answer", parts: [word] })).map((act): Listed => ({ act, key: keyOfAct(act), text: UNREAD })) as [Listed, Listed];
const NAMES = ["Ann", "Bo", "Ann and Bo", "Cy on the hill", "Di"];

function state(name: string): View {
  return CLOCKTOWER[name]!.view as View;
}

test("the notebook has what somebody says they learned, and not whom they suspect or what they ask", () => {
  const line = (kind: Said["kind"], text: string): Said => ({ day: 1, text, when: "", by: "", learned: "", kind });
  const said = [line("report", "Did I say that I am the Chef?"), line("opinion", "Bo looks guilty."), line("question", "Bo, tell us who you are."), line("other", "I suspect nothing: I was woken twice.")];
  expect(said.map(tells)).toEqual([true, false, false, true]);
});

test("answers that name players are touched in the circle, in any order and whatever the names are", () => {
  const answer = (key: string, ...parts: Part[]): Listed => ({ key, act: { type: "answer", parts }, text: UNREAD });
  const all = picks([answer("A", seat(2)), answer("B", seat(0), seat(4)), answer("C", seat(1), seat(4)), answer("Ann", "nobody"), answer("Bo and Di", "yes")]);
  expect([...lit(all, [])].sort()).toEqual([0, 1, 2, 4]);
  expect([...lit(all, [4])].sort()).toEqual([0, 1, 4]);
  expect(meant(all, [4])).toBeNull();
  expect(meant(all, [4, 0])).toBe("B");
  expect(meant(all, [2])).toBe("A");
});

test("what can be done to somebody is found by what the moves do, however they are written", () => {
  const slayer = token("slayer");
  const acts = [deed("done"), deed("nominate", seat(4)), deed("nominate", seat(3)), deed("exile", seat(4)), deed("use", slayer, seat(4)), deed("use aloud", slayer, seat(4)), deed("threaten", seat(4)), deed("claim", slayer), deed("use", token("artist"))];
  const moves = acts.map((act, i): Listed => ({ act, key: `move ${i}`, text: UNREAD }));
  expect(deeds(moves, 4, (id) => id)).toEqual({
    nominate: "move 1",
    exile: "move 3",
    uses: [
      { character: "slayer", aloud: false, move: moves[4] },
      { character: "slayer", aloud: true, move: moves[5] },
    ],
    others: [moves[6]],
  });
  expect(deeds(moves, 3, (id) => id).nominate).toBe("move 2");
  expect(deeds(moves, 2, (id) => id).nominate).toBeNull();
  expect(claimable(moves, (id) => id)).toEqual([{ character: "slayer", id: "slayer", move: "move 7" }]);
});

test("the commonest typed words are understood, and whom they are put to", () => {
  const typed = (words: string, inPrivate = false) => typedMeaning(words, { names: NAMES, ids: new Map([["chef", "chef"], ["lady of lamps", "own1"]]), inPrivate, me: 0 });
  expect(typed("Bo, who are you?")).toEqual({ to: 1, means: { type: "ask", what: "self" } });
  expect(typed("What did you learn?", true)).toEqual({ to: null, means: { type: "ask", what: "learned" } });
  const asked = { self: ["Hi, what's your role?", "Are you good?"], learned: ["Do you have any information?", "Did you wake last night?"], suspect: ["Who do you think is the Demon?"], vote: ["So who should we nominate today?"] };
  for (const [what, lines] of Object.entries(asked)) for (const line of lines) expect([line, typed(line, true)?.means]).toEqual([line, { type: "ask", what }]);
  for (const line of ["Do you trust Ann and Bo?", "Is ann and bo good?", "Do you think Ann and Bo is the Demon?", "What about Ann and Bo?"]) expect([line, typed(line, true)?.means]).toEqual([line, { type: "ask", what: "about", about: 2 }]);
  expect(typed("Bo, why did you vote for Di?")).toEqual({ to: 1, means: { type: "ask", what: "voted", about: 4 } });
  const requests = { shoot: ["Bo, shoot Di", "Bo, use your slayer shot on Di!", "shoot Di"], nominate: ["nominate Di", "Bo, please nominate Di."], vote: ["vote for Di", "Let's execute Di"], spare: ["don't vote for Di", "Let’s not execute Di"] };
  for (const [what, lines] of Object.entries(requests)) for (const line of lines) expect([line, typed(line)]).toEqual([line, { to: line.startsWith("Bo") ? 1 : null, means: { type: "ask", what, about: 4 } }]);
  expect(typed("don't vote")).toEqual({ to: null, means: { type: "ask", what: "spare" } });
  for (const words of ["I am the Lady of Lamps.", "I'm a lady of lamps", "I’m the Lady of Lamps"]) expect(typed(words)?.means).toEqual({ type: "claim", role: "own1" });
  const against = {
    evil: ["Ann and Bo is evil!", "Ann and Bo is a Minion, because Bo said so", "Ann and Bo must be the Demon"],
    suspicion: ["I suspect ann and bo", "I think that Ann and Bo is the Demon.", "I’m pretty sure Ann and Bo is lying", "I don’t trust Ann and Bo"],
    doubt: ["I'm not sure about Ann and Bo", "Maybe Ann and Bo is the Demon", "Ann and Bo could be evil", "Ann and Bo seems a bit quiet", "Ann and Bo's story doesn't add up"],
  };
  for (const [type, lines] of Object.entries(against)) for (const words of lines) expect([words, typed(words)?.means]).toEqual([words, { type, seat: 2 }]);
  expect(typed("Ann and Bo is the Chef, because Di said so")).toEqual({ to: null, means: { type: "is", seat: 2, role: "chef" } });
  for (const words of ["Ann and Bo, you are lying!", "Ann and Bo, you lied.", "Ann and Bo, you lied to me!", "Ann and Bo lies to us.", "You're evil, Ann and Bo"]) expect(typed(words)?.means).toEqual({ type: "evil", seat: 2 });
  for (const words of ["Whom do you all suspect?", "Whom does everybody suspect?", "Everybody, whom do you suspect?"]) expect(typed(words)).toEqual({ to: null, means: { type: "ask", what: "suspect" } });
  for (const words of ["Bo, are you evil?", "Are you the Demon, Bo?", "Bo, so are you lying?"]) expect(typed(words)).toEqual({ to: 1, means: { type: "ask", what: "about", about: 1 } });
  expect(typedMeaning("Are you evil?", { names: NAMES, ids: new Map(), inPrivate: true, listener: 1 })).toEqual({ to: null, means: { type: "ask", what: "about", about: 1 } });
  for (const words of ["Bobby, who are you?", "I am the Moon", "I am the Chef?", "Eve is evil", "I do not think Bo is evil", "What shall I claim?", "Bo, how is the weather?"]) expect(typed(words)).toBeNull();
});

test("a question to all stays one line, and one to several is put to one or two bots of those who are asked", () => {
  const [names, bots] = [["Ann", "Bo", "Cy", "Di"], [3, 1, 2]];
  const put = (words: string, of = bots) => typedParts(words, { names, ids: new Map(), inPrivate: false, me: 0 }).flatMap((one) => putTo(one, of));
  const asks = (words: string, to: number | null, what: string, about?: number) => ({ words, to, means: [{ type: "ask", what, ...(about === undefined ? {} : { about }) }] });
  for (const words of ["Everybody, what did you learn?", "Hi all, what did you learn?", "What did you learn, everyone?", "what did you learn?"]) expect(put(words)).toEqual([asks(words, null, "learned")]);
  expect([put("who do you think is the Demon?"), put("Is Di evil?")]).toEqual([[asks("who do you think is the Demon?", null, "suspect")], [asks("Is Di evil?", null, "about", 3)]]);
  expect(put("Cy and Bo, who are you?")).toEqual([asks("Cy and Bo, who are you?", 1, "self"), asks("", 2, "self")]);
  expect(put("Bo, Cy and Di: shoot Bo").map((one) => one.to)).toEqual([3, 2]);
  expect(put("Cy and Bo, who are you?", [3]).map((one) => [one.to, one.means])).toEqual([[null, []]]);
  const evil = (seat: number) => ({ type: "evil", seat });
  expect(put("Bo, Cy and Di are evil!")).toEqual(["Bo, Cy and Di are evil!", "", ""].map((words, i) => ({ words, to: null, means: [evil(i + 1)] })));
  expect(put("Let's execute Bo or Di today")).toEqual([asks("Let's execute Bo or Di today", null, "vote", 1), asks("", null, "vote", 3)]);
  for (const words of ["Bo and Cy can't both be evil", "Bo or Cy should die", "If Bo and Cy are evil, we won"]) expect([words, put(words).map((one) => one.means)]).toEqual([words, [[]]]);
  const lost = ["Bo, how is the weather?", "I trust Di. Bo, how is the weather?", "Ann, what a day!", "What does Bo wear?", "How is Bob?", "Bo.", "Bo, who are you and how is the weather?"];
  const isMissed = (words: string, ids = new Map<string, string>()) => missed(words, { names, ids, inPrivate: false, me: 0 }, bots);
  expect(lost.map((words) => isMissed(words))).toEqual([["Bo, how is the weather?"], ["Bo, how is the weather?"], [], ["What does Bo wear?"], ["How is Bob?"], [], []]);
  expect(["Bo and Di both say the same. One of you is lying!", "I trust Di and Bo says he knows better.", "What a night that was.", "haha good one Bo!"].map((words) => isMissed(words).length)).toEqual([1, 1, 0, 0]);
  expect(["I slept beside the Imp", "I trust Di."].map((words) => isMissed(words, new Map([["imp", "imp"]])))).toEqual([["I slept beside the Imp"], []]);
});

test("at whom somebody types that they shoot", () => {
  const shots = (words: string) => typedParts(words, { names: NAMES, ids: new Map([["slayer", "slayer"]]), inPrivate: false, me: 0 }).flatMap(({ means }) => means.flatMap((one) => (one.type === "vote" && one.did === "will shoot" ? [one.seat] : [])));
  const at = (...lines: string[]) => lines.map((line) => shots(line)[0] ?? -1);
  expect(at("I shoot Bo", "I'll shoot ann and bo now!", "I am the Slayer and I use my shot on Di.", "I will use the Slayer ability on Cy on the hill")).toEqual([1, 2, 4, 3]);
  const nobody = ["Should I shoot Bo?", "Should I shoot Bo", "I shoot Bobby", "Shoot Bo", "Bo, shoot Di", "I never said I shoot Bo", "if I shoot Bo"];
  expect(at(...nobody)).toEqual(nobody.map(() => -1));
});

test("several sentences are read one by one, and what is not understood hides nothing", () => {
  const names = ["Ann", "Flo", "Gus", "Dr. Who", "Who", "I", "Evil"];
  const parts = (words: string, inPrivate = false) => typedParts(words, { names, ids: new Map([["saint", "saint"]]), inPrivate, me: 0 });
  const asks = (what: string, about?: number) => ({ type: "ask", what, ...(about === undefined ? {} : { about }) });
  const claims = { type: "claim", role: "saint" };
  expect(parts("Hello from Priya. I am the Saint. Flo, what did you learn?")).toEqual([
    { words: "I am the Saint.", to: null, means: [claims] },
    { words: "Hello from Priya. Flo, what did you learn?", to: 1, means: [asks("learned")] },
  ]);
  expect(parts("Hi all, I am the Saint, so please wait.").map((one) => one.means)).toEqual([[claims]]);
  expect(parts("I think Flo is the Demon. Gus, will you vote for Flo? Flo, who are you?")).toEqual([
    { words: "I think Flo is the Demon. Gus, will you vote for Flo?", to: 2, means: [{ type: "suspicion", seat: 1 }, asks("vote", 1)] },
    { words: "Flo, who are you?", to: 1, means: [asks("self")] },
  ]);
  expect(parts("I am your Demon. What shall I claim?", true)).toEqual([{ words: "I am your Demon. What shall I claim?", to: null, means: [{ type: "team", seat: 0, team: "demon" }, asks("claim")] }]);
  expect(parts("Dr. Who, who are you?")).toEqual([{ words: "Dr. Who, who are you?", to: 3, means: [asks("self")] }]);
  expect(parts("Who are you, Dr. Who?").map((one) => one.to)).toEqual([3]);
  expect(parts("I trust Evil. I suspect I.").map((one) => one.means)).toEqual([[{ type: "not", said: { type: "evil", seat: 6 } }], [{ type: "suspicion", seat: 5 }]]);
  for (const words of ["Gus said “Good day. I am the Saint.”", "I am your Demon. What shall I claim?", "What a day! Why?"]) expect(parts(words).flatMap((one) => one.means)).toEqual([]);
});

test("a sentence is read clause by clause where that says more, and asks what comes nearest", () => {
  const ids = new Map(["chef", "saint", "recluse", "imp"].map((id) => [id, id]));
  const names = ["Ann", "Bo", "Cy", "Bo and Cy", "Roy"];
  const parts = (words: string, inPrivate = false) => typedParts(words, { names, ids, inPrivate, me: 0, listener: inPrivate ? 1 : null }).map(({ to, means }) => ({ to, means }));
  const asks = (what: string, about?: number) => ({ type: "ask", what, ...(about === undefined ? {} : { about }) });
  const evil = (seat: number) => ({ type: "evil", seat });
  const suspected = (seat: number) => ({ type: "suspicion", seat });
  for (const [words, role] of [["Bo are you the Recluse?", "recluse"], ["Bo, are you really a Chef?", "chef"]]) expect(parts(words!)).toEqual([{ to: 1, means: [{ ...asks("are"), role }] }]);
  expect(parts("Bo, what did you do last night?")).toEqual([{ to: 1, means: [asks("learned")] }]);
  for (const words of ["Bo, who are you and what did you learn last night?", "Who are you and what did you learn, Bo?"]) expect(parts(words)).toEqual([{ to: 1, means: [asks("self")] }, { to: 1, means: [asks("learned")] }]);
  expect(parts("I don't believe you, I think you are the Imp", true)).toEqual([{ to: null, means: [suspected(1)] }]);
  for (const words of ["I suspect you because you named no character. Will you vote for Roy with me?", "I suspect you, because you are quiet. Vote for Roy with me!", "I suspect you because you are quiet, and vote for Roy!"]) expect(parts(words, true)).toEqual([{ to: null, means: [suspected(1), asks("vote", 4)] }]);
  for (const [words, what] of [["I am your Imp, whom shall we kill?", "vote"], ["I’m your Imp. Whom shall we attack tonight?", "attack"]] as const) expect(parts(words, true).flatMap((one) => one.means)).toEqual([{ type: "claim", role: "imp" }, asks(what)]);
  expect(parts("Bo and Cy is evil, and Roy is good.").flatMap((one) => one.means)).toEqual([evil(3), { type: "not", said: evil(4) }]);
  const good = (seat: number) => ({ type: "not", said: evil(seat) });
  expect(parts("I trust Bo but not Cy", true).flatMap((one) => one.means)).toEqual([good(1), suspected(2)]);
  expect(parts("Roy is evil, and Cy.").flatMap((one) => one.means)).toEqual([evil(4), evil(2)]);
  expect(parts("What do you think of Roy and Cy?", true)[0]!.means).toEqual([asks("about", 4)]);
  expect(parts("What do you think of Roy and Cy?", true)[1]!.means).toEqual([asks("about", 2)]);
  expect(parts("I will claim Chef, you claim the Saint.", true).flatMap((one) => one.means)).toEqual([{ type: "will claim", role: "chef" }, { type: "bluff", role: "saint" }]);
  expect(parts("I will claim Chef, you claim the Saint.").flatMap((one) => one.means)).toEqual([]); // before everybody it means nothing
  for (const words of ["If Bo is evil, Cy is good.", "You are the Chef, right?", "Cy said Bo lied, and Roy is evil.", "I will wait and vote for Roy."]) expect(parts(words, true).flatMap((one) => one.means)).toEqual([]);
});

test("plans, and what players ask each other at a table, are understood", () => {
  const ids = new Map(["soldier", "mayor", "monk", "empath"].map((id) => [id, id]));
  const known = { names: ["Ann", "Bo", "Cy", "Di"], ids, me: 0, night: 2 };
  const parts = (words: string) => typedParts(words, { ...known, inPrivate: true, listener: 1 }).flatMap((one) => one.means);
  const asks: Record<string, string[]> = {
    vote: ["let's both vote for Di", "I'll nominate Di if you vote", "if you vote for Di I will too", "vote with me on Di", "can we vote Di out today?", "we should kill Di", "Will you nominate Di if I vote?"],
    nominate: ["nominate Di today", "shall we nominate Di?"],
    spare: ["Don't nominate Di, she's the Monk"],
    attack: ["kill Di tonight", "please poison Di"],
    voted: ["why did you nominate Di?", "did you vote for Di?"],
    about: ["Di said she's the Monk, do you believe her?", "does anybody have a read on Di?", "what's Di's claim?", "Thoughts on Di?"],
  };
  const open: Record<string, string[]> = { secret: ["don't tell anybody", "Can you keep a secret?", "keep this between us"], chose: ["who is your master?", "whom did you protect last night?"], trust: ["who do you trust?", "Who is good?"], self: ["what were you?", "three for three?", "let's do a 3 for 3", "Who claimed what?"], why: ["how do you know?"], attack: ["who should I poison?"], demon: ["who's our demon?"], learned: ["anything to share?", "who has info?", "which bluffs did you get"] };
  open.self!.push("wanna trade claims?", "can I get a hard claim?", "give me two characters you might be", "come on, we need your claim", "and you?", "your turn", "why so quiet?");
  open.vote = ["who do we put on the block?", "any nominations?", "anyone got a nominee?"];
  open.spare = ["let's skip today"];
  asks.vote!.push("I need votes on Di", "hands up for Di", "who wants to second me on Di?");
  for (const [what, lines] of Object.entries(asks)) for (const words of lines) expect([words, parts(words)]).toEqual([words, [{ type: "ask", what: words.startsWith("Will you nominate") ? "nominate" : what, about: 3 }]]);
  for (const [what, lines] of Object.entries(open)) for (const words of lines) expect([words, parts(words)]).toEqual([words, [{ type: "ask", what }]]);
  const evil = (seat: number) => ({ type: "evil", seat });
  const said: Record<string, object> = {
    "Cy or Di is the demon": { type: "either", one: evil(2), other: evil(3) },
    "I think one of Cy and Di is the Monk": { type: "either", one: { type: "is", seat: 2, role: "monk" }, other: { type: "is", seat: 3, role: "monk" } },
    "we're on the same team": { type: "not", said: evil(1) },
    "I won't tell anyone": { type: "phrase", key: "secret" },
    "you're cleared by me as the Monk": { type: "not", said: evil(1) },
    "sorry, I was wrong about you": { type: "not", said: evil(1) },
    "you can trust Cy": { type: "not", said: evil(2) },
    "I got an evil ping on Cy": { type: "suspicion", seat: 2 },
    "Cy pinged as demon for me": { type: "suspicion", seat: 2 },
    "Cy is not confirmed": { type: "doubt", seat: 2 },
    "You can't trust Cy": { type: "suspicion", seat: 2 },
    "Cy is good, right?": { type: "ask", what: "about", about: 2 },
    "my role is the Monk": { type: "claim", role: "monk" },
    "ngl Cy is super sus": { type: "doubt", seat: 2 },
    "my 1 is Cy or Di": { type: "either", one: evil(2), other: evil(3) },
    "hard claim Monk": { type: "claim", role: "monk" },
    "I'll give you a 3 for 3: monk, empath or mayor": { type: "one of", roles: ["monk", "empath", "mayor"] },
    "I'm one of the Monk or the Mayor": { type: "one of", roles: ["monk", "mayor"] },
  };
  for (const [words, means] of Object.entries(said)) expect([words, parts(words)]).toEqual([words, [means]]);
  expect(parts("I'm the Empath with a 0, and you?")).toEqual([{ type: "report", when: "N2", by: "empath", learned: [["count", 0]] }, { type: "ask", what: "self" }]);
  expect(parts("Don't kill me I'm the Mayor")).toEqual([{ type: "claim", role: "mayor" }, { type: "ask", what: "spare", about: 0 }]);
  for (const words of ["Cy or Eve is evil", "Cy or Di is quiet"]) expect([words, parts(words)]).toEqual([words, []]);
  for (const words of ["I'll say I'm the Soldier", "I'm going to claim Soldier", "I'm bluffing the Soldier", "I can take the soldier bluff"]) expect([words, parts(words)]).toEqual([words, [{ type: "will claim", role: "soldier" }]]);
  expect([parts("I'll be the Monk, you be the Mayor"), parts("ok thanks"), parts("Hi everyone")]).toEqual([[{ type: "will claim", role: "monk" }, { type: "bluff", role: "mayor" }], [{ type: "phrase", key: "thanks" }], [{ type: "ask", what: "hello" }]]);
  const aloud = (words: string, spokenWith: number | null) => typedParts(words, { ...known, inPrivate: false, claimed: "empath", spokenWith }).map(({ to, means }) => [to, means[0]]);
  expect([aloud("why?", 2), aloud("why?", null), aloud("what did you learn?", 2), aloud("hey Bo, what's your role?", 2)]).toEqual([[[2, { type: "ask", what: "why" }]], [[null, undefined]], [[null, { type: "ask", what: "learned" }]], [[1, { type: "ask", what: "self" }]]]);
  expect([aloud("Bo I think Di is evil", null), aloud("Bo who do you trust?", null), aloud("Hey Bo did you vote for Di?", null)]).toEqual([[[1, { type: "suspicion", seat: 3 }]], [[1, { type: "ask", what: "trust" }]], [[1, { type: "ask", what: "voted", about: 3 }]]]);
  expect(aloud("I got a 1 last night", null)).toEqual([[null, { type: "report", when: "N2", by: "empath", learned: [["count", 1]] }]]);
});

test("what is said of oneself, of one of two, and in other words than the program's is understood", () => {
  const ids = new Map(["soldier", "monk", "slayer", "investigator", "poisoner", "fortune teller"].map((name) => [name, name.replace(" ", "")]));
  const parts = (words: string, more = {}) => typedParts(words, { names: ["Ann", "Bo", "Cy", "Di"], ids, me: 0, night: 2, inPrivate: false, ...more }).map(({ to, means }) => [to, ...means]);
  const evil = (seat: number) => ({ type: "evil", seat });
  const asks = (what: string, about?: number) => ({ type: "ask", what, ...(about === undefined ? {} : { about }) });
  const is = (seat: number, role: string) => ({ type: "is", seat, role });
  const pair = (by: string, when: string, ...learned: unknown[]) => ({ type: "report", when, by, learned: [["pair", [1, 2]], learned] });
  const said: Record<string, object> = {
    "I'm good": { type: "not", said: evil(0) },
    "I'm not evil, I promise": { type: "not", said: evil(0) },
    "maybe I'm drunk": { type: "doubt", seat: 0 },
    "I'm an Outsider": { type: "team", seat: 0, team: "outsider" },
    "I lied, I'm not the Soldier": { type: "not", said: is(0, "soldier") },
    "Sorry, I'm actually the real Monk": { type: "claim", role: "monk" },
    "Bo can't be the Demon": { type: "not", said: { type: "team", seat: 1, team: "demon" } },
    "Bo's the Monk": is(1, "monk"),
    "Bo is the Monk or the Soldier": { type: "either", one: is(1, "monk"), other: is(1, "soldier") },
    "it's either Bo or Cy": { type: "either", one: evil(1), other: evil(2) },
    "I'm going to nominate Bo": { type: "vote", seat: 1, did: "will nominate" },
    "I don't want to say who I am yet": { type: "phrase", key: "not yet" },
    "I started knowing that Bo or Cy is the Poisoner": pair("investigator", "N1", "role", "poisoner"),
    "Fortune Teller here, no on Bo and Cy": pair("fortuneteller", "N2", "yes", false),
    "Vote Bo with me": asks("vote", 1),
    "Let's all vote for Bo": asks("vote", 1),
    "why are you wary of me?": asks("why", 0),
    "why me?": asks("why", 0),
    "who are you really?": asks("self"),
    "what's everyone's role?": asks("self"),
    "Are you an outsider?": asks("self"),
    "Who should I shoot?": asks("suspect"),
    "should I shoot Bo?": asks("about", 1),
    "what if Bo is the Poisoner?": asks("about", 1),
    "Good morning all!": asks("hello"),
  };
  for (const [words, means] of Object.entries(said)) expect([words, ...parts(words)]).toEqual([words, [null, means]]);
  expect(parts("Bo claims to be the Monk but I am the Monk").at(0)).toEqual([null, { type: "claim", role: "monk" }]);
  expect(["It's not Cy, it's Bo", "I chose Cy, not Bo", "it isn't Bo and Cy"].flatMap((words) => parts(words))).toEqual([[null], [null], [null]]);
  expect(parts("You say you are the Monk", { inPrivate: true, listener: 1 })).toEqual([[null]]);
  expect(parts("I protected Bo", { claimed: "monk" })).toEqual([[null, { type: "report", when: "N2", by: "monk", learned: [["chose", 1]] }]]);
  expect(parts("are you lying to me?", { spokenWith: 2 })).toEqual([[2, asks("about", 2)]]);
  expect(["Who is the Slayer?", "Is anyone the Monk?"].map((words) => parts(words, { claims: [[], ["soldier"], ["slayer"], []] }))).toEqual([[[2, asks("self")]], [[null, asks("self")]]]);
});

test("of a line of several sentences each is kept, in whatever words players put it", () => {
  const names = ["Ann", "Bo", "Cy", "Ida", "Kit", "Quin"];
  const ids = new Map(["monk", "empath", "washerwoman", "librarian", "fortune teller", "slayer"].map((name) => [name, name.replace(" ", "")]));
  const parts = (words: string) => typedParts(words, { names, ids, me: 0, night: 2, inPrivate: false, neighbours: [1, 5] }).flatMap(({ to, means }) => means.map((one) => [to, one]));
  const asks = (what: string, more = {}) => ({ type: "ask", what, ...more });
  const evil = (seat: number) => ({ type: "evil", seat });
  const said: Record<string, [number | null, object][]> = {
    "who did you learn as washerwoman?": [[null, asks("learned")]],
    "why do you doubt Quin?": [[null, asks("why", { about: 5 })]],
    "I'm going to shoot Quin, objections?": [[null, { type: "vote", seat: 5, did: "will shoot" }], [null, asks("about", { about: 5 })]],
    "who votes with me?": [[null, asks("vote")]],
    "any last words?": [[null, asks("about")]],
    "Bo, are you Monk or what?": [[1, asks("are", { role: "monk" })]],
    "so Ida or my other neighbour is evil": [[null, { type: "either", one: evil(3), other: evil(1) }]],
    "I don't think it's Bo": [[null, { type: "not", said: evil(1) }]],
    "who died?": [[null, asks("died")]],
    "are you sober?": [[null, asks("drunk")]],
    "Good morning! Who had info last night?": [[null, asks("learned")]],
    "I'm a townsfolk, 3 for 3?": [[null, { type: "team", seat: 0, team: "townsfolk" }], [null, asks("self")]],
    "Ida is evil, Empath info. vote Ida please": [[null, evil(3)], [null, asks("vote", { about: 3 })]],
    "What about you Kit?": [[4, asks("self")]],
    "3 for 3 anyone?": [[null, asks("self")]],
    "Bo: are you the Monk? And Cy, who are you?": [[1, asks("are", { role: "monk" })], [2, asks("self")]],
    "I won't vote for Quin": [[null, { type: "vote", seat: 5, did: "would not" }]],
    "FT no on Ida and Kit": [[null, { type: "report", when: "N2", by: "fortuneteller", learned: [["pair", [3, 4]], ["yes", false]] }]],
  };
  for (const [words, means] of Object.entries(said)) expect([words, parts(words)]).toEqual([words, means]);
});

test("what is said of all but one, supposed, told of others or not said at all is read as nothing rather than wrongly", () => {
  const ids = new Map(["chef", "monk", "imp", "drunk"].map((name) => [name, name]));
  const means = (words: string, names = ["Ann", "Bo", "Cy", "Mary Ann"]) => typedParts(words, { names, ids, me: 0, inPrivate: false }).flatMap((one) => one.means);
  const nothing = [
    "everybody but Bo is good",
    "Nobody but Bo is evil",
    "vote against Bo",
    "I don't need votes on Bo",
    "I gave Bo a 3 for 3",
    "I know Bo, and he is good",
    "According to Bo, Cy is evil",
    "In Bo's world, Cy is the Imp",
    "Assuming Bo is good, Cy is evil",
    "You think Bo is evil, and Cy is evil",
    "Bo is evil. Just kidding!",
    "Bo is evil. Not!",
    "Bo is evil, I don't think",
    "Bo is evil, but I doubt it",
    "None of Bo, Cy and Mary Ann is evil",
    "At most one of Bo and Cy is evil",
    "Bo, Cy or Mary Ann is evil",
    "Bo cannot be not evil",
    "Bo wants a 3 for 3",
    "I don't do three for three",
    "Claim Chef or Monk",
    "I can't say I trust Bo",
    "I won't claim the Chef",
    "I want to shoot Bo",
  ];
  for (const words of nothing) expect([words, means(words)]).toEqual([words, []]);
  expect(means("Bo isn't evil, but Cy")).toEqual([{ type: "not", said: { type: "evil", seat: 1 } }]);
  expect(["Bo is evil", "@Bo is evil", "@1 is evil"].map((words) => means(words, ["Ann", "Bo", "@1"]))).toEqual([1, 1, 2].map((seat) => [{ type: "evil", seat }]));
  expect(means("@0 is evil")).toEqual([]);
});

test("what somebody types that they have learned is understood as a report, whether it is true or not", () => {
  const ids = new Map(["Chef", "Empath", "Washerwoman", "Fortune Teller", "Undertaker", "Imp"].map((name) => [name.toLowerCase(), name.toLowerCase().replace(" ", "")]));
  const typed = (words: string) => typedMeaning(words, { names: NAMES, ids, inPrivate: false, me: 0, night: 2 })?.means;
  const report = (when: string, by: string, ...learned: unknown[]) => ({ type: "report", when, by, learned });
  expect(typed("I am the Empath: I learned 0")).toEqual(report("N2", "empath", ["count", 0]));
  expect(typed("I'm the Empath, on night 1 I got a one.")).toEqual(report("N1", "empath", ["count", 1]));
  expect(typed("I am the Washerwoman: Di or Ann and Bo is the Chef")).toEqual(report("N1", "washerwoman", ["pair", [4, 2]], ["role", "chef"]));
  expect(typed("I am the Fortune Teller and I chose Bo and Di: no")).toEqual(report("N2", "fortuneteller", ["pair", [1, 4]], ["yes", false]));
  expect(typed("As the Undertaker, Bo was the Imp")).toEqual(report("N2", "undertaker", ["player", 1], ["role", "imp"]));
  const ofOthers = ["I'm the Empath, I got 2 votes", "I'm the Empath and it is 1 o'clock", "As the Empath I would get a 1", "I'm the Empath and I don't know if I got a 1", "As the Undertaker, Bo wasn't the Imp", "I am the Washerwoman: neither Ann nor Bo is the Chef"];
  for (const words of ofOthers) expect([words, typed(words)?.type]).not.toEqual([words, "report"]);
  for (const words of ["I am the Empath: what a night", "I am the Washerwoman: Bo is the Chef", "I am the Chef?"]) expect(typed(words)).toBeUndefined();
});

test("whom one is likely to claim to be are as many for good and evil, with what was shown to be free among them", () => {
  const script = ["Chef", "Empath", "Monk", "Mayor", "Saint", "Imp"];
  const view = (alignment: string, character: string, ...free: string[]) => ({ script, script_ids: script.map((name) => name.toLowerCase()), me: { alignment, character, team: "", ability: "", told: [{ text: "", kind: "not in play" as const, characters: free, night: 1, day: 0, report: null, card: null, grimoire: [] }] } });
  const good = ["Chef", "Empath", "Mayor"].map((own) => likely(view("good", own), 0));
  expect(good.map((three, i) => [three.length, three.includes(["Chef", "Empath", "Mayor"][i]!)])).toEqual([[3, true], [3, true], [3, true]]);
  expect(new Set(["Chef", "Empath", "Monk", "Mayor"].flatMap((own) => likely(view("good", own), 0).filter((name) => name !== own))).size).toBe(4); // no two stand first for everybody
  expect(likely(view("evil", "Imp", "Chef", "Monk", "Saint"), 1)).toEqual(["Chef", "Monk", "Saint"]);
  expect(likely(view("evil", "Imp"), 5)).toHaveLength(3);
});

test("at the end false claims are named, and not what somebody thought they were, or was before", () => {
  const tokens = [["Imp", null, []], ["Drunk", "Chef", []], ["Imp", null, ["Poisoner"]]] as const;
  const grimoire = tokens.map(([character, shown, was], seat) => ({ seat, character, shown, was }));
  const view = { circle: [["Monk", "Imp"], ["Chef"], ["Poisoner"]].map((claims) => ({ claims })), grimoire } as unknown as View;
  expect(falseClaims(view)).toEqual([{ seat: 0, claimed: ["Monk"], was: ["Imp"] }]);
});

test("that somebody is executed is told as their token falls, and whether they die", () => {
  const execution = { kind: "execution", seat: 1, text: "", rule: null };
  const title = (kind: string, alive: boolean, log = [execution]) => {
    const circle = NAMES.map((_, seat) => ({ seat, alive: seat !== 1 || alive, died: "" }));
    return scenes({ phase: "day", day: 1, block: 1, circle, nominations: [], event: { kind, seat: 1, text: "" } } as unknown as View, NAMES, 0, log)?.title;
  };
  expect([title("execution", true), title("dies", false), title("survives", true)]).toEqual([undefined, "Bo is executed", "Bo does not die"]);
  expect(title("execution", false)).toBe("Bo is executed"); // who was dead before
  expect(title("dies", false, [])).toBe("Bo dies"); // shot while they were about to be executed
});

test("whoever was executed today is known until the next day breaks", () => {
  const happened = (kind: string, seat: number | null = null) => ({ kind, seat, text: "", rule: null });
  const first = [happened("dawn"), happened("nominations"), happened("nomination", 3), happened("execution", 3), happened("dies", 3)];
  const living = NAMES.map((_, seat) => ({ seat, alive: true }));
  expect(executed(first.slice(0, 3), living)).toBeNull();
  expect(executed(first.slice(0, 4), living)).toBeNull(); // the token has not fallen yet
  expect(executed(first.slice(0, 4), [{ seat: 3, alive: false }])).toBe(3); // who was dead before
  expect(executed(first, living)).toBe(3);
  expect(executed([...first, happened("night"), happened("dawn"), happened("dies", 1)], living)).toBeNull();
});

test("what is heard in Talk was said or done today", () => {
  const said = (text: string) => ({ kind: "says", seat: 1, text, rule: null });
  const dawn = { kind: "dawn", seat: null, text: "", rule: null };
  const deed = ["declares", "nothing happens"].map((kind) => ({ ...said(kind), kind }));
  expect(speeches([dawn, said("One"), dawn, said("Two"), ...deed]).map(({ text }) => text)).toEqual(["Two", "declares", "nothing happens"]);
});

test("who says in a sentence of their own who they are is not also said to claim it", () => {
  const claims = { kind: "claims", seat: 1, text: "", claims: "chef", rule: null };
  const dawn = { kind: "dawn", seat: null, text: "Day 2 breaks.", rule: null };
  const alone = ["whisper", "whispers", "told", "learns"].map((kind) => ({ ...claims, kind }));
  expect([speeches([claims, { ...dawn, kind: "nominations" }, ...alone]), speeches([claims, dawn])]).toEqual([[claims], []]);
  expect([3, 2, -1].map(inVotes)).toEqual(["×3", "×2", "−1"]);
  const says = (seat: number, claims?: string) => ({ kind: "says", seat, text: "", rule: null, ...(claims ? { claims } : {}) });
  const own = says(1, "chef");
  expect(speeches([claims, own])).toEqual([own]);
  expect(weight(dawn)).toBeLessThan(0.1); // who died in the night is told with it
  expect([[claims, says(2), own], [claims, dawn, own]].map((log) => log.filter((...line) => weight(...line) > 0).length)).toEqual([2, 3]);
  const talk = [claims, own, says(2)];
  const seats = ["bot", "bot", "person"].map((kind) => ({ kind })) as TableState["seats"];
  expect([newSpeeches(talk, 2, {}, seats), newSpeeches(talk, 2, { [aloudOn(2)]: 2 }, seats)]).toEqual([1, 0]);
  const counted = { ...dawn, kind: "tally" };
  expect([[dawn, own, counted, claims], [counted, dawn, own]].map((log) => lately(log, false))).toEqual([[counted, claims], [own]]);
  expect(lately([counted, dawn, own, counted, claims], true)).toEqual([counted]);
  expect(speeches([claims, says(2, "chef"), says(1, "monk")])).toHaveLength(3);
});

test("a hand goes up and down until it is counted", () => {
  const sweep: Sweep = { kind: "execution", nominee: 1, order: [2, 3, 0], at: 1, up: [0, 2], locked: [2], spends: [0], seconds: 2, held: false, votes: 2, weights: [], hidden: false };
  expect(hand(sweep, 0, [DOWN])).toEqual({ up: true, counts: true, locked: false, spends: true, raise: null, lower: DOWN.key, asks: false });
  expect(hand(sweep, 3, [UP, YES, NO])).toMatchObject({ up: false, raise: UP.key, lower: NO.key, asks: true });
  expect(hand(sweep, 2, [])).toMatchObject({ locked: true, up: true });
  expect(hand(sweep, 1, [])).toMatchObject({ counts: false });
  expect(hand(sweep, null, [])).toMatchObject({ counts: false, up: false });
});

test("a hand that is turned while those of others are still shown is sent afterwards", () => {
  const sweep: Sweep = { kind: "execution", nominee: 1, order: [2, 3, 0], at: 1, up: [0, 2], locked: [2], spends: [], seconds: 2, held: false, votes: 2, weights: [], hidden: false };
  expect([toSend(hand(sweep, 3, []), true), toSend(hand(sweep, 3, [UP]), true)]).toEqual(["later", UP.key]);
  expect([toSend(hand(sweep, 0, [DOWN]), false), toSend(hand(sweep, 0, [DOWN]), true)]).toEqual([DOWN.key, null]);
  expect([toSend(hand(sweep, 2, []), false), toSend(hand(sweep, 3, []), null)]).toEqual([null, null]);
  const mine = hand(sweep, 0, [YES, NO]);
  expect([answersAlone(sweep, mine, true), answersAlone(sweep, mine, null), answersAlone({ ...sweep, hidden: true }, mine, true)]).toEqual([true, false, false]);
  expect([toSend(hand(sweep, 3, [YES, NO]), false), toSend(hand(sweep, 0, [YES, NO]), true)]).toEqual([NO.key, YES.key]);
});

const PLAIN = { sweep: null, circle: [] };

test("what it takes is said in words that stay right after a tally", () => {
  expect(takes({ ...PLAIN, to_beat: 4, ties: null })).toBe("4 votes to execute");
  expect(takes({ ...PLAIN, to_beat: 1, ties: null })).toBe("1 vote to execute");
  expect(takes({ ...PLAIN, to_beat: 6, ties: 5 })).toBe("6 votes to execute; 5 would tie");
  expect(takes({ ...PLAIN, sweep: sweep(5), to_beat: 6, ties: 5 }), "and while the hands are counted").toBe("6 votes to execute; 5 would tie");
});

test("few who have not nominated are named", () => {
  const circle = [0, 1, 2, 3, 4].map((seat) => ({ seat, name: `P${seat}`, here: true, alive: seat > 0 }) as View["circle"][number]);
  const by = (...seats: number[]): View["nominations"] => seats.map((one) => ({ day: 1, by: one, nominee: 0, hands: [], tally: 0, done: true, hidden: false }));
  expect(notNominated({ nominating: true, circle, nominations: [] })).toBe("4 players have not nominated");
  expect(notNominated({ nominating: true, circle, nominations: by(1, 2) })).toBe("P3 and P4 have not nominated");
  expect([notNominated({ nominating: true, circle, nominations: by(1, 2, 3, 4) }), notNominated({ nominating: false, circle, nominations: [] })]).toEqual(["", ""]);
});

test("whoever asks for a poll is not nominated", () => {
  const counts = (kind: Sweep["kind"]) => nomination({ phase: "day", nominations: [], sweep: { kind, nominee: 3 } } as unknown as View, 3);
  expect([counts("exile"), counts("poll")]).toEqual(["nominee", undefined]);
});

test("a seat is described by what is public of it alone", () => {
  const view = state("block");
  const words = view.circle.map((place) => standing(place, view));
  expect(words[5]).toBe("alive, claims Empath, about to die");
  expect(words[3]).toBe("dead, one vote left");
  expect(words[6]).toBe("dead, no vote left");
  expect(words[8]).toBe("alive, the Traveller Gunslinger");
  expect(standing(view.circle[5]!, { ...view, me: null, grimoire: null })).toBe(words[5]);
});

test("the notebook puts what was said under the night that it tells of", () => {
  expect(moments({ night: 2, day: 1 })).toEqual(["N1", "D1", "N2"]);
  expect(moments({ night: 0, day: 0 })).toEqual([]);
  expect(moment({ night: 2, day: 1 })).toBe("N2");
  expect(moment({ night: 2, day: 2 })).toBe("D2");
  const said = state("talk").circle[1]!.said;
  expect(said.map(belongs)).toEqual(["N1", "D1"]);
  expect(byDay([...said, { day: 3, text: "Well.", when: "", by: "", learned: "", kind: "other" }]).map(({ day, said: those }) => [day, those.length])).toEqual([[3, 1], [1, 2]]);
});

test("what was typed for bots during a vote is said once, after it, and not on another day", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
  const { day } = state("talk");
  const notebook = new Notebook("of one who types");
  const hold = (line: string, on = day): void => notebook.hold([{ day: on, speech: { words: line }, line, key: "of this line" }]);
  hold("Ed, nominate Cy");
  expect([state("vote").day, heldBack(state("vote"), notebook)]).toEqual([day, []]);
  const [reloaded, second] = [new Notebook("of one who types"), new Notebook("of one who types")];
  const found = [heldBack(state("talk"), second), heldBack(state("talk"), reloaded), heldBack(state("talk"), reloaded)];
  expect(found.map((held) => held.map(({ line, key }) => [line, key]))).toEqual([[["Ed, nominate Cy", "of this line"]], [["Ed, nominate Cy", "of this line"]], []]);
  hold("Ed, nominate Di", day - 1);
  expect([heldBack(state("talk"), notebook), notebook.page.held]).toEqual([[], []]);
  hold("Ed, nominate Di");
  expect([heldBack(state("asleep"), notebook), heldBack(state("talk"), notebook)]).toEqual([[], []]);
  vi.unstubAllGlobals();
});

test("nobody talks at night, nor while hands are counted", () => {
  expect(mayTalk(state("talk"))).toBe(true);
  expect(mayTalk(state("asleep"))).toBe(false);
  expect(mayTalk(state("vote"))).toBe(false);
  expect(mayTalk(state("waiting"))).toBe(false);
});

test("whispers are threads, the latest first, with what is new in each", () => {
  const all = threads(state("talk").whispers, 0);
  expect(all.map((one) => one.with)).toEqual([[1, 3], [10], [1]]);
  expect(all.map((one) => unread(one, {}))).toEqual([1, 0, 1]);
  expect(newLines(state("talk").whispers, 0, {})).toBe(2);
  expect(newLines(state("talk").whispers, 0, { 1: 1 })).toBe(1);
});

test("who tells the story has threads of their own, whatever others whisper to each other", () => {
  const [teller, line] = [5, { day: 1, text: "Am I drunk?" }];
  const all = threads([{ ...line, by: 3, to: [teller] }, { ...line, by: 3, to: [0, 1] }, { ...line, by: teller, to: [3] }], teller);
  expect(all.map((one) => [one.with, one.lines.length, unread(one, {})])).toEqual([[[3], 2, 1]]);
});

test("what is told by day fills the screen, unless the storyteller says it in a talk", () => {
  const told = (night: number, day: number, text: string, kind = "other") => ({ night, day, text, kind, characters: [], report: null, card: null, grimoire: [] });
  const me = { told: [told(1, 0, "The Minion is Cy."), told(1, 1, "The Demon is Bo."), told(1, 1, "Yes.", "says"), told(2, 1, "Point at two.", "says")] } as unknown as View["me"];
  expect([1, 2].map((night) => unreadOf({ me, night }, 0).map(({ at }) => at))).toEqual([[0, 1], [3]]);
});

test("who is nominated hears why, and answers", () => {
  const event = (kind: string, seat: number, ...about: number[]) => ({ kind, seat, text: "", rule: null, ...(about.length ? { about } : {}) });
  const [why, reply] = [event("says", 0, 1, 2), event("says", 1)];
  const before = [event("says", 1, 0), why, event("says", 0), event("nomination", 1), event("says", 0, 1), event("tally", 0)];
  expect(pleas([...before, event("says", 0, 2), event("nomination", 0), event("says", 2, 1), reply], { by: 0, nominee: 1 })).toEqual([why, reply]);
});

test("the script stands team by team, with who claims what", () => {
  const view = { ...state("talk"), script: ["Imp", "Acrobat", "Chef", "Gravedigger's Dog", "Soldier"], home_made: [{ name: "Gravedigger's Dog", team: "outsider", text: "Digs.", first: null, other: null, does_first: "", does_other: "" }] };
  const teams = byTeam(view, charactersAt(new Map(CLOCKTOWER_CARDS.map((card) => [card.name, card])), view.home_made, "current"));
  expect(teams.map((one) => [one.title, one.rows.map((row) => row.name)])).toEqual([
    ["Townsfolk", ["Acrobat", "Chef", "Soldier"]],
    ["Outsiders", ["Gravedigger's Dog"]],
    ["Demons", ["Imp"]],
  ]);
  expect(teams[0]!.rows[2]!.claimed).toEqual(["Zoë"]);
  expect(teams[1]!.rows[0]!.text).toBe("Digs.");
  expect(alsoClaimed(view, 1, "Soldier").map((one) => one.name)).toEqual(["Zoë"]);
});

test("the night's order names the script's characters and the steps that are nobody's", () => {
  const view = { script: ["Imp", "Poisoner", "Monk", "Gravedigger's Dog"], home_made: [] };
  const learns = ["Minions", "Demon"];
  expect(nightOrder(view, FACTS, "first").map((line) => line.name)).toEqual(["Dusk", ...learns, "Poisoner", "Dawn"]);
  expect(nightOrder(view, FACTS, "other").map((line) => line.name)).toEqual(["Dusk", "Poisoner", "Monk", "Imp", "Dawn"]);
});

test("a home-made character has its turn in the night's order, with what its file says is done then", () => {
  const dog = { name: "Gravedigger's Dog", team: "outsider", text: "Digs.", first: null, other: 40.5, does_first: "", does_other: "Let it dig." };
  const lines = nightOrder({ script: ["Imp", "Monk", dog.name], home_made: [dog] }, FACTS, "other");
  expect(lines.map((line) => line.name)).toEqual(["Dusk", "Monk", "Imp", dog.name, "Dawn"]);
  expect(lines[3]!.does).toBe("Let it dig.");
  expect(nightOrder({ script: [dog.name], home_made: [dog] }, FACTS, "first").map((line) => line.name)).not.toContain(dog.name);
});

test("the notebook says where our own guesses contradict each other, or our token", () => {
  const circle = NAMES.map((name, seat) => ({ name, seat }));
  const guesses = { 0: "Chef", 1: "Imp", 2: "Chef", 3: "Village Idiot", 4: "Village Idiot" };
  expect(guessedTwice(circle, guesses, "Imp", ["Village Idiot"])).toEqual([
    "You take Ann and Ann and Bo for the Chef. Only one of them can be.",
    "You take Bo for the Imp, which stands on your own token.",
  ]);
  expect(guessedTwice(circle, { 0: "Chef", 1: "Imp" }, null, [])).toEqual([]);
});

test("a card comes back as it was sent, a thumb as a thumb", () => {
  expect(heldUp({ title: "You are", characters: ["Chef"], words: ["good"] })).toEqual({ title: "You are", characters: ["Chef"], words: ["good"] });
  expect(heldUp({ title: "", characters: [], words: ["no"] })).toEqual({ title: "No", characters: [], words: [], thumb: "down" });
});

test("somebody is asked aloud who they are, and why they voted for another", () => {
  const view = { ...state(Object.keys(CLOCKTOWER)[0]!), nominated_before: [], nominations: [] };
  expect(questionsFor(view, 1, NAMES).map((one) => one.text)).toEqual(["who are you?", "what did you learn?", "whom do you suspect?"]);
  const vote = { day: 1, by: 0, nominee: 3, hands: [1, 2], tally: 2, done: true, hidden: false };
  expect(questionsFor({ ...view, nominations: [vote] }, 1, NAMES).at(-1)).toEqual({ text: "why did you vote for Cy on the hill?", ask: { type: "ask", what: "voted", about: 3 } });
  expect(questionsFor({ ...view, nominations: [vote] }, 0, NAMES)).toHaveLength(3);
  expect(questionsFor({ ...view, nominations: [{ ...vote, nominee: 1 }] }, 1, NAMES)).toHaveLength(3);
});
