/** What the page knows of itself as an app of this device. */

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
