/** The page begins: what it does as an app of this device. */
import { app } from "./app.svelte";

/** The event of browsers that can install pages; TypeScript does not know it yet. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
}

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
