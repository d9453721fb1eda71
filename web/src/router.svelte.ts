/** Where we are.  Links are plain `<a href>`; clicks on ours are caught here. */
export const place = $state({ path: location.pathname, search: location.search });

function moved(): void {
  place.path = location.pathname;
  place.search = location.search;
}

export function go(to: string, options: { replace?: boolean } = {}): void {
  if (options.replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  moved();
  scrollTo(0, 0);
}

function ours(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = (event.target as Element | null)?.closest?.("a");
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return null;
  if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return null;
  return link;
}

export function startRouter(): void {
  addEventListener("popstate", moved);
  document.addEventListener("click", (event) => {
    const link = ours(event);
    if (!link) return;
    if (link.hash && link.pathname === location.pathname) return; // a jump within the page
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
