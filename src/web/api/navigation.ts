/** Set by the router. Calls can end a session, so they must be able to navigate without importing the routes. */
type Navigate = (to: string) => void;

let navigate: Navigate = (to) => window.location.assign(to);

export function navigateWith(next: Navigate): void {
  navigate = next;
}

export function goTo(path: string): void {
  navigate(path);
}

/** The address to return to after sign-in. */
export function currentPath(): string {
  return window.location.pathname + window.location.search;
}

/** `ended`: why the session ended, for the sign-in page. */
export function loginPath(from = currentPath(), ended?: string): string {
  const path = `/login?redirect=${encodeURIComponent(from)}`;
  return ended ? `${path}&ended=${encodeURIComponent(ended)}` : path;
}
