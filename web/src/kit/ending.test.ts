import { expect, it, vi } from "vitest";

import { ending } from "./ending";

it("who has not scrolled up stays at the end, however fast lines come", async () => {
  vi.stubGlobal("ResizeObserver", class { observe(): void {} disconnect(): void {} });
  const room = Object.assign(new EventTarget(), { scrollTop: 0, scrollHeight: 100, clientHeight: 100, scrollTo: ({ top }: { top: number }) => (room.scrollTop = top - 100) });
  const list = { closest: () => room } as unknown as HTMLElement;
  const told: boolean[] = [];
  const lies = (height: number, top: number): void => {
    Object.assign(room, { scrollHeight: height, scrollTop: top });
    room.dispatchEvent(new Event("scroll"));
  };
  const follows = ending(() => 0, (gone) => told.push(gone));
  let forget = follows(list);
  lies(300, 200);
  lies(400, 240); // two lines came before the page heard that it had scrolled
  expect(told).toEqual([false, false]);
  lies(400, 100);
  expect(told.at(-1)).toBe(true);
  forget();
  forget = follows(list);
  lies(500, 100);
  await Promise.resolve();
  expect([told.at(-1), room.scrollTop]).toEqual([true, 100]);
  lies(500, 400);
  expect(told.at(-1)).toBe(false);
  forget();
});
