import type { FastifyRateLimitOptions, FastifyRateLimitStore } from '@fastify/rate-limit';
import type { App } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';

interface Count {
  current: number;
  /** End of the counting window. */
  until: number;
}
type Callback = Parameters<FastifyRateLimitStore['incr']>[1];

/** Limit of addresses counted at a time; the oldest is dropped first. */
const MOST = 5000;
const SWEEP_MS = 10 * MINUTE_MS;

/**
 * Counts the requests of an address or a site for the rate limiter. A single server counts in memory; several count
 * together in the database, and each refuses from memory those it knows to be over the limit, so that a flood costs no
 * writes. If the database does not answer, the local count is used.
 */
export function requestCounts({ pool, servers, log }: Pick<App, 'pool' | 'servers' | 'log'>) {
  let sweptAt = Date.now();
  const sweep = () => {
    if (Date.now() - sweptAt < SWEEP_MS) return;
    sweptAt = Date.now();
    pool
      .run(sql`delete from request_count where until < now()`)
      .catch((error: unknown) => log.warn({ err: error }, 'could not forget counts of requests'));
  };
  const countTogether = async (subject: string, windowMs: number): Promise<Count> => {
    const row = await pool.one<{ count: number; left_ms: number }>(sql`
      insert into request_count as t (subject, count, until)
      values (${subject}, 1, now() + make_interval(secs => ${windowMs / 1000}))
      on conflict (subject) do update
         set count = case when t.until < now() then 1 else t.count + 1 end,
             until = case when t.until < now() then excluded.until else t.until end
      returning count, (extract(epoch from until - now()) * 1000)::double precision as left_ms`);
    return { current: row?.count ?? 1, until: Date.now() + (row?.left_ms ?? windowMs) };
  };

  return class RequestCounts implements FastifyRateLimitStore {
    private readonly here = new Map<string, Count>();
    private readonly name: string;

    constructor(options: FastifyRateLimitOptions & { routeInfo?: { url?: string } }) {
      this.name = options.routeInfo?.url ?? '';
    }

    incr(key: string, callback: Callback, windowMs: number, max: number): void {
      const counted = this.countHere(key, windowMs);
      const answer = ({ current, until }: Count) =>
        callback(null, { current, ttl: Math.max(0, until - Date.now()) });
      if (servers.peers.length === 0 || counted.current > max) {
        answer(counted);
        return;
      }
      sweep();
      countTogether(`${this.name} ${key}`, windowMs).then(
        (together) => {
          if (together.current > max) this.here.set(key, together);
          answer(together);
        },
        () => answer(counted),
      );
    }

    child(options: ConstructorParameters<typeof RequestCounts>[0]): FastifyRateLimitStore {
      return new RequestCounts(options);
    }

    private countHere(key: string, windowMs: number): Count {
      const before = this.here.get(key);
      const now = Date.now();
      const count =
        before && before.until > now
          ? { ...before, current: before.current + 1 }
          : { current: 1, until: now + windowMs };
      this.here.delete(key);
      this.here.set(key, count);
      const [oldest] = this.here.keys();
      if (this.here.size > MOST && oldest !== undefined) this.here.delete(oldest);
      return count;
    }
  };
}
