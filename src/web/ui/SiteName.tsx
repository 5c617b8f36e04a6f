import { useSiteNames } from './useSiteNames.ts';

/** Site name in the user's language, for rows with both names; other rows are translated by `LocalSiteNames`. */
export function SiteName({ name }: { name: string }) {
  const nameOf = useSiteNames();
  return nameOf?.(name) ?? name;
}
