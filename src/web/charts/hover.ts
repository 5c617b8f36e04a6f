import { useSyncExternalStore } from 'react';

/** Time under the pointer, shared by a chart and a table. Only elements that show this time re-render. */
export class Hover {
  private at: number | undefined;
  private readonly listeners = new Set<() => void>();

  set = (at: number | undefined): void => {
    if (at === this.at) return;
    this.at = at;
    for (const listener of [...this.listeners]) listener();
  };

  now = (): number | undefined => this.at;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };
}

export function useHovered(hover: Hover): number | undefined {
  return useSyncExternalStore(hover.subscribe, hover.now);
}

export function useIsHovered(hover: Hover, at: number | undefined): boolean {
  return useSyncExternalStore(hover.subscribe, () => at !== undefined && hover.now() === at);
}
