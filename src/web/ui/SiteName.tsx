import { useSiteNames } from './useSiteNames.ts';

/** A site by its name in the reader's language. */
export function SiteName({ name }: { name: string | null | undefined }) {
  const nameOf = useSiteNames();
  return nameOf(name ?? '');
}
