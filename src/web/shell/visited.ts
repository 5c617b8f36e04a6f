import { useSyncExternalStore } from 'react';

/** A visited page. Keeps the query, so that the same list reopens. */
export interface VisitedPage {
  path: string;
  search: string;
}

const key = 'tabs';
const most = 20;
const listeners = new Set<() => void>();
let pages: readonly VisitedPage[] = stored();

export const visited = {
  open(path: string, search: string): void {
    const known = pages.find((page) => page.path === path);
    if (!known) keep([...pages, { path, search }].slice(-most));
    else if (known.search !== search) keep(pages.map((page) => (page === known ? { path, search } : page)));
  },

  /** The page as it was left, or without a query if it has no tab. */
  addressOf(path: string): string {
    return path + (pages.find((page) => page.path === path)?.search ?? '');
  },

  /** Returns the page to open next if the closed one is shown. */
  close(path: string): VisitedPage | undefined {
    const at = pages.findIndex((page) => page.path === path);
    const neighbour = pages[at + 1] ?? pages[at - 1];
    keep(pages.filter((page) => page.path !== path));
    return neighbour;
  },

  closeOthers(path: string): void {
    keep(pages.filter((page) => page.path === path));
  },

  closeAll(): void {
    keep([]);
  },
};

export function useVisited(): readonly VisitedPage[] {
  return useSyncExternalStore(subscribe, () => pages);
}

function keep(next: readonly VisitedPage[]): void {
  pages = next;
  sessionStorage.setItem(key, JSON.stringify(next));
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function stored(): VisitedPage[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter(isVisited) : [];
  } catch {
    return [];
  }
}

function isVisited(value: unknown): value is VisitedPage {
  const page = value as Partial<VisitedPage> | null;
  return typeof page?.path === 'string' && typeof page.search === 'string';
}
