import type { DataType } from '#protocol/commands.ts';
import type { Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { PacketsQuestion } from '#server/series/packets.ts';
import { postgresStore } from '#server/series/postgres/store.ts';
import type { StoredPacket, StoredReading } from '#server/series/store.ts';

/** A period that contains all data of tests. */
const always = { from: new Date('2000-01-01T00:00:00Z'), to: new Date('2100-01-01T00:00:00Z') };

/** All site IDs, or that of this MN. */
async function siteIds(db: Pool, mn?: string): Promise<number[]> {
  const rows = await db.rows<{ site_id: number }>(
    sql`select site_id from site where mn = coalesce(${mn ?? null}, mn) order by site_id`,
  );
  return rows.map(({ site_id }) => site_id);
}

/** The stored readings of a device or of all sites, oldest first. */
export async function storedReadings(
  db: Pool,
  data_type: DataType,
  mn?: string,
  span: { from: Date; to: Date } = always,
): Promise<StoredReading[]> {
  return postgresStore(db).range({ ...span, data_type, site_ids: await siteIds(db, mn) });
}

export async function countReadings(db: Pool, data_type: DataType, mn?: string): Promise<number> {
  return postgresStore(db).count({ ...always, data_type, site_ids: await siteIds(db, mn) });
}

/** Packets of sites and unregistered devices, oldest first. */
export async function storedPackets(
  db: Pool,
  { qn, ...asked }: Partial<PacketsQuestion> & { qn?: string } = {},
): Promise<StoredPacket[]> {
  const question = { ...always, site_ids: await siteIds(db), strangers: { except: [] }, ...asked };
  const packets = await postgresStore(db).packets(question, { limit: 10_000, oldest_first: true });
  return packets.filter((packet) => qn === undefined || packet.qn === qn);
}

/** Whether the alarm engine has evaluated everything. */
export async function isJudged(db: Pool): Promise<boolean> {
  return (await postgresStore(db).news(1)).length === 0;
}
