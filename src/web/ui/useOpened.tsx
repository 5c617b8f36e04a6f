import { Fragment, type ReactNode, useCallback, useId, useState } from 'react';

export interface Opened<T> {
  open(what: T): void;
  /** To be called once the thing has slid away. */
  closed(): void;
  show(draw: (what: T) => ReactNode): ReactNode;
}

/**
 * A drawer or dialog that stands over a page, and what it is about. Each opening draws a new one: a drawer that still
 * slides away knows only that it is to go, so that what is opened meanwhile would go with it.
 */
export function useOpened<T>(): Opened<T> {
  // Several may stand side by side: one that still slides away must not be taken for another that opens.
  const id = useId();
  const [opened, setOpened] = useState<{ what: T; nth: number }>();
  return {
    open: useCallback((what: T) => setOpened((last) => ({ what, nth: (last?.nth ?? 0) + 1 })), []),
    closed: useCallback(() => setOpened(undefined), []),
    show: (draw) => opened && <Fragment key={`${id} ${opened.nth}`}>{draw(opened.what)}</Fragment>,
  };
}
