import { cnOf } from '#protocol/commands.ts';
import type { Reading } from '#protocol/readings.ts';
import type { RawPacket } from '#server/series/store.ts';
import type { MeasuredItem } from '#shared/contract/items.ts';
import type { KnownSite } from './directory.ts';
import type { Notes } from './notes.ts';
import { type Mapped, measuredRow } from './rows.ts';
import type { Writer } from './writer.ts';

/** How an item came: which way, when, and its own text. */
export interface ItemSource {
  /** `mqtt://…` or `http://…`: who said it. */
  remote: string;
  at: Date;
  raw: Uint8Array;
}

/** What became of an item once its transaction was over. */
export interface Taken extends Pick<Mapped, 'unmapped' | 'deviations'> {
  /** Kept for good, which is when its sender may forget it. */
  isDurable: boolean;
  /** Whether it held values that count. */
  counts: boolean;
}

/** An item's way into the store: the rules and the writer are those of a packet, and it is kept like one. */
export function takeItem(
  { notes, writer }: { notes: Notes; writer: Writer },
  site: KnownSite,
  item: MeasuredItem,
  { remote, at, raw }: ItemSource,
): Promise<Taken> {
  const { row, unmapped, deviations } = itemRow(site, item, at);
  if (unmapped.length > 0) notes.unmapped(site, unmapped, at);
  const { site_id, mn } = site;
  const head = { mn, st: item.st ?? systemOf(site), cn: cnOf[item.data_type], qn: '' };
  const packet: RawPacket = {
    ...head,
    site_id,
    received_at: at,
    outgoing: false,
    verdict: 'ok',
    deviations,
    raw,
    remote,
  };
  return new Promise((resolve) => {
    writer.push({
      packet,
      reading: row,
      settle: (isDurable) => resolve({ isDurable, counts: row !== undefined, unmapped, deviations }),
    });
  });
}

/** The item as the row that the same packet would have become. */
export function itemRow(site: KnownSite, item: MeasuredItem, at: Date): Mapped {
  const { data_type, time, st = systemOf(site), resupply } = item;
  const readings = Object.entries(item.values).map(([factor, value]): Reading => {
    if (value === null || typeof value === 'number') return { factor, avg: value };
    const { zs, ...said } = value;
    return { ...said, factor, zsAvg: zs };
  });
  return measuredRow(site, { data_type, ts: time, st, readings, isLate: resupply }, at);
}

/** Ambient air and surface water: what a station measures that does not say otherwise. */
function systemOf({ site_type }: KnownSite): string {
  return site_type === 'water' ? '21' : '22';
}
