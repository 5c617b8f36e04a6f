import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether the page is being printed: paper has no tabs to turn. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const media = window.matchMedia('print');
    // At once: the browser draws the paper as soon as it has told us.
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
