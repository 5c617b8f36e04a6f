import { Fragment, type ReactNode, useCallback, useId, useRef, useState } from 'react';

export interface Opened<T> {
  open(what: T): void;
  /** Call after the closing animation. */
  closed(): void;
  show(draw: (what: T) => ReactNode): ReactNode;
}

/**
 * State of a drawer or dialog and its subject. Each opening renders a new instance: reopening during the closing
 * animation would otherwise close the new one too.
 */
export function useOpened<T>(): Opened<T> {
  // Unique among siblings, so that React does not mix up one that is closing with another that opens.
  const id = useId();
  const [opened, setOpened] = useState<{ what: T; nth: number }>();
  // Counts on after a closing: one that opens in the same moment would otherwise get the key of the closed one.
  const openings = useRef(0);
  return {
    open: useCallback((what: T) => {
      openings.current += 1;
      setOpened({ what, nth: openings.current });
    }, []),
    closed: useCallback(() => setOpened(undefined), []),
    show: (draw) => opened && <Fragment key={`${id} ${opened.nth}`}>{draw(opened.what)}</Fragment>,
  };
}
