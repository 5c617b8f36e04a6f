const home = '/homepages';

/** Target after sign-in. Accepts only paths of this origin, to prevent open redirects. */
export function redirectTarget(wanted: string | null, origin = window.location.origin): string {
  if (!wanted?.startsWith('/')) return home;
  const url = readUrl(wanted, origin);
  if (url?.origin !== origin || url.pathname === '/login' || url.pathname === '/') return home;
  return url.pathname + url.search;
}

function readUrl(wanted: string, origin: string): URL | undefined {
  try {
    return new URL(wanted, origin);
  } catch {
    return undefined;
  }
}
