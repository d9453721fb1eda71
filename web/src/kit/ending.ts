import { tick } from "svelte";

const NEAR = 24; // pixels

/**
 * What is oldest first is scrolled to its end, also as more comes, unless whoever reads has scrolled up.
 *
 * `lines`: read to know of more; `left`: hears whether somebody has gone from the end.
 */
export function ending(lines: () => unknown, left: (gone: boolean) => void = () => undefined): (list: HTMLElement) => () => void {
  let gone = false;
  return (list) => {
    lines();
    const room = list.closest<HTMLElement>("[data-scrolls], .scroll, .body");
    const scrolled = (): void => left((gone = !!room && room.scrollHeight - room.scrollTop - room.clientHeight > NEAR));
    if (!gone) void tick().then(() => room?.scrollTo({ top: room.scrollHeight }));
    room?.addEventListener("scroll", scrolled);
    return () => room?.removeEventListener("scroll", scrolled);
  };
}
