import { afterEach, beforeEach, expect, test, vi } from "vitest";

vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: true }))); // read when the settings are imported

import "@noble/hashes/sha2.js"; // so that it is there when a deal asks for it, however busy the machine is
import { startSettled } from "../settled";
import { change } from "../settings.svelte";
import { forget, known, remember } from "./known-tables";
import { TableStore } from "./table.svelte";

/** The socket of a table whose server is the test: it answers when it is told to. */
class Wire {
  static OPEN = 1;
  static last: Wire;
  readyState = Wire.OPEN;
  onopen: () => void = () => undefined;
  onmessage: (message: { data: string }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;
  sent: { n: number; do: string; move?: string; key?: string; since?: number }[] = [];

  constructor() {
    Wire.last = this;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Wire["sent"][number]);
  }

  close(): void {}

  async tells(message: object): Promise<void> {
    this.onmessage({ data: JSON.stringify(message) });
    await vi.advanceTimersByTimeAsync(0);
  }

  /** The answer to the last of these requests. */
  async answers(what: string, answer: object = { ok: true }): Promise<void> {
    await this.tells({ is: "answer", n: this.sent.findLast((one) => one.do === what)?.n, ...answer });
  }

  asked(what: string): number {
    return this.sent.filter((one) => one.do === what).length;
  }
}

const NO = { ok: false, why: "stale", text: "The table has moved on.", rule: null };
const TURN = { asked: [0], free: [], prompt: "", cannot: [], standing: null, aim: "", slip: false, clock: null };
const SEATS = [{ name: "Mira", kind: "person" }, { name: null, kind: "empty" }];
const TABLE = {
  ...{ is: "table", code: "abc", game: "gotcha", options: {}, phase: "playing", seats: SEATS, you: null, host: true, frame: 0 },
  ...{ frames: [], view: {}, log: [], series: { games: 0, wins: [] }, willing: [], declining: [], chat: [], pace: "human" },
  ...{ waits: false, talk: true, voice: null, archived: null },
};

const turn = (version: number, ...texts: string[]): object => ({ ...TURN, version, legal: texts.map((text) => ({ move: text, text })) });
const update = (version: number, ...legal: string[]): object => ({ is: "update", frame: version, frames: [], view: {}, ...turn(version, ...legal) });

const happens = (version: number, ...texts: string[]): object => ({
  ...update(version, "Rock"),
  view: null,
  frames: texts.map((text) => ({ event: { text, kind: "told", seat: 0, card: null }, view: { last: text } })),
});

let opened: TableStore[] = [];

