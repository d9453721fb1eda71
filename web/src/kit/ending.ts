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
    if (!room) return () => undefined;
    let at = room.scrollTop;
    // more may have come since we scrolled to the end: only who goes up has left it
    const scrolled = (): void => {
      const far = room.scrollHeight - room.scrollTop - room.clientHeight > NEAR;
      left((gone = far && (gone || room.scrollTop < at)));
      at = room.scrollTop;
    };
    const toEnd = (): void => void (gone || room.scrollTo({ top: room.scrollHeight }));
    const resized = new ResizeObserver(toEnd);
    void tick().then(toEnd);
    room.addEventListener("scroll", scrolled);
    resized.observe(room);
    return () => {
      room.removeEventListener("scroll", scrolled);
      resized.disconnect();
    };
  };
}
