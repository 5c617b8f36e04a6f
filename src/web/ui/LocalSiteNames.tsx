import { type ReactNode, useMemo } from 'react';
import { Reading } from '#web/api/reading.ts';
import { useSiteNames } from './useSiteNames.ts';
import { withSiteNames } from './with-site-names.ts';

/** What pages ask in here names sites in the reader's language. */
export function LocalSiteNames({ children }: { children: ReactNode }) {
  const nameOf = useSiteNames();
  const reading = useMemo<Reading>(
    () => (nameOf ? (answer) => withSiteNames(answer, nameOf) : (answer) => answer),
    [nameOf],
  );
  return <Reading value={reading}>{children}</Reading>;
}
