/** How somebody who looks elsewhere learns that it is their turn: the tab's title and sign, the app's badge, a notice. */
import plain from "../icon.svg";
import turn from "../icon-turn.svg";
import type { TableState } from "../kit/contract";
import { hushed, type Sounds } from "./cues";

const NAME = "Facedown";

/** Must this seat answer now, so that somebody waits for it?  Never where the game's sounds must not tell. */
export function calls(table: TableState, sounds: Sounds): boolean {
  if (table.phase !== "playing" || table.you === null || !table.asked.includes(table.you)) return false;
  if (table.clock?.ends === null) return false; // a stream of questions that waits for nobody
  return !hushed(sounds, table.view);
}

/** The tab's title, right for whoever looks: those who are asked, those who wait, those who watch, after the end. */
export function tabTitle(game: string, table: Pick<TableState, "phase" | "you" | "standing"> | null, called: boolean): string {
  if (!table) return `${game} · ${NAME}`;
  if (called) return `Your turn · ${game}`;
  if (table.phase === "lobby") return `Waiting for players · ${game}`;
  if (table.phase !== "over") return `${game} · ${NAME}`;
  const won = table.you !== null && table.standing.winners.includes(table.you);
  return `${won ? "You win" : "Game over"} · ${game}`;
}

/** The sign in the tab and on the app's icon. */
export function badge(called: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link) link.href = called ? turn : plain;
  const app = navigator as Navigator & { setAppBadge?: (n: number) => Promise<void>; clearAppBadge?: () => Promise<void> };
  void (called ? app.setAppBadge?.(1) : app.clearAppBadge?.())?.catch(() => {}); // no app, no badge
}

/** Can this page tell somebody who looks elsewhere?  Only where the connection is secure. */
export function canNotify(): boolean {
  return isSecureContext && "Notification" in window && Notification.permission !== "denied";
}

export async function mayNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

const ICON = "/icon-192.png"; // not every system shows an SVG
let shown: Notification | null = null;

function tagOf(code: string): string {
  return `turn-${code}`;
}

/** Tell somebody who looks elsewhere that it is their turn; the tag lets a new notice take the place of the last. */
export async function notify(game: string, code: string): Promise<void> {
  if (!canNotify() || Notification.permission !== "granted") return;
  const path = `/t/${code}`; // public/notices.js opens it
  const what: NotificationOptions = { body: `It is your turn at table ${code}.`, tag: tagOf(code), icon: ICON, data: path };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) await worker.showNotification(game, what);
  else {
    const notice = new Notification(game, what);
    shown = notice;
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  }
}

/** It is their turn no longer, or they look here: take the notice away. */
export async function takeNoticeAway(code: string): Promise<void> {
  shown?.close();
  shown = null;
  if (!canNotify()) return;
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const notice of (await worker?.getNotifications({ tag: tagOf(code) })) ?? []) notice.close();
}
