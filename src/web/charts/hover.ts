import { useSyncExternalStore } from 'react';

/** Which time a chart and a table look at together. Only what shows that time is drawn anew. */
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

/** Whether it is this time that is looked at. */
export function useIsHovered(hover: Hover, at: number | undefined): boolean {
  return useSyncExternalStore(hover.subscribe, () => at !== undefined && hover.now() === at);
}
