import { MINUTE_MS } from '#shared/domain/time-units.ts';

/** The counters at one moment. */
export interface Beat {
  /** Milliseconds of a monotonic clock. */
  at: number;
  stored: number;
  cpu_seconds: number;
  /** The worst value since the last beat. */
  loop_lag_seconds: number;
}

export const BEAT_MS = 10_000;
/** Ten minutes. */
const KEPT = 60;
/** Over a shorter time, a single packet would change the rate. */
const LEAST_MS = 5000;

/** Recent values of the counters, from which rates are computed. */
export class Pulse {
  private readonly beats: Beat[] = [];

  add(beat: Beat): void {
    this.beats.push(beat);
    if (this.beats.length > KEPT + 1) this.beats.shift();
  }

  /** Rates of the last minute, or of as much of it as there is; null in the first moments. */
  rates(now: Beat): { packets_per_minute: number | null; cpu_part: number | null } {
    const since = this.lastMinute(now)[0];
    const ms = since ? now.at - since.at : 0;
    if (!since || ms < LEAST_MS) return { packets_per_minute: null, cpu_part: null };
    return {
      packets_per_minute: perMinute(since, now),
      cpu_part: (now.cpu_seconds - since.cpu_seconds) / (ms / 1000),
    };
  }

  loopLag(now: Beat): number {
    return Math.max(now.loop_lag_seconds, ...this.lastMinute(now).map((beat) => beat.loop_lag_seconds));
  }

  /** Packets per minute between consecutive beats, oldest first. */
  recent(): number[] {
    return this.beats.flatMap((beat, i) => {
      const before = this.beats[i - 1];
      return before ? [perMinute(before, beat)] : [];
    });
  }

  private lastMinute(now: Beat): Beat[] {
    // Tolerates a slightly late beat.
    return this.beats.filter(({ at }) => now.at - at <= MINUTE_MS + BEAT_MS / 2);
  }
}

function perMinute(from: Beat, to: Beat): number {
  return (Math.max(0, to.stored - from.stored) * MINUTE_MS) / (to.at - from.at);
}
