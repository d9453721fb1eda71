import { toneOf, type Scenes } from "../../scenes/scene";
import type { View } from "./types";

const HUNDRED = 100; // a meeting's event tells both sums in one number

/** The dice freeze; then the sums of each meeting count up.  That we have lost before anything is counted is told, too. */
const scenes: Scenes<View> = ({ event, faces, faults }, names, you) => {
  if (event?.kind === "blue") return { kind: "freeze", title: "Blue!", note: "Hands off", tone: "plain", seats: [], lasts: 1000 };
  const lost = you !== null && event?.seat === you && { late: "Too late", fault: "Too many bots" }[event.kind as "late" | "fault"];
  if (lost) return { kind: "freeze", title: lost, note: "You lose the round", tone: "bad", seats: [], lasts: 1400 };
  if (event?.seat == null || (event.kind !== "win" && event.kind !== "tie")) return null;
  const seats = [event.seat, event.other];
  if (seats.some((seat) => faults.includes(seat))) return null; // nothing is counted
  const tie = event.kind === "tie";
  const sums = tie ? [event.about, event.about] : [event.about % HUNDRED, Math.floor(event.about / HUNDRED)];
  const tokens = event.tokens.flatMap((n, seat) => (n ? [`${names[seat]} ${n < 0 ? "−" : "+"}${Math.abs(n)}`] : [])).join(", ");
  const higher = sums[0] === sums[1] ? "Equal sums are a win" : faces.includes("lower") ? "The lower sum wins" : "The higher sum wins";
  return {
    kind: "count",
    title: tie ? "A tie" : event.seat === you ? "You win" : event.other === you ? "You lose" : `${names[event.seat]} wins`,
    note: tie ? "Nobody gains tokens" : `${higher}. Tokens: ${tokens}`,
    tone: toneOf(you, tie ? null : event.seat, seats),
    seats,
    sums,
    winner: tie ? null : event.seat,
    lasts: 2000,
  };
};

export default scenes;
