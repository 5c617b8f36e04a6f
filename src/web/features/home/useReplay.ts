import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { home, replayHours } from '#shared/contract/home.ts';
import { bucketOf } from '#shared/domain/buckets.ts';
import { useCalls } from '#web/api/useCall.ts';
import type { Colouring } from './picture.ts';
import { Frames } from './replay-frames.ts';

/** Hours that can be played again. */
export const replaySpans = [24, 168] as const;
export type ReplaySpan = (typeof replaySpans)[number];

/** Hours in a second. */
export const replaySpeeds = [1, 2, 4] as const;
export type ReplaySpeed = (typeof replaySpeeds)[number];

const minuteMs = 60_000;
const hourMs = 3_600_000;

interface Played {
  span: ReplaySpan;
  /** The end of the last hour. */
  to: number;
  step: number;
  playing: boolean;
  speed: ReplaySpeed;
}

/** The past of the network as a film. Nothing is played until it is opened. */
export function useReplay(colouring: Colouring) {
  const [played, setPlayed] = useState<Played>();
  const code = colouring === 'overall' ? undefined : colouring.code;
  const pieces = useCalls(home.replay, played ? inputsOf(played, code) : [], {
    staleMs: minuteMs,
  });
  const answers = pieces.map(({ data }) => data);
  const arrived = answers.filter((answer) => answer !== undefined);
  const isComplete = played !== undefined && arrived.length === answers.length;
  const answered = pieces.map(({ dataUpdatedAt }) => dataUpdatedAt).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answers are the same as long as their times are
  const frames = useMemo(
    () => (isComplete ? new Frames(arrived, code === undefined) : undefined),
    [isComplete, answered, code],
  );
  const change = useCallback((patch: Partial<Played>) => {
    setPlayed((before) => before && { ...before, ...patch });
  }, []);
  const shown = usePlaying(played, frames, change);
  return {
    played,
    frames,
    error: pieces.find(({ error }) => error)?.error ?? null,
    progress: answers.length > 0 ? arrived.length / answers.length : 0,
    /** From the first hour on. */
    open: (span: ReplaySpan) =>
      setPlayed((before) => ({
        span,
        to: bucketOf('hour', new Date()).getTime(),
        step: 0,
        playing: true,
        speed: before?.speed ?? 2,
      })),
    close: () => setPlayed(undefined),
    retry: () => {
      for (const piece of pieces) if (piece.error) void piece.refetch();
    },
    change,
    shown,
  };
}

export type Replay = ReturnType<typeof useReplay>;

/** Day by day, oldest first. */
function inputsOf({ span, to }: Played, code: string | undefined) {
  return Array.from({ length: span / replayHours }, (_, i) => ({
    to: new Date(to - (span - (i + 1) * replayHours) * hourMs).toISOString(),
    hours: replayHours,
    code,
  }));
}

/**
 * Goes on hour by hour, each when it is due and the one before it has been drawn: a slow machine plays more slowly and
 * leaves none out. Returns what is to be told when an hour is drawn.
 */
function usePlaying(
  played: Played | undefined,
  frames: Frames | undefined,
  change: (patch: Partial<Played>) => void,
): (step: number) => void {
  const drawn = useRef(-1);
  const dueAt = useRef(0);
  const goOn = useRef<() => void>(undefined);
  const { step = 0, playing = false, speed = 1 } = played ?? {};
  const last = (frames?.steps ?? 0) - 1;
  useEffect(() => {
    if (!playing || !frames) return;
    // From one due time to the next, so that drawing takes nothing off the pace; what is late begins a new one.
    const now = performance.now();
    dueAt.current = Math.max(now, dueAt.current + 1000 / speed);
    if (dueAt.current > now + 1000 / speed) dueAt.current = now + 1000 / speed;
    let isDue = false;
    goOn.current = () => {
      if (isDue && drawn.current === step) change(step < last ? { step: step + 1 } : { playing: false });
    };
    const timer = setTimeout(() => {
      isDue = true;
      goOn.current?.();
    }, dueAt.current - now);
    return () => {
      clearTimeout(timer);
      goOn.current = undefined;
    };
  }, [playing, frames, step, last, speed, change]);
  return useCallback((shown: number) => {
    drawn.current = shown;
    goOn.current?.();
  }, []);
}
