import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AnswerOf } from '#shared/contract/define.ts';
import { tracks } from '#shared/contract/readings/tracks.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { speedsOf, stopsOf, ways } from '#shared/domain/track.ts';
import { send } from '#web/api/client.ts';
import { useCall } from '#web/api/useCall.ts';
import { useAskingSoon } from '#web/live/useAskingSoon.ts';
import { useLive } from '#web/live/useLive.ts';

/** A van that stays within 60 m for five minutes has stopped. */
const stopRule = { radius_km: 0.06, least_ms: 5 * MINUTE_MS };

export interface TrackQuery {
  site_ids: readonly number[];
  from: string;
  to: string;
  component_id: number | undefined;
  wind: { direction: number; speed: number } | undefined;
}

export type Track = ReturnType<typeof trackOf>;

/** Tracks of several stations with their values. */
export function useTracks({ site_ids, from, to, component_id, wind }: TrackQuery) {
  const component_ids = [component_id, wind?.direction, wind?.speed].filter((one) => one !== undefined);
  const answers = useQueries({
    queries: site_ids.map((site_id) => {
      const input = { site_id, from, to, component_ids };
      return {
        queryKey: [tracks.points.path, input],
        queryFn: ({ signal }: { signal: AbortSignal }) => send(tracks.points, input, { signal }),
        staleTime: MINUTE_MS,
        enabled: component_id !== undefined,
      };
    }),
  });
  const answered = answers.map(({ dataUpdatedAt }) => dataUpdatedAt).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `answered` changes with the answers
  const found = useMemo(
    () => answers.flatMap(({ data }, i) => (data ? [trackOf(site_ids[i] ?? 0, data)] : [])),
    [answered, site_ids.join()],
  );
  return {
    tracks: found,
    isLoading: answers.some(({ isPending, isFetching }) => isPending && isFetching),
    error: answers.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const answer of answers) void answer.refetch();
    },
  };
}

function trackOf(site_id: number, { data_info }: AnswerOf<typeof tracks.points>) {
  const points = data_info.map(({ ts, longitude, latitude, values, flags }) => {
    const [value = null, direction = null, windSpeed = null] = values;
    return {
      at: Date.parse(ts),
      longitude,
      latitude,
      value,
      /** A flagged value is excluded. */
      doubtful: (flags[0] ?? '') !== '',
      wind: direction !== null && windSpeed !== null ? { direction, speed: windSpeed } : null,
    };
  });
  return {
    site_id,
    points,
    ways: ways(points),
    speeds: speedsOf(points),
    stops: stopsOf(points, stopRule),
  };
}

/** Current positions, refreshed on live readings. */
export function usePositions(site_ids: readonly number[]) {
  const answer = useCall(tracks.now, { site_ids: [...site_ids] }, { enabled: site_ids.length > 0 });
  const askSoon = useAskingSoon(() => answer.refetch());
  useLive(
    { topics: ['reading'], site_ids: [...site_ids] },
    { onEvents: askSoon, onMissed: askSoon },
    site_ids.length > 0,
  );
  return answer.data?.data_info ?? [];
}
