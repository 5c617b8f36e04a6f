import { useSession } from '#web/api/session.ts';
import { useTheme } from '#web/theme/theme.ts';
import type { MapType } from './look.ts';

/** Default map type: from the user's settings, or else by theme. */
export function useMapType(): MapType {
  const dark = useTheme() === 'dark';
  const style = useSession()?.user_set.map_style ?? 'general';
  return style === 'general' && dark ? 'dark' : style;
}
