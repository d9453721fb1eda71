import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { awaited, startSettled, waitFor } from "./settled";

let running: { playState: string; finished: Promise<void>; effect: object }[] = [];
const page: { facedown?: { settled: () => Promise<void> } } = {};

interface Later {
  promise: Promise<void>;
  resolve: () => void;
  reject: (error: Error) => void;
}

function later(): Later {
  const later = {} as Later;
  later.promise = new Promise<void>((resolve, reject) => Object.assign(later, { resolve, reject }));
  return later;
}

/** Has the page settled, once all that can happen by itself has happened? */
function waits(): { settled: boolean } {
  const seen = { settled: false };
  void page.facedown?.settled().then(() => (seen.settled = true));
  return seen;
}

const happens = (): Promise<unknown> => vi.advanceTimersByTimeAsync(100);

function animation(property: string, endTime: number, finished: Promise<void>): (typeof running)[number] {
  return { playState: "running", finished, effect: { getComputedTiming: () => ({ endTime }), getKeyframes: () => [{ offset: 0, [property]: "" }] } };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", page);
  vi.stubGlobal("requestAnimationFrame", (done: () => void) => setTimeout(done, 16));
  vi.stubGlobal("document", { fonts: { ready: Promise.resolve() }, getAnimations: () => running, querySelector: () => null });
  startSettled();
  running = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a page that has asked for nothing is settled", async () => {
  const seen = waits();
  await happens();
  expect(seen.settled).toBe(true);
});

test("what is asked for is waited for, also if it fails, and what follows from it", async () => {
  const first = later();
  const second = later();
  awaited(first.promise).catch(() => void awaited(second.promise));
  const seen = waits();
  await happens();
  first.reject(new Error("no"));
  await happens();
  expect(seen.settled).toBe(false);
  second.resolve();
  await happens();
  expect(seen.settled).toBe(true);
});

test("a part of the page is waited for as long as it is busy, and until it has heard what there is", async () => {
  const answer = later();
  let busy = true;
  const forget = waitFor({ busy: () => busy, heard: () => answer.promise });
  const seen = waits();
  busy = false;
  await happens();
  expect(seen.settled).toBe(false);
  busy = true;
  answer.resolve();
  await happens();
  expect(seen.settled).toBe(false);
  busy = false;
  await happens();
  expect(seen.settled).toBe(true);
  forget();
});

test("what moves is waited for, but not what moves for ever or only fades", async () => {
  const landed = later();
  const never = new Promise<void>(() => {});
  running = [animation("transform", Infinity, never), animation("opacity", 160, never), animation("transform", 280, landed.promise)];
  const seen = waits();
  await happens();
  expect(seen.settled).toBe(false);
  running.pop();
  landed.resolve();
  await happens();
  expect(seen.settled).toBe(true);
});
