import type { Db } from '#server/db/pool.ts';
import { identifier, sql } from '#server/db/sql.ts';
import type { RawPacket, ReadingRow } from '#server/series/store.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';

interface Rows {
  readings: readonly ReadingRow[];
  packets: readonly RawPacket[];
}

/** Creates the partitions that a batch needs, once each: months for measurements, days for frames, in UTC. */
export class Partitions {
  private readonly known = new Set<string>();
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /**
   * Stores a batch after creating its partitions. A partition that retention dropped in the meantime is created again.
   */
  async within(batch: Rows, store: () => Promise<void>): Promise<void> {
    await this.ensureFor(batch);
    try {
      await store();
    } catch (error) {
      if (!isMissingPartition(error)) throw error;
      this.known.clear();
      await this.ensureFor(batch);
      await store();
    }
  }

  private async ensureFor(batch: Rows): Promise<void> {
    // Nearly all rows of a batch are in one month and one day.
    const months = new Map(
      batch.readings.map((row) => [
        `${row.data_type} ${row.ts.getUTCFullYear() * 12 + row.ts.getUTCMonth()}`,
        row,
      ]),
    );
    for (const { data_type, ts } of months.values()) await this.ensureMonth(`reading_${data_type}`, ts);
    const days = new Set(batch.packets.map(({ received_at }) => Math.floor(received_at.getTime() / DAY_MS)));
    for (const day of days) await this.ensureDay('raw_packet', day * DAY_MS);
  }

  async ensureMonth(table: string, at: Date): Promise<void> {
    const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
    const name = `${table}_${year}_${String(month + 1).padStart(2, '0')}`;
    if (!this.known.has(name)) {
      await this.make(table, name, new Date(Date.UTC(year, month)), new Date(Date.UTC(year, month + 1)));
    }
  }

  /** Partitions that end before `limit`. */
  async before(table: string, limit: Date): Promise<string[]> {
    const old = await this.db.rows<{ name: string }>(sql`
      select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = ${table}::regclass
         and substring(pg_get_expr(c.relpartbound, c.oid) from $$TO [(]'(.*)'[)]$$)::timestamptz <= ${limit}
       order by 1`);
    return old.map(({ name }) => name);
  }

  async drop(name: string): Promise<void> {
    await this.db.tx({}, async (db) => {
      // While this waits for a long query, everybody else would wait behind it; so it gives up soon and is tried again
      // another time.
      await db.run(sql`set local lock_timeout = '1s'`);
      await db.run(sql`drop table ${identifier(name)}`);
    });
    this.known.delete(name);
  }

  private async ensureDay(table: string, day: number): Promise<void> {
    const name = `${table}_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '_')}`;
    if (!this.known.has(name)) await this.make(table, name, new Date(day), new Date(day + DAY_MS));
  }

  private async make(table: string, name: string, starts: Date, ends: Date): Promise<void> {
    await this.db.run(sql`call make_partition(${table}, ${name}, ${starts}, ${ends})`);
    this.known.add(name);
  }
}

function isMissingPartition(error: unknown): boolean {
  return error instanceof Error && 'routine' in error && error.routine === 'ExecFindPartition';
}
