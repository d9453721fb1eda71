/** Names that are too long for their place, cut before their end, without a gap where they are cut. */
import type { Attachment } from "svelte/attachments";

import { endOf } from "./layout";

/** Writes as much of a name as has room: its beginning and its end. */
export function cut(name: string): Attachment<HTMLElement> {
  const end = endOf(name);
  const start = [...name].slice(0, [...name].length - [...end].length);
  return (node) => {
    const fits = (): boolean => node.scrollWidth <= node.clientWidth;
    const write = (): void => {
      node.textContent = name;
      if (!end || fits()) return;
      let [low, high] = [1, start.length - 1];
      while (low < high) {
        const kept = Math.ceil((low + high) / 2);
        node.textContent = shortened(kept);
        if (fits()) low = kept;
        else high = kept - 1;
      }
      node.textContent = shortened(low);
    };
    const shortened = (kept: number): string => `${start.slice(0, kept).join("").trimEnd()}…${end}`;
    const room = new ResizeObserver(write);
    if (node.parentElement) room.observe(node.parentElement);
    void document.fonts.ready.then(write);
    write();
    return () => room.disconnect();
  };
}
