/** What the page knows of itself as an app of this device. */

/** The event of browsers that can install pages; TypeScript does not know it yet. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
}

export const app = $state({
  /** Does the server not answer?  Then there is what is kept on the device. */
  away: false,
  /** Is there a newer page?  This brings it; null: there is none. */
  renew: null as (() => void) | null,
  /** The newer page has the device already: this one is loaded anew when no game is disturbed. */
  old: false,
  /** Can the page be installed here?  This asks for it. */
  install: null as (() => void) | null,
});

/** Call once, when the page begins: the browser says only once that it can install it. */
export function startApp(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    app.install = () => {
      app.install = null;
      void (event as InstallPrompt).prompt();
    };
  });
  // The first load comes first: only then is everything kept that the page needs without network.
  addEventListener("load", () => void import("./offline").then(({ startOffline }) => startOffline()));
}
