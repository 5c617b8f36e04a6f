/** The reason of requests that are cancelled by a change of path (spec §8). */
export const routeJump = 'route jump cancel request';

let page = new AbortController();

/** Aborts when the user moves to another path. A change of the query keeps the page and its requests. */
export function pageSignal(): AbortSignal {
  return page.signal;
}

export function leavePage(): void {
  page.abort(routeJump);
  page = new AbortController();
}
