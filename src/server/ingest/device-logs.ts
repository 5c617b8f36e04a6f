import type { Packet } from '#protocol/packet.ts';
import { logText, parseGroups } from '#protocol/payload.ts';
import { informationKind } from '#protocol/tables.ts';
import type { KnownSite } from './directory.ts';
import { EPOCH, FUTURE_MS, parseDataTime } from './rows.ts';

/** One thing that a device says about itself. */
export interface DeviceLog {
  site_id: number;
  ts: Date;
  kind: 'log' | 'state' | 'parameter';
  /** The instrument's factor or the facility; '' for the logger itself. */
  target: string;
  /** An information code (`i12001`), or the standard's own name (`RS`, `SN`). */
  info: string;
  value: string;
  received_at: Date;
}

/**
 * The hardware's identity, facility states and hours, alarms, start-up, kept samples, instrument numbers, information:
 * everything beside measurements.
 */
const COMMANDS = new Set(['1001', '2021', '2041', '2071', '2072', '2081', '3015', '3019', '3020']);

/** Results of checks with standards, spikes and parallel samples: what is measured then is not the water's. */
const CHECKS = new Set(['2062', '2063', '2064', '2065', '2066']);

/** Items that count, by suffix or, where they stand alone, by name; in whatever case. */
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

/** Since 2025 a logger tells its identity by codes without a suffix. */
const IDENTITY = /^i2300[5-8]$/;

const MAX_VALUE = 2000;
/** Longer names are nobody's, and more than an index takes. */
const MAX_NAME = 100;

/** The log rows of a packet. The same packet gives the same rows, so that a resend adds nothing. */
export function toLogs(
  site: Pick<KnownSite, 'site_id'>,
  packet: Pick<Packet, 'cn' | 'cp' | 'qn'>,
  receivedAt: Date,
): DeviceLog[] {
  const isCheck = CHECKS.has(packet.cn);
  if (!isCheck && !COMMANDS.has(packet.cn)) return [];
  const logs: Pick<DeviceLog, 'kind' | 'target' | 'info' | 'value'>[] = [];
  let dataTime = '';
  // `PolId` speaks for what follows it: in a group of its own (2017) or at the head of one (surface water).
  let target = '';
  for (const { name, value } of parseGroups(packet.cp).flat()) {
    const dash = name.lastIndexOf('-');
    const [code, suffix] = [name.slice(0, Math.max(dash, 0)), name.slice(dash + 1)];
    const lower = suffix.toLowerCase();
    if (lower === 'datatime' || lower === 'alarmtime') dataTime = value;
    else if (lower === 'polid') target = value;
    else if (isCheck) {
      // The same is said in each kind of check, so that its number belongs to what it is called.
      if (code) logs.push({ kind: 'log', target: code, info: `${packet.cn}-${suffix}`, value });
    } else if (lower === 'info') {
      logs.push({ kind: kindOf(code), target, info: code, value: logText(value) });
    } else if (IDENTITY.test(name)) {
      logs.push({ kind: 'parameter', target: '', info: name, value });
    } else {
      // What kind of alarm it is stands behind its value, without a name.
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

/** A code that follows no rule is something that can be set or read. */
function kindOf(code: string): DeviceLog['kind'] {
  const kind = informationKind(code);
  return kind === 'other' ? 'parameter' : kind;
}

/** The time of the event; else of the message, which is the same in a resend; a dead clock counts for nothing. */
function timeOf(dataTime: string, qn: string, receivedAt: Date): Date {
  for (const digits of [dataTime, qn]) {
    const at = parseDataTime(digits.replace(/\D/g, '').slice(0, 14));
    if (at && at > EPOCH && at.getTime() <= receivedAt.getTime() + FUTURE_MS) return at;
  }
  return receivedAt;
}
