/** Keep the screen on, as far as the browser lets us, until the function that this returns is called. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let done = false;

  /** The browser takes the lock away whenever nobody looks at the page. */
  async function hold(): Promise<void> {
    // On insecure pages there is no wake lock at all, whatever TypeScript thinks.
    if (done || document.hidden || !("wakeLock" in navigator)) return;
    try {
      const got = await navigator.wakeLock.request("screen");
      if (done) await got.release();
      else lock = got;
    } catch {
      // the battery is low: the person may still touch the screen
    }
  }

  const look = (): void => void hold();
  document.addEventListener("visibilitychange", look);
  look();
  return () => {
    done = true;
    document.removeEventListener("visibilitychange", look);
    void lock?.release();
  };
}
