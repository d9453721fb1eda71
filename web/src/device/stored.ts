/** What this browser keeps as JSON.  Null: nothing, or storage is blocked or holds something else. */
export function stored(key: string): object | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return typeof found === "object" ? found : null;
  } catch {
    return null;
  }
}

export function storedList<T>(key: string): T[] {
  const found = stored(key);
  return Array.isArray(found) ? (found as T[]) : [];
}

/** False if storage is blocked or full: what is there stays, and what is new lasts until the page is left. */
export function store(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
