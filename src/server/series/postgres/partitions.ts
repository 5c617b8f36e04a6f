import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { RawPacket, ReadingRow } from '#server/series/store.ts';

const DAY_MS = 86_400_000;

/** Makes the partitions that a batch needs, once each. Months for measurements, days for frames; all in UTC. */
export class Partitions {
  private readonly known = new Set<string>();
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async ensureFor(batch: { readings: readonly ReadingRow[]; packets: readonly RawPacket[] }): Promise<void> {
    for (const { data_type, ts } of batch.readings) await this.ensureMonth(`reading_${data_type}`, ts);
    for (const { received_at } of batch.packets) await this.ensureDay('raw_packet', received_at);
  }

  async ensureMonth(table: string, at: Date): Promise<void> {
    const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
    const name = `${table}_${year}_${String(month + 1).padStart(2, '0')}`;
    if (!this.known.has(name)) {
      await this.make(table, name, new Date(Date.UTC(year, month)), new Date(Date.UTC(year, month + 1)));
    }
  }

  private async ensureDay(table: string, at: Date): Promise<void> {
    const day = Math.floor(at.getTime() / DAY_MS) * DAY_MS;
    const name = `${table}_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '_')}`;
    if (!this.known.has(name)) await this.make(table, name, new Date(day), new Date(day + DAY_MS));
  }

  private async make(table: string, name: string, starts: Date, ends: Date): Promise<void> {
    await this.db.run(sql`call make_partition(${table}, ${name}, ${starts}, ${ends})`);
    this.known.add(name);
  }
}
