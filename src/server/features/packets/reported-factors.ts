import { dataTypeOf } from '#protocol/commands.ts';
import { parsePacket } from '#protocol/packet.ts';
import { isMeasured, readReadings } from '#protocol/readings.ts';
import { encodeText } from '#protocol/text.ts';
import { framesIn } from '#protocol/whole.ts';
import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { Directory } from '#server/ingest/directory.ts';
import { readMessage } from '#server/push/message.ts';
import { withoutMn } from '#server/push/values.ts';
import { measuredItem } from '#shared/contract/items.ts';

/** Enough packets to include every kind, such as hours and days. */
const LOOKED_AT = 500;

interface ReportingDevice {
  mn: string;
  first_at: Date;
  last_packet: string | null;
}

/**
 * The factors that a device sent before it became a site, in the usual order. Codes that its protocol does not map are
 * left out.
 */
export async function reportedFactors(
  { db, series }: Pick<Ctx, 'db' | 'series'>,
  { mn, first_at, last_packet }: ReportingDevice,
): Promise<number[]> {
  const ofDevice = { site_ids: [], strangers: { mn, except: [] }, from: new Date(first_at) };
  const kept = await series.packets({ ...ofDevice, outgoing: false, verdict: 'ok' }, { limit: LOOKED_AT });
  // The last packet may not be stored yet.
  const packets = [...kept.map(({ raw }) => raw), encodeText(last_packet ?? '')];
  const directory = new Directory(db);
  await directory.load();
  const known = directory.find(mn)?.codes ?? new Map();
  const codes = new Set(packets.flatMap((raw) => (isJson(raw) ? itemCodes(raw) : frameCodes(raw))));
  const fids = [...codes].flatMap((code) => known.get(code)?.fid ?? []);
  const rows = await db.rows<{ component_id: number }>(sql`
    select component_id from component where component_id = any(${fids}) order by sort, component_id`);
  return rows.map(({ component_id }) => component_id);
}

function frameCodes(raw: Uint8Array): string[] {
  return framesIn(raw).flatMap((frame) => {
    const packet = parsePacket(frame);
    if (!dataTypeOf(packet.cn)) return [];
    const { readings, others } = readReadings(packet);
    const measured = readings.filter((reading) => isMeasured(reading, packet.cn));
    // Parameters without a suffix are values if the protocol maps them.
    return [...measured.map(({ factor }) => factor), ...others.map(({ name }) => name)];
  });
}

function isJson(raw: Uint8Array): boolean {
  return /^\s*[[{]/.test(Buffer.from(raw).toString('latin1'));
}

function itemCodes(raw: Uint8Array): string[] {
  const { values = [] } = readMessage(Buffer.from(raw));
  return values.flatMap(({ value }) => {
    const item = measuredItem.safeParse(withoutMn(value).item);
    return item.success ? Object.keys(item.data.values) : [];
  });
}
