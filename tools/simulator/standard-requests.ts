import { dataTypeOf } from '#protocol/commands.ts';
import { informationKind } from '#protocol/tables.ts';
import { stamp } from '#server/demo/upload.ts';
import { startOfDayNumber } from '#server/model/calendar.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { parseStamp } from './clock.ts';
import { type Execute, exeRtn, MINUTE_INTERVALS, plain, type Request, within } from './executes.ts';
import type { KeptPeriod, Part } from './unsent.ts';
import {
  facilityPart,
  informationGroups,
  informationPart,
  lengthOf,
  periodParts,
  realtimeParts,
} from './uploads.ts';

const CALIBRATION_MS = 15_000;
export const SAMPLING_MS = 3000;
/** How long a logger keeps its data. */
const KEPT_MS = 400 * DAY_MS;

/** An operation of an instrument that takes a while and is noted in its log. */
export function operation(ms: number, text: string): Execute {
  return async ({ device, value, now, work }) => {
    const polId = value('PolId');
    if (!device.factor(polId)) return exeRtn.condition;
    await work(ms);
    device.note(now(), polId, text);
    return exeRtn.done;
  };
}

export const calibrate: Execute = async ({ device, value, now, work }) => {
  const polId = value('PolId');
  if (!device.factor(polId)) return exeRtn.condition;
  device.calibrating.add(polId);
  device.note(now(), polId, '零点与量程校准开始');
  await work(CALIBRATION_MS);
  device.calibrating.delete(polId);
  device.note(now(), polId, '零点与量程校准完成');
  return exeRtn.done;
};

/** The periods whose label is within the requested times, both inclusive. */
function periodsAsked(request: Request, type: KeptPeriod['type']): KeptPeriod[] | undefined {
  const { device, value, now } = request;
  const [begin, end] = [parseStamp(value('BeginTime')), parseStamp(value('EndTime'))];
  if (Number.isNaN(begin) || Number.isNaN(end) || begin > end) return undefined;
  const length = lengthOf(type, device);
  const shift = device.site.label === 'end' ? length : 0;
  // Days start at the network's midnight, which is not midnight in UTC.
  const offset = type === 'day' ? startOfDayNumber(0) : 0;
  const periods: KeptPeriod[] = [];
  const first = Math.ceil((begin - shift - offset) / length) * length + offset;
  const kept = now() - KEPT_MS;
  for (
    let start = Math.max(first, Math.ceil((kept - offset) / length) * length + offset);
    start + shift <= end && start + length <= now();
    start += length
  ) {
    periods.push({ type, start });
  }
  return periods;
}

const history: Execute = async (request) => {
  const type = dataTypeOf(request.packet.cn);
  const periods = type && type !== 'realtime' ? periodsAsked(request, type) : undefined;
  if (!periods) return exeRtn.condition;
  return deliverAll(request, periods, (period) => periodParts(request.device, period));
};

const facilityHours: Execute = (request) => {
  const days = periodsAsked(request, 'day');
  if (!days) return exeRtn.condition;
  const { device } = request;
  const shift = device.site.label === 'end' ? lengthOf('day', device) : 0;
  return deliverAll(request, days, ({ start }) => [facilityPart(device, '2041', start + shift)]);
};

/** Sequentially: each item is acknowledged before the next. */
export async function deliverAll<Item>(
  { deliver }: Pick<Request, 'deliver'>,
  items: readonly Item[],
  partsOf: (item: Item) => Part[],
): Promise<number> {
  let delivered = 0;
  for (const each of items) {
    const parts = partsOf(each);
    if (parts.length === 0) continue;
    if (!(await deliver(parts))) return exeRtn.failed;
    delivered += 1;
  }
  return delivered > 0 ? exeRtn.done : exeRtn.noData;
}

/** State and parameters are in the reply; a log is uploaded line by line. */
const information: Execute = (request) => {
  const { device, value, now, reply } = request;
  const [polId, code] = [value('PolId'), value('InfoId')];
  if (informationKind(code) === 'log') {
    const [begin, end] = [parseStamp(value('BeginTime')), parseStamp(value('EndTime'))];
    const lines = device.logs.filter(
      (line) => line.polId === polId && !(line.at < begin) && !(line.at > end),
    );
    return deliverAll(request, lines, ({ at, text }) => [
      informationPart(device, at, polId, code, `//${text}//`),
    ]);
  }
  const answer = device.information(polId, code, now());
  if (answer === undefined) return exeRtn.condition;
  reply(informationGroups(now(), polId, code, answer));
  return exeRtn.done;
};

