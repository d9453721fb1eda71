import type { Seat } from "../../kit/contract";
import { DIAMOND } from "./objects";
import { wealth, type View } from "./view";

/** Where diamonds lie: before a seat, in the Bank, or on the pile, which does not run out. */
export type Place = Seat | "bank" | "pile";

export interface Flight {
  from: Place;
  to: Place;
  diamonds: number;
}

/** How the diamonds must have gone from one view to the next: what nobody has lost comes from the pile.  A new game's are not the last one's. */
export function flights(before: View, after: View): Flight[] {
  if (after.turns === 0) return [];
  const changes: [Place, number][] = [
    ...after.diamonds.map((_, seat): [Place, number] => [seat, wealth(after, seat) - wealth(before, seat)]),
    ["bank", after.bank - before.bank],
  ];
  const losers = changes.filter(([, change]) => change < 0).map(([place, change]) => ({ place, left: -change }));
  const found: Flight[] = [];
  for (const [to, change] of changes) {
    let wanted = change;
    for (const loser of losers) {
      const diamonds = Math.min(wanted, loser.left);
      if (diamonds <= 0) continue;
      found.push({ from: loser.place, to, diamonds });
      loser.left -= diamonds;
      wanted -= diamonds;
    }
    if (wanted > 0) found.push({ from: "pile", to, diamonds: wanted });
  }
  for (const { place, left } of losers) if (left > 0) found.push({ from: place, to: "pile", diamonds: left });
  return found;
}

const MOST = 5; // diamonds that are seen to fly at once
const LATE = 70; // milliseconds between them
const FLIGHT = 520;
const SIZE = 22;
const GEM = `<svg viewBox="-22 -22 44 44" width="${SIZE}" height="${SIZE}">${DIAMOND.map(([path, colour, width]) =>
  width === undefined ? `<path d="${path}" fill="${colour}"/>` : `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}"/>`,
).join("")}</svg>`;

/** Let them be seen on their way. */
export function show({ from, to, diamonds }: Flight, board: HTMLElement): void {
  const spots = [from, to].map((place) =>
    board.querySelector(typeof place === "number" ? `.plate[data-seat="${place}"]` : `.${place}`)?.getBoundingClientRect(),
  );
  const [start, end] = spots;
  if (!start || !end) return;
  const middle = (box: DOMRect): [number, number] => [box.left + box.width / 2 - SIZE / 2, box.top + box.height / 2 - SIZE / 2];
  const [x, y] = middle(start);
  const [endX, endY] = middle(end);
  for (let i = 0; i < Math.min(diamonds, MOST); i += 1) {
    const gem = document.createElement("span");
    gem.innerHTML = GEM;
    gem.setAttribute("aria-hidden", "true");
    Object.assign(gem.style, { position: "fixed", left: "0", top: "0", zIndex: "46", pointerEvents: "none", lineHeight: "0" });
    document.body.append(gem);
    const rise = Math.min(y, endY) - 26 - 6 * i;
    const way = gem.animate(
      [
        { transform: `translate(${x}px, ${y}px) scale(0.7)`, opacity: 0 },
        { transform: `translate(${(x + endX) / 2 + 8 * i}px, ${rise}px) scale(1.15)`, opacity: 1, offset: 0.5 },
        { transform: `translate(${endX}px, ${endY}px) scale(0.8)`, opacity: 1 },
      ],
      { duration: FLIGHT, delay: LATE * i, easing: "ease-in-out", fill: "backwards" },
    );
    way.onfinish = way.oncancel = () => gem.remove();
  }
}
