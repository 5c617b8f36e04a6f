import { cnOf } from '#protocol/commands.ts';
import type { Reading } from '#protocol/readings.ts';
import type { MeasuredItem } from '#shared/contract/items.ts';
import type { KnownSite } from './directory.ts';
import { heldOf } from './held.ts';
import type { Notes } from './notes.ts';
import { type Mapped, measuredRow, shifted } from './rows.ts';
import type { Arrival } from './writer.ts';

/** How an item arrived: its transport, its time, and its own text. */
export interface ItemSource {
  /** The sender: `mqtt://…` or `http://…`. */
  remote: string;
  at: Date;
  raw: Uint8Array;
}

/** An item on its way to the store, with what is known of it so far. */
export interface TakenItem extends Mapped {
  arrival: Arrival;
}

/** Applies the same rules as to a packet; it is also kept like one. */
export function takeItem(
  notes: Notes,
  site: KnownSite,
  item: MeasuredItem,
  { remote, at, raw }: ItemSource,
): TakenItem {
  const mapped = itemRow(site, item, at);
  const { row: reading, unmapped, deviations } = mapped;
  if (unmapped.length > 0) notes.unmapped(site, unmapped, at);
  const { site_id, mn } = site;
  const head = { mn, st: item.st ?? systemOf(site), cn: cnOf[item.data_type], qn: '' };
  const kept = { received_at: at, outgoing: false, verdict: 'ok', raw, remote } as const;
  const packet = { ...head, ...kept, site_id, deviations };
  return { ...mapped, arrival: { packet, reading, held: heldOf(site, packet, mapped) } };
}

/** The row that a packet with the same values would have become. */
export function itemRow(site: KnownSite, item: MeasuredItem, at: Date, shiftMs = 0): Mapped {
  const { data_type, st = systemOf(site), resupply } = item;
  const readings = Object.entries(item.values).map(([factor, value]): Reading => {
    if (value === null || typeof value === 'number') return { factor, avg: value };
    const { zs, ...said } = value;
    return { ...said, factor, zsAvg: zs };
  });
  const ts = shifted(data_type, item.time, shiftMs);
  return measuredRow(site, { data_type, ts, st, readings, isLate: resupply }, at);
}

/** The system code of a station that does not state it: ambient air or surface water. */
export function systemOf({ site_type }: KnownSite): string {
  return site_type === 'water' ? '21' : '22';
}