async function seated(): Promise<{ store: TableStore; wire: Wire }> {
  const store = new TableStore("abc");
  opened.push(store);
  const wire = Wire.last;
  wire.onopen();
  await wire.answers("hello");
  await wire.tells({ ...TABLE, ...turn(1, "Rock", "Paper") });
  return { store, wire };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Wire);
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("document", { addEventListener: () => undefined, removeEventListener: () => undefined, querySelectorAll: () => [], hidden: false, documentElement: { dataset: {} } });
  change({ pace: "usual" });
});
afterEach(() => {
  for (const store of opened) store.close();
  opened = [];
  forget("abc");
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("whoever has kept what opens nothing there comes without it: the seat's secret goes first, then the host's", async () => {
  remember("abc", { game: "gotcha", secret: "ours", host: "leads" });
  opened.push(new TableStore("abc"));
  const came: object[] = [];
  for (let time = 0; time < 3; time++) {
    const wire = Wire.last;
    wire.onopen();
    came.push(wire.sent[0]!);
    if (time < 2) await wire.answers("hello", { ok: false, why: "unknown_secret", text: "" });
  }
  const hello = { n: 1, do: "hello", changes: true };
  expect(came).toEqual([{ ...hello, secret: "ours", host: "leads" }, { ...hello, host: "leads" }, hello]);
  expect(opened[0]!.gone).toBeNull();
});

test("what others do while a move is on its way does not offer it once more", async () => {
  const { store, wire } = await seated();
  void store.play("Rock");
  await wire.tells(update(2, "Rock", "Paper"));
  expect(store.shown?.legal).toEqual([]);
  void store.play("Rock");
  expect(wire.asked("play")).toBe(1);
  await wire.answers("play");
  expect(store.shown?.legal).toEqual([]);
  await wire.tells(update(3, "Paper"));
  expect(store.shown?.legal).toEqual(["Paper"]);
});

test("after a refusal one may do what one was told last", async () => {
  const { store, wire } = await seated();
  void store.play("Rock");
  await wire.tells(update(2, "Paper", "Scissors"));
  await wire.answers("play", NO);
  expect(store.shown?.legal).toEqual(["Paper", "Scissors"]);
  void store.play("Paper");
  await wire.tells({ is: "seats", seats: SEATS, phase: "playing", series: TABLE.series, willing: [], declining: [] });
  await wire.answers("play", NO);
  expect(store.shown?.legal).toEqual(["Paper", "Scissors"]);
});

test("nor does a refusal bring back what was over before it was pressed, because its end was not shown yet", async () => {
  const { store, wire } = await seated();
  await wire.tells({ ...happens(2, "One"), ...turn(2, "Call", "Pass") });
  await wire.tells({ ...happens(3, "Two"), ...turn(3, "Pay", "Refuse") });
  expect(store.shown?.legal).toEqual(["Call", "Pass"]);
  void store.play("Call");
  await wire.answers("play", NO);
  store.skip();
  expect(store.shown?.legal).toEqual(["Pay", "Refuse"]);
});

test("what alone there was to do is no trouble when another page of the same seat has done it", async () => {
  const { store, wire } = await seated();
  for (const [version, told, legal] of [[2, undefined, ["Rock"]], [3, NO.text, ["Rock", "Paper"]]] as const) {
    await wire.tells(update(version, ...legal));
    void store.play("Rock");
    await wire.answers("play", NO);
    expect(store.trouble?.text).toBe(told);
  }
});

test("a move that was made before the line broke is not waited for once more", async () => {
  const { store, wire } = await seated();
  void store.play("Rock");
  await wire.tells({ ...TABLE, ...turn(2, "Paper") });
  await wire.answers("play");
  expect(store.shown?.legal).toEqual([]);
  await wire.answers("ping");
  expect(store.shown?.legal).toEqual(["Paper"]);
});

const TOO_FAST = { ...NO, why: "too_fast" };

test.each([undefined, TOO_FAST])("what another page of ours has sent with the same key is not waited for once more (%o)", async (answer) => {
  const { store, wire } = await seated();
  void store.play("Rock", "of_one_move");
  await wire.tells(update(2, "Paper"));
  expect(wire.sent.at(-1)?.key).toBe("of_one_move");
  await wire.answers("play");
  expect(store.shown?.legal).toEqual([]);
  await wire.answers("ping", answer);
  expect(store.shown?.legal).toEqual(["Paper"]);
});

test("a button that is pressed again before the answer has come asks for nothing more", async () => {
  const { store, wire } = await seated();
  const pressed = [store.request({ do: "start" }), store.request({ do: "start" })];
  expect(wire.asked("start")).toBe(1);
  await wire.answers("start");
  expect(await Promise.all(pressed)).toEqual([true, true]);
  void store.request({ do: "start" });
  expect(wire.asked("start")).toBe(2);
  void store.sit(0, "Mira");
  void store.sit(1, "Mira");
  expect(wire.asked("sit")).toBe(2);
});

test("whom others wait for is said when we have answered, and then with what happens, where it has changed", async () => {
  const { store, wire } = await seated();
  await wire.tells({ ...TABLE, ...turn(2), you: 0 });
  await vi.waitFor(() => expect(wire.asked("commit")).toBe(1));
  await wire.answers("commit");
  let version = 2;
  const tells = async (asked: number[], prompt: string, text: string | null = null): Promise<string> => {
    store.spoken = "";
    const frames = text ? [{ event: { kind: "says", text, seat: 1, rule: null }, view: {} }] : [];
    await wire.tells({ is: "update", frame: ++version, frames, view: {}, ...turn(version), asked, prompt });
    await vi.advanceTimersByTimeAsync(1000);
    return store.spoken;
  };
  expect(await tells([0, 1, 2], "Your card.")).toBe("Your card.");
  expect(await tells([1, 2], "Waiting for Bo and Cy.")).toBe("Waiting for Bo and Cy.");
  expect(await tells([2], "Waiting for Cy.")).toBe("");
  expect(await tells([2], "Waiting for Cy.", "Bo plays.")).toBe("Bo plays. Waiting for Cy.");
  expect(await tells([2], "Waiting for Cy.", "Bo sighs.")).toBe("Bo sighs.");
  expect(await tells([0], "Your card.", "Cy plays.")).toBe("Cy plays. Your card.");
});

test("what happened is told after the table was sent anew while something was shown", async () => {
  const { store, wire } = await seated();
  await wire.tells(happens(2, "One."));
  await wire.tells({ ...TABLE, ...turn(2, "Rock") });
  await wire.tells(happens(3, "Two."));
  expect(store.shown?.view).toEqual({ last: "Two." });
});

test("what happened is told after a move was taken back while something was shown", async () => {
  const { store, wire } = await seated();
  await wire.tells(happens(2, "One."));
  const note = { text: "Taken back.", kind: "undone", seat: null, card: null };
  await wire.tells({ ...turn(3, "Rock"), is: "undone", frame: 3, lost: 1, note, phase: "playing", series: TABLE.series, view: {} });
  await wire.tells(happens(4, "Two."));
  expect(store.shown?.view).toEqual({ last: "Two." });
});

test("where nothing stays to be looked at, what comes in a burst is drawn together, and nothing of it is lost", async () => {
  change({ pace: "at once" });
  const { store, wire } = await seated();
  const drawn: unknown[] = [];
  const heard: unknown[] = [];
  store.leaving = () => null;
  store.happened = (event, view) => heard.push([event.text, view]);
  let last = store.shown;
  const watch = (): void => {
    if (store.shown !== last) drawn.push(store.shown?.view);
    last = store.shown;
  };
  await wire.tells(happens(2, "One.", "Two."));
  watch();
  for (const message of [happens(3, "Three."), happens(4, "Four.", "Five.")]) {
    await wire.tells(message);
    watch();
  }
  expect(store.spoken).toBe("One. Two.");
  await vi.advanceTimersByTimeAsync(50);
  watch();
  expect(drawn).toEqual([{ last: "Two." }, { last: "Five." }]);
  expect(store.shown?.log.map(({ text }) => text)).toEqual(["One.", "Two.", "Three.", "Four.", "Five."]);
  expect(heard).toEqual(["One.", "Two.", "Three.", "Four.", "Five."].map((text) => [text, { last: text }]));
  expect(store.spoken).toBe("Three. Four. Five.");
  expect(store.shown?.legal).toEqual(["Rock"]);
  expect(store.behind).toBe(0);
});

test("the page is settled when it shows what a move has brought, not when the move is answered", async () => {
  const { store, wire } = await seated();
  const page: { facedown?: { settled: () => Promise<void> } } = {};
  vi.stubGlobal("window", Object.assign(page, globalThis));
  vi.stubGlobal("requestAnimationFrame", (done: () => void) => setTimeout(done, 16));
  Object.assign(document, { fonts: { ready: Promise.resolve() }, getAnimations: () => [], querySelector: () => null });
  startSettled();
  let settled = false;
  void store.play("Rock");
  void page.facedown?.settled().then(() => (settled = true));
  for (const bring of [() => wire.answers("play"), () => wire.tells(update(2, "Paper"))]) {
    await vi.advanceTimersByTimeAsync(100);
    expect(settled).toBe(false);
    await bring();
  }
  while (!settled) {
    for (const { n } of wire.sent.filter((one) => one.do === "ping")) await wire.tells({ is: "answer", n, ok: true });
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(store.shown?.legal).toEqual(["Paper"]);
});

test("a question that ends sooner than was said is counted down anew, also while something is still to be shown", async () => {
  const { store, wire } = await seated();
  await wire.tells({ is: "ends", clock: { now: 40, ends: 42 } });
  expect([store.shown?.clock?.ends, store.shown?.clock?.whole]).toEqual([42, 2]);
  await wire.tells({ ...happens(2, "One.", "Two."), clock: { now: 41, ends: 60 } });
  expect(store.behind).toBe(1);
  await wire.tells({ is: "ends", clock: { now: 41, ends: 44 } });
  store.skip();
  expect([store.shown?.view, store.shown?.clock?.ends]).toEqual([{ last: "Two." }, 44]);
});

test("whoever comes back is told what they have missed since what they were told last", async () => {
  const { wire } = await seated();
  await wire.tells(update(7, "Rock"));
  wire.onclose({ code: 1006 });
  await vi.advanceTimersByTimeAsync(1000);
  Wire.last.onopen();
  expect([wire, Wire.last].map(({ sent }) => sent[0]?.since)).toEqual([undefined, 7]);
});

test("what somebody says whom we do not want to hear is neither shown nor read aloud", async () => {
  const { store, wire } = await seated();
  const says = (name: string): Promise<void> => wire.tells({ is: "said", seat: 1, name, text: "Hm." });
  store.people.mute("Bo");
  await says("Bo");
  expect([store.chat, store.spoken]).toEqual([[], ""]);
  await says("Cy");
  expect([store.chat.length, store.spoken]).toEqual([1, "Cy says: Hm."]);
});

test("what is told beside the game is shown, and read aloud where it is not our own", async () => {
  const { store, wire } = await seated();
  await wire.tells({ ...TABLE, ...turn(2, "Rock"), you: 0, chat: [{ seat: 1, name: "Bo", text: "Hm." }] });
  const seats = { is: "seats", seats: [SEATS[0], { name: "Bo", kind: "person", held: true, here: false }], phase: "playing", series: TABLE.series, willing: [], declining: [] };
  await wire.tells({ ...seats, watching: 2 });
  const away = [...store.people.awaySince];
  expect([store.shown?.names, store.people.watching, away.length]).toEqual([["Mira", "Bo"], 2, 1]);
  await vi.advanceTimersByTimeAsync(5000);
  await wire.tells(seats);
  expect([...store.people.awaySince]).toEqual(away);
  for (const [message, spoken] of [
    [{ is: "hosts", seat: 0, name: "Mira" }, "You are the host of this table now."],
    [{ is: "hosts", seat: 1, name: "Bo" }, "Bo is the host of this table now."],
    [{ is: "said", seat: 0, name: "Mira", text: "Hm." }, "Bo is the host of this table now."],
    [{ is: "reacted", seat: 1, expression: "laugh" }, "Bo laughs."],
    [{ is: "reacted", seat: 0, expression: "sad" }, "Bo laughs."],
    [{ is: "lines", chat: [] }, "Something that was said has been deleted."],
    [{ is: "talk", open: false }, "Something that was said has been deleted."],
    [{ is: "areread", things: [3] }, "Something that was said has been deleted."],
  ] as const) {
    await wire.tells(message);
    expect(store.spoken).toBe(spoken);
  }
  expect([store.chat, store.silent, store.people.haveRead, store.shown?.reactions?.length]).toEqual([[], true, [3], 2]);
  await vi.advanceTimersByTimeAsync(3000);
  expect(store.shown?.reactions).toEqual([]);
  await wire.tells({ is: "over", standing: null, series: TABLE.series, views: [{}] });
  expect([store.opened, known("abc")?.playing]).toEqual([[{}], 1]);
  await wire.tells({ ...TABLE, ...turn(3) });
  expect([store.opened, store.people.haveRead]).toEqual([null, []]);
  wire.onclose({ code: 4410 });
  expect([store.gone, known("abc")]).toEqual(["The host has deleted this table.", undefined]);
});

test("a touch shows what comes next, and a page at which nobody looks all of it", async () => {
  const { store, wire } = await seated();
  await wire.tells(happens(2, "One.", "Two.", "Three."));
  store.onward();
  expect([store.shown?.view, store.behind]).toEqual([{ last: "Two." }, 1]);
  Object.assign(document, { hidden: true });
  await wire.tells(happens(3, "Four."));
  expect([store.shown?.view, store.behind]).toEqual([{ last: "Four." }, 0]);
});

test("bots take the empty seats alone, and none that somebody has taken meanwhile", async () => {
  const { store, wire } = await seated();
  const seats = [SEATS[0], SEATS[1], SEATS[1]];
  await wire.tells({ ...TABLE, ...turn(1), phase: "lobby", seats });
  void store.fill("sensible");
  await wire.tells({ is: "seats", phase: "lobby", seats: [SEATS[0], SEATS[1], SEATS[0]] });
  await wire.answers("bot");
  expect(wire.sent.filter((one) => one.do === "bot")).toMatchObject([{ seat: 1 }]);
});

test("whoever gets up in a game may come back, and who sat down after it had no part in it", async () => {
  const { store, wire } = await seated();
  await wire.tells({ ...TABLE, ...turn(1), phase: "over", series: { games: 2, wins: [] } });
  void store.sit(1, "Mira");
  await wire.answers("sit", { ok: true, secret: "ours", seat: 1 });
  expect(known("abc")).toMatchObject({ secret: "ours", seat: 1, came: 2 });
  for (const [phase, secret] of [["playing", "ours"], ["lobby", undefined]] as const) {
    await wire.tells({ is: "seats", phase, seats: SEATS });
    void store.leave();
    await wire.answers("leave");
    expect(known("abc")?.secret).toBe(secret);
  }
});

test("a link to a call that no browser opens is as good as none", async () => {
  const { store, wire } = await seated();
  await wire.tells({ is: "voice", link: "https://call.example/Mira" });
  expect(store.voice?.host).toBe("call.example");
  expect(store.spoken).toContain("call.example");
  await wire.tells({ is: "voice", link: "https://1.2.3.4.5/" });
  expect(store.voice).toBeNull();
  expect(await store.linkVoice("https://1.2.3.4.5/")).toBe(false);
  expect(store.trouble?.text).toContain("No browser opens this link");
  expect(wire.asked("voice")).toBe(0);
});

test("whoever wants the result sees the rest of the game without a pause, and the next one with its pauses", async () => {
  change({ pace: "at once" });
  const { store, wire } = await seated();
  store.rush();
  await wire.tells(happens(2, "One.", "Two.", "Three."));
  expect(store.shown?.view).toEqual({ last: "Three." });
  await wire.tells({ is: "over", standing: null, series: TABLE.series, views: [] });
  expect([store.shown?.phase, store.rushes]).toEqual(["over", false]);
  store.rush();
  await wire.tells({ ...TABLE, ...turn(3) });
  expect(store.rushes).toBe(true);
  await wire.tells({ ...TABLE, ...turn(9), phase: "over" });
  expect(store.rushes, "the line was lost when the game ended").toBe(false);
});
