import type { Logger } from 'pino';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';

interface Timing {
  /** A lease whose holder has died is taken over within the sum of both. */
  leaseMs: number;
  renewMs: number;
  /**
   * How often the server checks that its own leases are still valid: the database may not have answered for a while.
   */
  lookMs: number;
  /** Safety margin: a duty is stopped this long before another server could take its lease. */
  spareMs: number;
}
const usual: Timing = { leaseMs: 15_000, renewMs: 5000, lookMs: 1000, spareMs: 3000 };

/** Work that runs until it is stopped. */
export interface Duty {
  stop(): Promise<void>;
}

interface Wanted {
  begin: () => Duty | Promise<Duty>;
  duty: Duty | undefined;
  held: boolean;
  /** Starts and stops of this duty, one after the other. */
  turn: Promise<void>;
}

/**
 * Work that only one of the servers on a database does. Each duty has a lease in the database; its holder does the
 * work, and stops as soon as it cannot be sure of the lease. During a take-over two holders may overlap for a moment,
 * so the statements of the work itself must prevent doing anything twice.
 */
export class Leases<Name extends string = string> {
  private readonly wanted = new Map<Name, Wanted>();
  private readonly timers: NodeJS.Timeout[] = [];
  private renewing: Promise<void> | undefined;
  private sureUntil = 0;
  private stopped = false;
  private readonly db: Db;
  private readonly holder: string;
  private readonly log: Logger;

  private readonly isAlone: () => boolean;
  private readonly timing: Timing;

  /** `isAlone`: no other server could take a duty over, so it need not be stopped while the database is unavailable. */
  constructor(
    db: Db,
    holder: string,
    log: Logger,
    isAlone: () => boolean = () => false,
    timing: Timing = usual,
  ) {
    this.isAlone = isAlone;
    this.timing = timing;
    this.db = db;
    this.holder = holder;
    this.log = log;
  }

  /** Do this work here whenever no other server does it. */
  want(name: Name, begin: Wanted['begin']): void {
    this.wanted.set(name, { begin, duty: undefined, held: false, turn: Promise.resolve() });
  }

  holds(name: Name): boolean {
    return this.wanted.get(name)?.held ?? false;
  }

  /** Resolves once the duties whose lease is free have started. */
  async start(): Promise<void> {
    await this.renew();
    this.timers.push(
      setInterval(() => void this.renew(), this.timing.renewMs),
      setInterval(() => this.look(), this.timing.lookMs),
    );
    await this.settled();
  }

  /** Stops the duties and releases their leases. */
  async stop(): Promise<void> {
    this.stopped = true;
    for (const timer of this.timers) clearInterval(timer);
    await this.renewing;
    for (const [name, wanted] of this.wanted) this.settle(name, wanted, false);
    await this.settled();
    await this.db
      .run(sql`delete from lease where holder = ${this.holder}`)
      .catch((error: unknown) => this.log.warn({ err: error }, 'leases'));
  }

  private renew(): Promise<void> {
    this.renewing ??= this.ask()
      .catch((error: unknown) => this.log.warn({ err: error }, 'leases'))
      .finally(() => {
        this.renewing = undefined;
      });
    return this.renewing;
  }

  private async ask(): Promise<void> {
    if (this.wanted.size === 0) return;
    const asked = performance.now();
    const names = [...this.wanted.keys()];
    const until = sql`now() + make_interval(secs => ${this.timing.leaseMs / 1000})`;
    // Own leases are renewed even while running work holds a lock on them. An expired lease is taken over only when no
    // such lock is held: what its last holder began is then committed or rolled back.
    const rows = await this.db.rows<{ name: string }>(sql`
      with renewed as (
        update lease set until = ${until} where holder = ${this.holder} and name = any(${names}) returning name
      ), free as (
        select name from lease
         where name = any(${names}) and holder <> ${this.holder} and until < now() for update skip locked
      ), taken as (
        update lease l set holder = ${this.holder}, until = ${until} from free where l.name = free.name returning l.name
      ), added as (
        insert into lease (name, holder, until)
        select name, ${this.holder}::uuid, ${until} from unnest(${names}::text[]) name
         where not exists (select from lease l where l.name = name)
        on conflict do nothing returning name
      )
      select name from renewed union all select name from taken union all select name from added`);
    if (this.stopped) return;
    this.sureUntil = asked + this.timing.leaseMs - this.timing.spareMs;
    const mine = new Set(rows.map(({ name }) => name));
    for (const [name, wanted] of this.wanted) this.settle(name, wanted, mine.has(name));
  }

  private look(): void {
    if (performance.now() < this.sureUntil || this.isAlone()) return;
    for (const [name, wanted] of this.wanted) this.settle(name, wanted, false);
  }

  private settle(name: string, wanted: Wanted, held: boolean): void {
    if (wanted.held === held) return;
    wanted.held = held;
    wanted.turn = wanted.turn
      .then(() => turnTo(wanted))
      .catch((error: unknown) => this.log.warn({ err: error, name }, 'a duty could not be begun or ended'));
  }

  private async settled(): Promise<void> {
    await Promise.all([...this.wanted.values()].map(({ turn }) => turn));
  }
}

/** Starts or stops the duty as wanted now, because that may have changed while this waited. */
async function turnTo(wanted: Wanted): Promise<void> {
  if (wanted.held && !wanted.duty) wanted.duty = await wanted.begin();
  if (wanted.held || !wanted.duty) return;
  const { duty } = wanted;
  wanted.duty = undefined;
  await duty.stop();
}
