import { MINUTE_MS } from '#shared/domain/time-units.ts';

/** What counters say at a moment. */
export interface Beat {
  /** Milliseconds of a clock that only goes forward. */
  at: number;
  stored: number;
  cpu_seconds: number;
  /** The worst since the beat before. */
  loop_lag_seconds: number;
}

export const BEAT_MS = 10_000;
/** Ten minutes. */
const KEPT = 60;
/** Over a shorter time one packet more or less would make another rate. */
const LEAST_MS = 5000;

/** The recent past of the counters, from which rates are made. */
export class Pulse {
  private readonly beats: Beat[] = [];

  add(beat: Beat): void {
    this.beats.push(beat);
    if (this.beats.length > KEPT + 1) this.beats.shift();
  }

  /** Of the last minute, or of what there is of it; nothing for the first moments. */
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

  /** Packets a minute from each beat to the next, oldest first. */
  recent(): number[] {
    return this.beats.flatMap((beat, i) => {
      const before = this.beats[i - 1];
      return before ? [perMinute(before, beat)] : [];
    });
  }

  private lastMinute(now: Beat): Beat[] {
    // A beat may come a little late.
    return this.beats.filter(({ at }) => now.at - at <= MINUTE_MS + BEAT_MS / 2);
  }
}

function perMinute(from: Beat, to: Beat): number {
  return (Math.max(0, to.stored - from.stored) * MINUTE_MS) / (to.at - from.at);
}
