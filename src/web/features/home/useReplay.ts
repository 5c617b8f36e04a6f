import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { home, replayHours } from '#shared/contract/home/home.ts';
import { bucketOf } from '#shared/domain/buckets.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { staleMs } from '#web/api/freshness.ts';
import { useCallsInTurn } from '#web/api/useCall.ts';
import type { Colouring } from '#web/network/picture.ts';
import { Frames } from '#web/network/replay-frames.ts';
import { useAddress } from '#web/ui/useAddress.ts';

/** Hours to replay. */
export const replaySpans = [24, 168] as const;
export type ReplaySpan = (typeof replaySpans)[number];

/** Hours per second. */
export const replaySpeeds = [1, 2, 4] as const;
export type ReplaySpeed = (typeof replaySpeeds)[number];

interface Played {
  span: ReplaySpan;
  /** End of the last hour. */
  to: number;
  step: number;
  playing: boolean;
  speed: ReplaySpeed;
}

/** Replay of the network's past; loads nothing until opened. */
export function useReplay(colouring: Colouring) {
  const { params, change: changeAddress } = useAddress();
  const [target, setTarget] = useState<Played | undefined>(() => playedOf(params));
  const latest = useRef(changeAddress);
  useEffect(() => {
    latest.current = changeAddress;
  });
  const { span, to = 0, step = 0, playing = false } = target ?? {};
  // The URL contains the hour while paused; while playing only that a replay is open.
  const hour = span && !playing ? new Date(to - (span - step) * HOUR_MS).toISOString() : undefined;
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else latest.current({ replay: span, hour });
  }, [span, hour]);
  const code = colouring === 'overall' ? undefined : colouring.code;
  const inputs = target ? inputsOf(target, code) : [];
  const pieces = useCallsInTurn(
    home.replay,
    inputs.map(({ input }) => input),
    { staleMs, atOnce: inputs.findIndex(({ end }) => target && target.step < end) + 1 },
  );
  const missing = pieces.findIndex(({ data }) => data === undefined);
  const there = missing < 0 ? pieces : pieces.slice(0, missing);
  const ready = inputs[there.length - 1]?.end ?? 0;
  const answered = there.map(({ dataUpdatedAt }) => dataUpdatedAt).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `answered` changes with the answers
  const frames = useMemo(
    () =>
      ready > 0
        ? new Frames(
            there.flatMap(({ data }) => data ?? []),
            code === undefined,
          )
        : undefined,
    [ready, answered, code],
  );
  // While the requested hour is loading, the last loaded hour is shown.
  const played = target && { ...target, step: Math.max(0, Math.min(target.step, ready - 1)) };
  const change = useCallback((patch: Partial<Played>) => {
    setTarget((before) => before && { ...before, ...patch });
  }, []);
  const shown = usePlaying(target, ready, change);
  return {
    played,
    frames,
    error: pieces.find(({ error }) => error)?.error ?? null,
    /** Starts with the first hour. */
    open: (span: ReplaySpan) =>
      setTarget((before) => ({
        span,
        to: bucketOf('hour', new Date()).getTime(),
        step: 0,
        playing: true,
        speed: before?.speed ?? 2,
      })),
    close: () => setTarget(undefined),
    retry: () => {
      for (const piece of pieces) if (piece.error) void piece.refetch();
    },
    change,
    shown,
  };
}

export type Replay = ReturnType<typeof useReplay>;

/** Replay state from a shared link: paused at its hour. */
function playedOf(params: URLSearchParams): Played | undefined {
  const span = replaySpans.find((one) => String(one) === params.get('replay'));
  if (!span) return undefined;
  const start = Date.parse(params.get('hour') ?? '');
  const now = bucketOf('hour', new Date()).getTime();
  if (Number.isNaN(start)) return { span, to: now, step: 0, playing: true, speed: 2 };
  // An hour older than the span becomes the last hour of the replay.
  const to = start < now - span * HOUR_MS ? start + HOUR_MS : now;
  const step = Math.round((start - to) / HOUR_MS) + span;
  return { span, to, step: Math.max(0, Math.min(span - 1, step)), playing: false, speed: 2 };
}

/** The first requests are short, so that the replay starts soon. */
const firstHours = 4;

/** Oldest first; `end` is the number of hours up to then. */
function inputsOf({ span, to }: Played, code: string | undefined) {
  const lengths = [
    ...Array.from({ length: replayHours / firstHours }, () => firstHours),
    ...Array.from({ length: span / replayHours - 1 }, () => replayHours),
  ];
  let end = 0;
  return lengths.map((hours) => {
    end += hours;
    return { end, input: { to: new Date(to - (span - end) * HOUR_MS).toISOString(), hours, code } };
  });
}

/**
 * Advances by an hour once it is due, loaded, and the previous one has been drawn: slow machines play slower but skip
 * nothing. Returns a callback for when an hour is drawn.
 */
function usePlaying(
  played: Played | undefined,
  /** Number of loaded hours. */
  ready: number,
  change: (patch: Partial<Played>) => void,
): (step: number) => void {
  const drawn = useRef(-1);
  const dueAt = useRef(0);
  const goOn = useRef<() => void>(undefined);
  const there = useRef(ready);
  const { step = 0, playing = false, speed = 1, span = 0 } = played ?? {};
  const last = span - 1;
  const isPlaying = playing && step < ready;
  useEffect(() => {
    if (!isPlaying) return;
    // Scheduled from due time to due time, so that drawing does not slow the pace; a late frame restarts the schedule.
    const now = performance.now();
    dueAt.current = Math.max(now, dueAt.current + 1000 / speed);
    if (dueAt.current > now + 1000 / speed) dueAt.current = now + 1000 / speed;
    let isDue = false;
    goOn.current = () => {
      if (!isDue || drawn.current !== step) return;
      if (step === last) change({ playing: false });
      else if (step + 1 < there.current) change({ step: step + 1 });
    };
    const timer = setTimeout(() => {
      isDue = true;
      goOn.current?.();
    }, dueAt.current - now);
    return () => {
      clearTimeout(timer);
      goOn.current = undefined;
    };
  }, [isPlaying, step, last, speed, change]);
  useEffect(() => {
    there.current = ready;
    goOn.current?.();
  }, [ready]);
  return useCallback((shown: number) => {
    drawn.current = shown;
    goOn.current?.();
  }, []);
}
