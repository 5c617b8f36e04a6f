import { type RefObject, useLayoutEffect, useState } from 'react';

/** Current height of an element. */
export function useHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return;
    setHeight(box.clientHeight);
    const watching = new ResizeObserver(() => setHeight(box.clientHeight));
    watching.observe(box);
    return () => watching.disconnect();
  }, [element]);
  return height;
}
