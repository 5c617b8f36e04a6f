import type { Packet } from '#protocol/packet.ts';
import { logText, parseGroups } from '#protocol/payload.ts';
import { informationKind } from '#protocol/tables.ts';
import type { KnownSite } from './directory.ts';
import { EPOCH, FUTURE_MS, parseDataTime } from './rows.ts';

/** One item of status that a device reports about itself. */
export interface DeviceLog {
  site_id: number;
  ts: Date;
  kind: 'log' | 'state' | 'parameter';
  /** Code of the instrument's factor or of the facility; '' is the data logger itself. */
  target: string;
  /** An information code (`i12001`), or the standard's own name (`RS`, `SN`). */
  info: string;
  value: string;
  received_at: Date;
}

/**
 * Packets without measurements: hardware identity, facility states and hours, alarms, start-up, kept samples,
 * instrument numbers, device information.
 */
const COMMANDS = new Set(['1001', '2021', '2041', '2071', '2072', '2081', '3015', '3019', '3020']);

/** Results of quality checks (standards, spikes, parallel samples): these values are not measurements of the water. */
const CHECKS = new Set(['2062', '2063', '2064', '2065', '2066']);

/** Known item kinds by suffix or, without a suffix, by name; case-insensitive. */
const KINDS = new Map(
  (
    [
      ['RS', 'state'],
      ['RT', 'state'],
      ['SN', 'parameter'],
      ['Ala', 'log'],
      ['AlarmType', 'log'],
      ['RestartTime', 'log'],
      ['VaseNo', 'log'],
    ] as const
  ).map(([info, kind]) => [info.toLowerCase(), { info, kind }] as const),
);

/** Since 2025 loggers report their identity under codes without a suffix. */
const IDENTITY = /^i2300[5-8]$/;

const MAX_VALUE = 2000;
/** No real name is longer, and an index cannot hold longer ones. */
const MAX_NAME = 100;

/** The log rows of a packet. Deterministic: a resent packet gives the same rows and adds nothing. */
export function toLogs(
  site: Pick<KnownSite, 'site_id'>,
  packet: Pick<Packet, 'cn' | 'cp' | 'qn'>,
  receivedAt: Date,
): DeviceLog[] {
  const isCheck = CHECKS.has(packet.cn);
  if (!isCheck && !COMMANDS.has(packet.cn)) return [];
  const logs: Pick<DeviceLog, 'kind' | 'target' | 'info' | 'value'>[] = [];
  let dataTime = '';
  // `PolId` applies to what follows it: in a group of its own (2017) or at the start of a group (surface water).
  let target = '';
  for (const { name, value } of parseGroups(packet.cp).flat()) {
    const dash = name.lastIndexOf('-');
    const [code, suffix] = [name.slice(0, Math.max(dash, 0)), name.slice(dash + 1)];
    const lower = suffix.toLowerCase();
    if (lower === 'datatime' || lower === 'alarmtime') dataTime = value;
    else if (lower === 'polid') target = value;
    else if (isCheck) {
      // Each kind of check has the same items, so the packet number becomes part of the item's name.
      if (code) logs.push({ kind: 'log', target: code, info: `${packet.cn}-${suffix}`, value });
    } else if (lower === 'info') {
      logs.push({ kind: kindOf(code), target, info: code, value: logText(value) });
    } else if (IDENTITY.test(name)) {
      logs.push({ kind: 'parameter', target: '', info: name, value });
    } else {
      // An `Ala` item is followed by the kind of the alarm, which has no code of its own.
      if (lower === 'ala') target = code;
      const known = KINDS.get(lower);
      if (known) logs.push({ ...known, target: code || target, value });
    }
  }
  const ts = timeOf(dataTime, packet.qn, receivedAt);
  return logs.map((log) => ({
    ...log,
    site_id: site.site_id,
    ts,
    target: log.target.slice(0, MAX_NAME),
    info: log.info.slice(0, MAX_NAME),
    value: log.value.slice(0, MAX_VALUE),
    received_at: receivedAt,
  }));
}

/** A code of no known form is a parameter that can be set or read. */
function kindOf(code: string): DeviceLog['kind'] {
  const kind = informationKind(code);
  return kind === 'other' ? 'parameter' : kind;
}

/**
 * The time of the event, or else of the message, which a resend repeats. Impossible times fall back to the time of
 * receipt.
 */
function timeOf(dataTime: string, qn: string, receivedAt: Date): Date {
  for (const digits of [dataTime, qn]) {
    const at = parseDataTime(digits.replace(/\D/g, '').slice(0, 14));
    if (at && at > EPOCH && at.getTime() <= receivedAt.getTime() + FUTURE_MS) return at;
  }
  return receivedAt;
}