/** Every request of HJ 212-2017. */
export const standardRequests: Record<string, Execute> = {
  1000: ({ device, value }) => {
    const [seconds, times] = [within(value('OverTime'), 1, 99), within(value('ReCount'), 1, 99)];
    if (seconds === undefined || times === undefined) return exeRtn.condition;
    device.timeoutMs = seconds * 1000;
    device.resends = times;
    return exeRtn.done;
  },
  1011: ({ value, now, reply }) => {
    const polId = value('PolId');
    reply([...(polId ? [plain('PolId', polId)] : []), plain('SystemTime', stamp(now()))]);
    return exeRtn.done;
  },
  1012: ({ device, value, now }) => {
    const wanted = parseStamp(value('SystemTime'));
    if (Number.isNaN(wanted)) return exeRtn.condition;
    device.clockOff += wanted - now();
    return exeRtn.done;
  },
  1061: ({ device, reply }) => {
    reply([plain('RtdInterval', device.realtimeSeconds)]);
    return exeRtn.done;
  },
  1062: ({ device, value }) => {
    const seconds = within(value('RtdInterval'), 30, 3600);
    if (seconds === undefined) return exeRtn.condition;
    device.realtimeSeconds = seconds;
    return exeRtn.done;
  },
  1063: ({ device, reply }) => {
    reply([plain('MinInterval', device.minuteInterval)]);
    return exeRtn.done;
  },
  1064: ({ device, value }) => {
    const minutes = within(value('MinInterval'), 1, 30);
    if (minutes === undefined || !MINUTE_INTERVALS.includes(minutes)) return exeRtn.condition;
    device.minuteInterval = minutes;
    return exeRtn.done;
  },
  1072: ({ device, value }) => {
    const password = value('NewPW');
    if (!/^[0-9A-Za-z]{6}$/.test(password)) return exeRtn.condition;
    device.password = password;
    return exeRtn.done;
  },
  2011: ({ device, tell, now }) => {
    device.sendsRealtime = true;
    tell(realtimeParts(device, now()));
    return exeRtn.done;
  },
  2021: ({ device, tell, now }) => {
    device.sendsFacility = true;
    tell([facilityPart(device, '2021', now())]);
    return exeRtn.done;
  },
  2031: history,
  2041: facilityHours,
  2051: history,
  2061: history,
  3011: calibrate,
  3012: operation(SAMPLING_MS, '即时采样完成'),
  3013: operation(SAMPLING_MS, '清洗反吹完成'),
  3014: operation(SAMPLING_MS, '比对采样完成'),
  3015: ({ device, reply, now }) => {
    reply([plain('DataTime', stamp(now())), plain('VaseNo', device.nextBottle())]);
    return exeRtn.done;
  },
  3016: ({ device, value }) => {
    const [polId, first] = [value('PolId'), value('CstartTime')];
    // The standard has both spellings; names are case-insensitive.
    const hours = within(value('CTime'), 1, 24);
    if (!device.factor(polId) || !/^\d{6}$/.test(first) || hours === undefined) return exeRtn.condition;
    device.cycles.set(polId, { first, hours: String(hours) });
    return exeRtn.done;
  },
  3017: ({ device, value, reply }) => {
    const polId = value('PolId');
    if (!device.factor(polId)) return exeRtn.condition;
    const { first, hours } = device.cycles.get(polId) ?? { first: '000000', hours: '4' };
    reply([plain('PolId', polId), plain('CstartTime', first), plain('CTime', hours)]);
    return exeRtn.done;
  },
  3018: ({ device, value, reply }) => {
    const polId = value('PolId');
    if (!device.factor(polId)) return exeRtn.condition;
    reply([plain('PolId', polId), plain('Stime', device.site.site_type === 'water' ? 40 : 1)]);
    return exeRtn.done;
  },
  3019: ({ device, value, reply }) => {
    const polId = value('PolId');
    if (!device.factor(polId)) return exeRtn.condition;
    reply([plain('PolId', polId), plain(`${polId}-SN`, device.serialNumber(polId))]);
    return exeRtn.done;
  },
  3020: information,
  3021: ({ device, value }) => {
    const [polId, code] = [value('PolId'), value('InfoId')];
    if (polId !== '' && !device.factor(polId)) return exeRtn.condition;
    return device.setParameter(polId, code, value(`${code}-Info`)) ? exeRtn.done : exeRtn.condition;
  },
};
