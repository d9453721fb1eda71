import { expect, test } from "vitest";

import { left, ServerClock } from "./clock.svelte";

/** Pings over a line that takes these seconds there and back, to a server whose clock is this much ahead. */
function pings(lags: [number, number][], ahead: number): { clock: ServerClock; wait: (seconds: number) => void } {
  let time = 100;
  const clock = new ServerClock(() => time);
  for (const [there, back] of lags) {
    const sent = time;
    time += there;
    const now = time + ahead;
    time += back;
    clock.pinged(sent, time, now);
  }
  return { clock, wait: (seconds) => (time += seconds) };
}

test("on a quick line the server's clock is known to a few milliseconds", () => {
  const { clock } = pings([[0.01, 0.01]], 7);
  expect(clock.now()).toBeCloseTo(100.02 + 7, 6);
});

test("of several pings the quickest is believed, so that a slow one spoils nothing", () => {
  const lags: [number, number][] = [
    [0.4, 0.01],
    [0.03, 0.05],
    [0.01, 0.9],
  ];
  const { clock, wait } = pings(lags, -40);
  wait(12);
  expect(Math.abs(clock.now() - (100 + 1.4 + 12 - 40))).toBeLessThan(0.05);
  expect(clock.error).toBeCloseTo(0.04, 6);
});

test("what is known is never wrong by more than is said", () => {
  for (let trial = 0; trial < 200; trial++) {
    const lags = Array.from({ length: 5 }, (): [number, number] => [Math.random() / 3, Math.random() / 3]);
    const { clock } = pings(lags, 3);
    const spent = lags.flat().reduce((sum, lag) => sum + lag, 0);
    expect(Math.abs(clock.now() - (100 + spent + 3))).toBeLessThanOrEqual(clock.error + 1e-9);
  }
});

test("before the first ping a message tells roughly what the clock says", () => {
  const clock = new ServerClock(() => 10);
  clock.told(4.5);
  clock.told(4.2);
  expect(clock.now()).toBe(4.5);
  clock.forget();
  expect(clock.error).toBe(Infinity);
});

test("there is never less than no time left", () => {
  expect(left({ ends: 12, whole: 8, told: 0, now: () => 9.5 })).toBe(2.5);
  expect(left({ ends: 12, whole: 8, told: 0, now: () => 13 })).toBe(0);
  expect(left({ ends: null, whole: 0, told: 0, now: () => 13 })).toBe(0);
});
