import { useCallback, useEffect, useRef } from 'react';
import { looks, type MapLook } from './look.ts';
import { useMapType } from './useMapType.ts';

/** Current colours of the default map type, for layers that outlive a change of them. */
export function useMapLook(): () => MapLook {
  const type = useMapType();
  const latest = useRef(type);
  useEffect(() => {
    latest.current = type;
  }, [type]);
  return useCallback(() => looks[latest.current], []);
}
