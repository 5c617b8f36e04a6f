/** The router, once it stands. Calls end sessions, so they must be able to move without importing the routes. */
type Navigate = (to: string) => void;

let navigate: Navigate = (to) => window.location.assign(to);

export function navigateWith(next: Navigate): void {
  navigate = next;
}

export function goTo(path: string): void {
  navigate(path);
}

/** The address to come back to after sign-in. */
export function currentPath(): string {
  return window.location.pathname + window.location.search;
}

/** `ended`: why the session ended, which the sign-in page says. */
export function loginPath(from = currentPath(), ended?: string): string {
  const path = `/login?redirect=${encodeURIComponent(from)}`;
  return ended ? `${path}&ended=${encodeURIComponent(ended)}` : path;
}
