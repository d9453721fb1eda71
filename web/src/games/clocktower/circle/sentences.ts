/** What is longer than its place ends with a whole sentence, if one has room. */
import type { Attachment } from "svelte/attachments";

const BETWEEN = /(?<=[.!?])\s+/u;

/** Writes as many sentences as the element around this one has room for, and at least the first. */
export function sentences(text: string): Attachment<HTMLElement> {
  const all = text.split(BETWEEN);
  return (node) => {
    const place = node.parentElement ?? node;
    const write = (): void => {
      for (let kept = all.length; kept > 0; kept--) {
        node.textContent = all.slice(0, kept).join(" ");
        if (place.scrollHeight <= place.clientHeight) return;
      }
    };
    const room = new ResizeObserver(write);
    room.observe(place);
    void document.fonts.ready.then(write);
    write();
    return () => room.disconnect();
  };
}
