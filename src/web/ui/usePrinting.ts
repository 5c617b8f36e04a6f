import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** True while printing, where tabs cannot be switched. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const media = window.matchMedia('print');
    // Synchronously: the browser renders the print right after the event.
    const tell = (value: boolean) => flushSync(() => setPrinting(value));
    const changed = () => tell(media.matches);
    const before = () => tell(true);
    const after = () => tell(false);
    media.addEventListener('change', changed);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      media.removeEventListener('change', changed);
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return isPrinting;
}
