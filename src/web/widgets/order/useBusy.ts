import { useCallback, useEffect, useRef } from 'react';

/** Reports changes of the busy state only; unmounting ends it. */
export function useBusy(onBusy: (isBusy: boolean) => void): (isBusy: boolean) => void {
  const said = useRef(false);
  const tell = useRef(onBusy);
  tell.current = onBusy;
  useEffect(
    () => () => {
      if (said.current) tell.current(false);
    },
    [],
  );
  return useCallback((isBusy: boolean) => {
    if (said.current === isBusy) return;
    said.current = isBusy;
    tell.current(isBusy);
  }, []);
}
