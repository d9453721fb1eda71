/** Keeps on the device what opens without network: the page, and the rules and lessons of every game. */
import { registerSW } from "virtual:pwa-register";

import { games } from "../net/api";
import { app } from "./app.svelte";

const BOOKS = "books"; // the cache that the service worker answers from: see vite.config.ts
const QUIET = 2000; // milliseconds after the first load, until books are fetched that nobody has asked for yet
const AGAIN = 5000; // milliseconds between two looks whether the server is back
const HOUR = 3_600_000;

export async function startOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  await noticeChange();
  const renew = registerSW({
    onNeedRefresh: () => void isNewest().then((newest) => (app.renew = newest ? null : () => void renew())),
    onNeedReload: () => {}, // not at once: a game may be going on
    onRegisteredSW: (_, registration) => {
      if (registration) lookForNewer(registration);
    },
  });
  void navigator.serviceWorker.ready.then(() => window.setTimeout(() => void keepBooks().catch(() => {}), QUIET));
  watchServer();
}

/** A newer page was accepted, perhaps in another tab: from then on that one is what the device keeps. */
async function noticeChange(): Promise<void> {
  // What was loaded anew with Shift is under no worker's control, although there is one.
  let kept = Boolean((await navigator.serviceWorker.getRegistration())?.active);
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (kept) app.old = true;
    kept = true;
  });
}

/** Is this the page that the server has now? */
async function isNewest(): Promise<boolean> {
  const ours = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.getAttribute("src");
  try {
    const page = await (await fetch("/", { cache: "no-store" })).text();
    return ours === undefined || ours === null || page.includes(ours);
  } catch {
    return true; // without the server there is no newer one
  }
}

/** Phones keep an app open for weeks: look now and then whether there is a newer one. */
function lookForNewer(registration: ServiceWorkerRegistration): void {
  let last = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - last < HOUR) return;
    last = Date.now();
    void registration.update().catch(() => {});
  });
}

async function keepBooks(): Promise<void> {
  const list = await games();
  const wanted = list.flatMap(({ id, lesson }) => [`/api/games/${id}`, ...(lesson ? [`/api/lessons/${id}`] : [])]);
  const books = await caches.open(BOOKS);
  for (const path of ["/api/games", ...wanted]) if (!(await books.match(path))) await books.add(path);
}

function watchServer(): void {
  let timer = 0;
  async function look(): Promise<void> {
    clearTimeout(timer);
    if (document.hidden) return;
    app.away = !(await isThere());
    if (app.away) timer = window.setTimeout(() => void look(), AGAIN);
  }
  for (const event of ["online", "offline"]) addEventListener(event, () => void look());
  document.addEventListener("visibilitychange", () => void look());
  // What has not come from the device came from the server.
  if (navigator.serviceWorker.controller) void look();
}

async function isThere(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    await fetch("/api/games", { method: "HEAD", cache: "no-store" });
    return true;
  } catch {
    return false;
  }
}
