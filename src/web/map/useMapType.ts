import { useSession } from '#web/api/session.ts';
import { useTheme } from '#web/theme/theme.ts';
import type { MapType } from './look.ts';

/** How maps look until someone chooses otherwise: as the user's theme says, or else to fit light or dark. */
export function useMapType(): MapType {
  const dark = useTheme() === 'dark';
  const style = useSession()?.user_set.map_style ?? 'general';
  return style === 'general' && dark ? 'dark' : style;
}
