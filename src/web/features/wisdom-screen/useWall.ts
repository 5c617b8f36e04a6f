import { useEffect, useMemo, useRef, useState } from 'react';
import { home, replayHours } from '#shared/contract/home/home.ts';
import { type Pollutant, pollutantFacts } from '#shared/domain/pollutants.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { useDatabaseState } from '#web/api/connection.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLiveState } from '#web/live/useLive.ts';
import type { Network, Station } from '#web/network/network.ts';
import { hasPlace } from '#web/network/places.ts';
import { Frames } from '#web/network/replay-frames.ts';
import { figuresOf, type WallFigures } from './wall-figures.ts';

/** Update interval: one per second is as fast as people can read. */
const everyMs = 1000;
/** Grace period: brief disconnects are not reported. */
const lostAfterMs = 5000;
/** Without any packet for this long the data are stale. */
const staleAfterMs = 10 * MINUTE_MS;

/** Cities with stations on the map, largest first. */
export function citiesOf(stations: readonly Station[]): string[] {
  const counts = new Map<string, number>();
  for (const station of stations) {
    const code = station.site.city_code;
    if (code !== null && hasPlace(station)) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return Array.from(counts)
    .sort(([a, some], [b, others]) => others - some || a.localeCompare(b))
    .map(([code]) => code);
}

/** City code; null is the whole network. */
export type Scope = string | null;

/** Rotates through the whole network and its cities until paused. */
export function useRotation(cities: readonly string[], seconds: number) {
  const [step, setStep] = useState(0);
  const [paused, setPaused] = useState(false);
  const count = cities.length + 1;
  const turns = !paused && seconds > 0 && cities.length > 1;
  useEffect(() => {
    if (!turns) return;
    const timer = setInterval(() => setStep((now) => (now + 1) % count), seconds * 1000);
    return () => clearInterval(timer);
  }, [turns, seconds, count]);
  const at = step % count;
  const scope: Scope = at === 0 ? null : (cities[at - 1] ?? null);
  const go = (by: number) => {
    setPaused(true);
    setStep((now) => (((now % count) + by + count) % count) as number);
  };
  return { scope, at, count, turns, canTurn: seconds > 0 && cities.length > 1, paused, setPaused, go };
}

/** Figures of the stations in scope, recomputed at most once a second and only after changes. */
export function useFigures(network: Network, stations: readonly Station[]): WallFigures {
  const [figures, setFigures] = useState(() => figuresOf(network, stations));
  const dirty = useRef(false);
  useEffect(() => {
    setFigures(figuresOf(network, stations));
    dirty.current = false;
    const unlisten = network.onChange(() => {
      dirty.current = true;
    });
    const timer = setInterval(() => {
      if (!dirty.current) return;
      dirty.current = false;
      setFigures(figuresOf(network, stations));
    }, everyMs);
    return () => {
      clearInterval(timer);
      unlisten();
    };
  }, [network, stations]);
  return figures;
}

/** Current time, updated every `stepMs`. */
export function useNow(stepMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), stepMs);
    return () => clearInterval(timer);
  }, [stepMs]);
  return now;
}

export type Liveness = { state: 'live' } | { state: 'lost' | 'database' | 'stale'; since: number };

/** Whether the wall is live: socket connected, database working, and recent packets. */
export function useLiveness(newest: number, isEmpty: boolean): Liveness {
  const socket = useLiveState();
  const now = useNow(everyMs);
  const database = useDatabaseState();
  const openAt = useRef(now);
  const workedAt = useRef(now);
  if (socket === 'open') openAt.current = now;
  if (database === 'ok') workedAt.current = now;
  if (now - openAt.current > lostAfterMs) return { state: 'lost', since: openAt.current };
  if (database !== 'ok') return { state: 'database', since: workedAt.current };
  if (!isEmpty && now - newest > staleAfterMs) return { state: 'stale', since: newest };
  return { state: 'live' };
}

/** Last 24 hours of the network, reloaded each hour and every five minutes for late aggregates. */
export function useDay(pollutant: Pollutant | undefined) {
  const now = useNow(MINUTE_MS);
  const to = new Date(Math.floor(now / HOUR_MS) * HOUR_MS).toISOString();
  const code = pollutant && pollutantFacts[pollutant].code;
  const answer = useCall(
    home.replay,
    { to, hours: replayHours, code },
    { keepPrevious: true, refetchMs: 5 * MINUTE_MS },
  );
  const frames = useMemo(
    () => (answer.data ? new Frames([answer.data], code === undefined) : undefined),
    [answer.data, code],
  );
  return { frames, isPending: answer.isPending, failed: answer.isError && !answer.data };
}
