import { type ReactNode, useMemo } from 'react';
import { Reading } from '#web/api/reading.ts';
import { useSiteNames } from './useSiteNames.ts';
import { withSiteNames } from './with-site-names.ts';

/** Calls below this component return site names in the user's language. */
export function LocalSiteNames({ children }: { children: ReactNode }) {
  const nameOf = useSiteNames();
  const reading = useMemo<Reading>(
    () => (nameOf ? (answer) => withSiteNames(answer, nameOf) : (answer) => answer),
    [nameOf],
  );
  return <Reading value={reading}>{children}</Reading>;
}
