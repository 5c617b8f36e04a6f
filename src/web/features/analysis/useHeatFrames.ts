import { useMemo } from 'react';
import { home, replayHours } from '#shared/contract/home/home.ts';
import { bucketOf } from '#shared/domain/buckets.ts';
import { pollutantFacts } from '#shared/domain/pollutants.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { staleMs } from '#web/api/freshness.ts';
import { useCallsInTurn } from '#web/api/useCall.ts';
import { Frames } from '#web/network/replay-frames.ts';
import type { HeatFactor } from './heat-scale.ts';

/** Loads the completed hours since `from`, one request per day, in order. */
export function useHeatFrames(factor: HeatFactor, from: number, days: number) {
  const until = Math.min(from + days * DAY_MS, bucketOf('hour', new Date()).getTime());
  const code = factor === 'aqi' ? undefined : pollutantFacts[factor].code;
  const inputs: { to: string; hours: number; code: string | undefined }[] = [];
  for (let at = from; at < until; at += replayHours * HOUR_MS) {
    const hours = Math.min(replayHours, Math.round((until - at) / HOUR_MS));
    inputs.push({ to: new Date(at + hours * HOUR_MS).toISOString(), hours, code });
  }
  const pieces = useCallsInTurn(home.replay, inputs, { staleMs });
  const missing = pieces.findIndex(({ data }) => data === undefined);
  const there = missing < 0 ? pieces : pieces.slice(0, missing);
  const answered = there.map(({ dataUpdatedAt }) => dataUpdatedAt).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `answered` changes with the answers
  const frames = useMemo(
    () =>
      there.length > 0
        ? new Frames(
            there.flatMap(({ data }) => data ?? []),
            code === undefined,
          )
        : undefined,
    [answered, code, from],
  );
  return {
    frames,
    /** Total hours, loaded or not. */
    steps: Math.max(0, Math.round((until - from) / HOUR_MS)),
    error: pieces.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const piece of pieces) if (piece.error) void piece.refetch();
    },
  };
}
