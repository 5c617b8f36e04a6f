import { maps } from '#shared/contract/platform/maps.ts';
import type { TileProvider } from '#shared/domain/tile-provider.ts';
import { useCall } from '#web/api/useCall.ts';

/** Null is the bundled map, also after an error; undefined while loading. */
export function useTileProvider(): TileProvider | null | undefined {
  const { data, error } = useCall(maps.provider, {}, { staleMs: Number.POSITIVE_INFINITY, shell: true });
  if (error) return null;
  return data?.provider;
}
