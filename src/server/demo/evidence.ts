import { cnOf } from '#protocol/commands.ts';
import { encodePacket } from '#protocol/packet.ts';
import { chance } from '#server/model/chance.ts';
import { outageAt } from '#server/model/faults.ts';
import { minuteOf, type Period } from '#server/model/readings.ts';
import type { RawPacket } from '#server/series/store.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { type DemoSite, demoSites, PASSWORD } from './sites.ts';
import { digits, labelOf, periodGroups, splitGroups } from './upload.ts';

/**
 * Days before the first start for which there are packets and, at a few stations, minute values that explain the hourly
 * values. Minute values of all stations would add a tenth to the size of the whole history.
 */
export const EVIDENCE_DAYS = 1;

const VERSION_2017 = 1 << 2;
const SPLIT = 2;
const WANTS_ANSWER = 1;
/** Data of a period are sent shortly after its end. */
const READY_MS = 1000;
const READY_SPREAD_MS = 20_000;
const GAP_MS = 100;
const HEAVY_CITY = '610400';

/** The first station, those with failing sensors, and those of the heavily polluted city. */
const withMinutes = new Set(
  demoSites
    .filter(
      ({ seed, weak, city_code, site_type }) =>
        seed === 0 || weak || (city_code === HEAVY_CITY && site_type === 'air'),
    )
    .map(({ mn }) => mn),
);

export function hasMinutes({ mn }: DemoSite): boolean {
  return withMinutes.has(mn);
}

/** The minutes of an hour that have data, with their start times. */
export function minutesIn(site: DemoSite, hour: number): { start: number; period: Period }[] {
  return Array.from({ length: HOUR_MS / MINUTE_MS }, (_, n) => hour + n * MINUTE_MS).flatMap((start) => {
    const period = minuteOf(site, start);
    return period ? [{ start, period }] : [];
  });
}

const lengths = { minute: MINUTE_MS, hour: HOUR_MS };

/** The packets with which a station reported a period; none if it is still cut off. */
export function packetsOf(
  { site_id, site }: { site_id: number; site: DemoSite },
  type: keyof typeof lengths,
  start: number,
  period: Period,
  now: number,
): RawPacket[] {
  const { mn, st, seed } = site;
  const end = start + lengths[type];
  const outage = outageAt(site, end);
  // After an outage, one after the other; an hour follows the minute that ends with it.
  const turn = outage ? (GAP_MS * (end - outage.start)) / MINUTE_MS : 0;
  const ready = READY_MS + READY_SPREAD_MS * chance(seed, 9) + (type === 'hour' ? GAP_MS / 2 : 0);
  const sent = Math.round((outage?.end ?? end) + turn + ready);
  if (sent > now) return [];
  const groups = periodGroups(site, period, {
    valueFor: (_factor, value) => value,
    flagOf: (_factor, flag) => flag || 'N',
  });
  const parts = splitGroups(labelOf(site, start, lengths[type]), groups);
  const isSplit = parts.length > 1;
  const cn = cnOf[type];
  return parts.map((cp, i) => {
    const qn = digits(sent + i);
    const numbers = isSplit ? { pnum: parts.length, pno: i + 1 } : {};
    const flag = VERSION_2017 | WANTS_ANSWER | (isSplit ? SPLIT : 0);
    return {
      received_at: new Date(sent + i),
      outgoing: false,
      site_id,
      mn,
      st,
      cn,
      qn,
      verdict: 'ok',
      deviations: [],
      raw: encodePacket({ qn, st, cn, pw: PASSWORD, mn, flag, ...numbers, cp }),
      remote: `127.0.0.1:${40_000 + seed}`,
    };
  });
}
