import { useSiteNames } from './useSiteNames.ts';

/** A site whose row has both names, in the reader's language; all other rows come with it (`LocalSiteNames`). */
export function SiteName({ name }: { name: string }) {
  const nameOf = useSiteNames();
  return nameOf?.(name) ?? name;
}
