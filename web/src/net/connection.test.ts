import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Connection, NO_ANSWER, OFFLINE, type ConnectionHandlers } from "./connection";
import type { Answer } from "./wire";

/** A socket whose other end is the test. */
class Wire {
  static OPEN = 1;
  static made: Wire[] = [];
  readyState = 0;
  onopen: () => void = () => undefined;
  onmessage: (message: { data: string }) => void = () => undefined;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: { n: number; do: string; key?: string; secret?: string }[] = [];

  constructor() {
    Wire.made.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Wire["sent"][number]);
  }

  close(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  open(): void {
    this.readyState = Wire.OPEN;
    this.onopen();
  }

  answer(n: number, ok: boolean, why = "unknown_secret"): void {
    this.onmessage({ data: JSON.stringify({ is: "answer", n, ok, why: ok ? undefined : why, text: "" }) });
  }
}

const handlers: ConnectionHandlers = { hello: () => ({ do: "hello" }), welcomed: () => {}, told: () => {}, pinged: () => {}, state: () => {} };
const now = (): Wire => Wire.made.at(-1)!;
let wakes: () => void;
const later = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1000); // it is tried again

async function connected(): Promise<Connection> {
  const connection = new Connection("ws://table", handlers);
  await opens();
  return connection;
}

async function opens(ok = true): Promise<void> {
  now().open();
  now().answer(now().sent[0]!.n, ok);
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Wire);
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("document", { addEventListener: (_: string, awake: (event: object) => void) => (wakes = () => awake({})), removeEventListener: () => {}, hidden: false });
  vi.stubGlobal("PageTransitionEvent", class {});
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  Wire.made = [];
});

test("a move, a chat line and a wish for a hint without an answer are sent again, as they were, when the line is back", async () => {
  const connection = await connected();
  const answers: Answer[] = [];
  void connection.ask({ do: "play", at: 3, move: "Ann" }).then((answer) => answers.push(answer));
  void connection.ask({ do: "say", text: "Hm." }).then((answer) => answers.push(answer));
  void connection.ask({ do: "hint" }).then((answer) => answers.push(answer));
  const before = now().sent.slice(-3);
  now().close();
  await later();
  expect(answers).toEqual([]);
  await opens();
  const after = now().sent.slice(1, 4);
  expect(after.map(({ n: _, ...said }) => said)).toEqual(before.map(({ n: _, ...said }) => said));
  expect(new Set(after.map((said) => said.key)).size).toBe(3);
  for (const said of after) now().answer(said.n, true);
  await vi.advanceTimersByTimeAsync(0);
  expect(answers.map((answer) => answer.ok)).toEqual([true, true, true]);
  connection.close();
});

test("what was answered is not sent again, and everything else that was not answered is refused", async () => {
  const connection = await connected();
  const played = connection.ask({ do: "play", at: 3, move: "Ann" });
  now().answer(now().sent.at(-1)!.n, true);
  const left = connection.ask({ do: "leave" });
  now().close();
  expect((await played).ok).toBe(true);
  expect(await left).toBe(NO_ANSWER);
  await later();
  await opens();
  expect(now().sent.map((said) => said.do).filter((what) => what !== "ping")).toEqual(["hello"]);
  connection.close();
});

test("without a line nothing is kept to be sent later, and nobody waits for a line that was closed", async () => {
  const connection = await connected();
  const played = connection.ask({ do: "play", at: 3, move: "Ann" });
  now().close();
  expect(await connection.ask({ do: "play", at: 3, move: "Bo" })).toBe(OFFLINE);
  connection.close();
  expect(await played).toBe(NO_ANSWER);
});

test("a wish for a seat without an answer is sent again with the same secret, so that nobody sits twice", async () => {
  const connection = await connected();
  const sat = connection.ask({ do: "sit", seat: 1, name: "Ann" });
  const { secret } = now().sent.at(-1)!;
  expect(secret).toMatch(/^[a-z0-9]{42}$/);
  now().close();
  await later();
  await opens();
  const again = now().sent.find((said) => said.do === "sit")!;
  expect(again.secret).toBe(secret);
  now().answer(again.n, true);
  expect((await sat).ok).toBe(true);
  connection.close();
});

test("a change that does not fit on what was told has the whole table told again, once", async () => {
  await connected();
  const change = JSON.stringify({ is: "changed", on: 4, frames: [], turn: [] });
  now().onmessage({ data: change });
  now().onmessage({ data: change });
  const hellos = now().sent.filter((said) => said.do === "hello");
  expect(hellos).toHaveLength(2);
  now().answer(hellos[1]!.n, true);
  await vi.advanceTimersByTimeAsync(0);
  now().onmessage({ data: change });
  expect(now().sent.filter((said) => said.do === "hello")).toHaveLength(3);
});

test.each(["storage", "elsewhere", "too_fast"])("a greeting that is refused for now (%s) is sent again, and nobody hears of it", async (why) => {
  const heard: Answer[] = [];
  const connection = new Connection("ws://table", { ...handlers, welcomed: (answer) => heard.push(answer) });
  now().open();
  const first = now();
  first.answer(first.sent[0]!.n, false, why);
  await later();
  expect(now()).not.toBe(first);
  expect(heard).toEqual([]);
  await opens();
  expect(heard.map((answer) => answer.ok)).toEqual([true]);
  connection.close();
});

test("a line on which nothing is heard is said to be slow, then lost, within ten seconds", async () => {
  const states: string[] = [];
  const connection = new Connection("ws://table", { ...handlers, state: (state) => states.push(state) });
  await opens();
  const pings = (): Wire["sent"] => now().sent.filter(({ do: what }) => what === "ping");
  await vi.advanceTimersByTimeAsync(1900);
  for (const { n } of pings()) now().answer(n, true);
  states.length = 0;
  void connection.ask({ do: "play", at: 1, move: 7 });
  await vi.advanceTimersByTimeAsync(2900);
  expect(states).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(states).toEqual(["slow"]);
  for (const { n } of now().sent) now().answer(n, true);
  expect(states).toEqual(["slow", "open"]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(states.slice(2, 4)).toEqual(["slow", "lost"]);
  await vi.advanceTimersByTimeAsync(15_000); // nor does the next one open
  expect(Wire.made.length).toBeGreaterThan(2);
  connection.close();
});

test("whoever looks at the page again has a broken line back at once, and a dead one within a second", async () => {
  const connection = await connected();
  now().close();
  Object.assign(document, { hidden: true });
  wakes();
  expect(Wire.made).toHaveLength(1);
  Object.assign(document, { hidden: false });
  wakes();
  expect(Wire.made).toHaveLength(2);
  await opens();
  wakes();
  await later();
  expect(Wire.made.map(({ readyState }) => readyState)).toEqual([3, 3, 0]);
  connection.close();
});

test("whoever is at a table that is deleted is told, and does not come back to it", async () => {
  const deleted = vi.fn();
  const connection = new Connection("ws://here", { ...handlers, deleted });
  now().open();
  now().answer(1, true);
  await vi.advanceTimersByTimeAsync(0);
  const said = connection.ask({ do: "say", text: "Hello" });
  now().close(4410);
  expect(await said).toBe(NO_ANSWER);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(deleted).toHaveBeenCalledOnce();
  expect(Wire.made).toHaveLength(1);
});
