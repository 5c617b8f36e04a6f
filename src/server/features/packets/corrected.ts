import { parsePacket } from '#protocol/packet.ts';
import { framesIn } from '#protocol/whole.ts';
import type { KnownSite } from '#server/ingest/directory.ts';
import type { HeldPacket } from '#server/ingest/held.ts';
import { itemRow } from '#server/ingest/items.ts';
import { type Mapped, toRow } from '#server/ingest/rows.ts';
import { readJson, withoutMn } from '#server/push/values.ts';
import { measuredItem } from '#shared/contract/items.ts';

/** The row of a held packet after the clock correction, with the checks as of its reception. */
export function correctedRow(
  site: KnownSite,
  { raw, remote, received_at }: Pick<HeldPacket, 'raw' | 'remote' | 'received_at'>,
  shiftMs: number,
): Mapped {
  const mapped = /^(mqtt|http):/.test(remote)
    ? correctedItem(site, raw, received_at, shiftMs)
    : correctedPacket(site, raw, received_at, shiftMs);
  return mapped.row ? { ...mapped, row: { ...mapped.row, origin: 'k' } } : mapped;
}

const unreadable: Mapped = { row: undefined, unmapped: [], deviations: ['malformed'] };

function correctedPacket(site: KnownSite, raw: Uint8Array, received_at: Date, shiftMs: number): Mapped {
  const [frame] = framesIn(raw);
  return frame ? toRow(site, parsePacket(frame, site.agreement.encoding), received_at, shiftMs) : unreadable;
}

function correctedItem(site: KnownSite, raw: Uint8Array, received_at: Date, shiftMs: number): Mapped {
  const { data: item } = measuredItem.safeParse(withoutMn(readJson(raw)?.value).item);
  return item ? itemRow(site, item, received_at, shiftMs) : unreadable;
}
