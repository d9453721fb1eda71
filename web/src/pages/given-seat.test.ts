import { beforeEach, expect, test, vi } from "vitest";

import { forget, known, remember } from "../net/known-tables";
import { comeBack, linkForUs, linkTo, wayTo } from "./given-seat";

beforeEach(() => {
  const kept: Record<string, string> = {};
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept[key] ?? null, setItem: (key: string, text: string) => (kept[key] = text) });
  vi.stubGlobal("history", { state: null, replaceState: (_: unknown, __: string, address: string) => Object.assign(location, { pathname: address, hash: "" }) });
  forget("abc");
});

function open(link: string): void {
  vi.stubGlobal("location", new URL(link));
  comeBack("abc");
}

test("a second device has our seat and the host's rights, and its address no longer holds them", () => {
  vi.stubGlobal("location", new URL("https://table/t/abc"));
  remember("abc", { game: "clocktower", secret: "ours", host: "leads" });
  const link = linkForUs("abc");
  forget("abc");
  open(link);
  expect(known("abc")).toMatchObject({ secret: "ours", host: "leads" });
  expect(location.hash).toBe("");
});

test("a link that somebody made up takes nothing from whoever follows it", () => {
  remember("abc", { game: "clocktower", host: "leads" });
  open("https://table/t/abc#ours=made.up");
  expect(known("abc")?.host).toBe("leads");
  remember("abc", { game: "clocktower", secret: "mine" });
  open("https://table/t/abc#ours=made.up");
  expect(known("abc")?.secret).toBe("mine");
});

test("a table is found by its code as it is said aloud, and by the whole link, with the seat that it gives", () => {
  expect([" ABCDE fghjk ", "abcde-fghjk", "https://table/t/abcdefghjk/replay?at=3"].map(wayTo)).toEqual(Array(3).fill("/t/abcdefghjk"));
  vi.stubGlobal("location", new URL("https://table/"));
  expect(wayTo(linkTo("abcdefghjk", { seat: 2, code: "2345AB" }))).toBe("/t/abcdefghjk#seat=2&code=2345AB");
  expect(wayTo("  ")).toBeNull();
});
