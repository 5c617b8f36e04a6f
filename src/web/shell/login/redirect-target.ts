const home = '/homepages';

/** Where sign-in leads to. Only a path of this site: an address from a link in a mail must not lead elsewhere. */
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
