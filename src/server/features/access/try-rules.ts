import { DAY_MINUTES, HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';

/** Failed sign-ins of one account from one origin. */
export interface Tries {
  failures: number;
  locks: number;
  locked_until: string | null;
  last_at: string;
}

export interface TryLimits {
  max_failures: number;
  lock_minutes: number;
}

/** An origin's counts reset after this time without a failure. */
export const MEMORY_MS = 48 * HOUR_MS;
const LONGEST_LOCK_MINUTES = DAY_MINUTES;

/** From this many failures on, each attempt needs a proof of work. */
const FREE_TRIES = 3;
const FIRST_BITS = 15;
const MOST_BITS = 20;
/** The same limit for the failures from all unknown devices together. */
const FREE_EVERYWHERE = 10;
/** From this many on, unknown devices are refused: limits guessing from many addresses. */
const MOST_EVERYWHERE = 200;

export function isLocked({ locked_until }: Pick<Tries, 'locked_until'>, now: Date): boolean {
  return locked_until !== null && new Date(locked_until) > now;
}

/** Counts one attempt. Reaching the limit locks; each lock is twice as long as the previous one. */
export function oneMore(before: Tries, limits: TryLimits, now: Date): Tries {
  const fresh = now.getTime() - new Date(before.last_at).getTime() > MEMORY_MS;
  const locks = fresh ? 0 : before.locks;
  const failures = fresh || before.locked_until !== null ? 1 : before.failures + 1;
  const last_at = now.toISOString();
  if (failures < limits.max_failures) return { failures, locks, locked_until: null, last_at };
  const minutes = Math.min(limits.lock_minutes * 2 ** locks, LONGEST_LOCK_MINUTES);
  const locked_until = new Date(now.getTime() + minutes * MINUTE_MS).toISOString();
  return { failures, locks: locks + 1, locked_until, last_at };
}

/** Failures from unknown devices, with a half-life of one hour. */
export function fading(tries: Pick<Tries, 'failures' | 'last_at'> | undefined, now: Date): number {
  if (!tries) return 0;
  const hours = Math.max(0, now.getTime() - new Date(tries.last_at).getTime()) / HOUR_MS;
  return Math.floor(tries.failures * 0.5 ** hours);
}

export function refusesNewDevices(everywhere: number): boolean {
  return everywhere >= MOST_EVERYWHERE;
}

/** Zero bits required of the next proof; 0: no proof. An origin that was locked before has no free tries. */
export function bitsFor({ failures, locks }: Pick<Tries, 'failures' | 'locks'>, everywhere: number): number {
  const own = failures < FREE_TRIES && locks === 0 ? 0 : FIRST_BITS + locks;
  const shared =
    everywhere < FREE_EVERYWHERE ? 0 : FIRST_BITS + Math.floor(Math.log2(everywhere / FREE_EVERYWHERE));
  return Math.min(Math.max(own, shared), MOST_BITS);
}
