import { instantAt } from '#server/model/readings.ts';
import { parseStamp } from './clock.ts';
import type { Device } from './device.ts';
import { type Execute, exeRtn, plain } from './executes.ts';
import { deliverAll } from './standard-requests.ts';
import { realtimeParts } from './uploads.ts';

const UPGRADE_MS = 20_000;
/** Limit of values per request; more than any real request needs. */
const MOST_MOMENTS = 2000;

const kb: Record<string, Execute> = {
  3031: ({ device, value, reply }) => {
    const code = value('PolId');
    if (!device.factor(code)) return exeRtn.condition;
    const { k, b } = device.kb(code);
    reply([
      [
        { name: `${code}-K`, value: String(k) },
        { name: `${code}-B`, value: String(b) },
      ],
    ]);
    return exeRtn.done;
  },
  3032: ({ device, value }) => {
    const code = value('PolId');
    const isSet =
      device.factor(code) !== undefined &&
      !Number.isNaN(Number(value(`${code}-B`) || 'none')) &&
      device.setParameter(code, 'i13008', value(`${code}-K`)) &&
      device.setParameter(code, 'i13007', value(`${code}-B`));
    return isSet ? exeRtn.done : exeRtn.condition;
  },
};

const interference: Record<string, Execute> = {
  3033: ({ device, value, reply }) => {
    const code = value('PolId');
    if (!device.factor(code)) return exeRtn.condition;
    const others = [...(device.interference.get(code) ?? [])];
    // Without interference the answer is an empty list.
    reply([plain('PolId', code), ...others.map(([other, c]) => plain(`${other}-C`, c))]);
    return exeRtn.done;
  },
  3034: ({ device, packet, value }) => {
    const code = value('PolId');
    const set = Array.from(packet.cp.matchAll(/(\w+)-C=([^;,]+)/g), ([, other = '', c]) => ({
      other,
      c: Number(c),
    }));
    const isRight = ({ other, c }: { other: string; c: number }) =>
      device.factor(other) && other !== code && Math.abs(c) <= 2;
    if (!device.factor(code) || !set.every(isRight)) return exeRtn.condition;
    device.interference.set(code, new Map(set.map(({ other, c }) => [other, c])));
    return exeRtn.done;
  },
};

/** The reading of a factor before and after all corrections. */
function readingOf(device: Device, code: string, at: number): { raw: number; value: number } | undefined {
  const factor = device.factor(code);
  const instant = factor && instantAt(device.site, at);
  if (!factor || !instant) return undefined;
  const readingFor = (other: string) =>
    instant.values[device.site.factors.findIndex((each) => each.code === other)];
  const raw = readingFor(code) ?? 0;
  return { raw, value: device.corrected(factor, raw, readingFor) };
}

/** Example commands of a manufacturer: `vendor-example.ts` of the server describes them to the platform. */
export const vendorRequests: Record<string, Execute> = {
  ...kb,
  ...interference,
  3035: ({ device, value, now, reply }) => {
    const code = value('PolId');
    const reading = readingOf(device, code, now());
    if (!reading) return exeRtn.condition;
    reply([
      [
        { name: `${code}-Raw`, value: String(reading.raw) },
        { name: `${code}-Rtd`, value: String(reading.value) },
      ],
    ]);
    return exeRtn.done;
  },
  3036: ({ device, reply }) => {
    const serial = String(device.site.seed).padStart(9, '0');
    reply([
      plain('PhoneNo', `1440${serial}`),
      plain('ICCID', `898600${'0'.repeat(5)}${serial}`),
      plain('Operator', 'CMCC'),
      plain('Signal', 18 + (device.site.seed % 12)),
    ]);
    return exeRtn.done;
  },
  3037: (request) => {
    const { device, value, now } = request;
    const [begin, end] = [parseStamp(value('BeginTime')), parseStamp(value('EndTime'))];
    if (Number.isNaN(begin) || Number.isNaN(end) || begin > end) return exeRtn.condition;
    const step = device.realtimeSeconds * 1000;
    const first = Math.ceil(begin / step) * step;
    const count = Math.floor((Math.min(end, now()) - first) / step) + 1;
    const moments = Array.from(
      { length: Math.max(0, Math.min(count, MOST_MOMENTS)) },
      (_, i) => first + i * step,
    );
    return deliverAll(request, moments, (at) => realtimeParts(device, at));
  },
  /** The new version takes effect, and the logger restarts after the result was sent. */
  3038: async ({ device, value, now, work, afterwards, drop }) => {
    const version = value('Version');
    if (version === '' || !/^https?:/.test(value('Url')) || value('Sha256') === '') return exeRtn.condition;
    await work(UPGRADE_MS);
    device.firmware = version;
    device.note(now(), '', `固件升级至 ${version}`);
    afterwards(() => drop(true));
    return exeRtn.done;
  },
  3039: ({ afterwards, drop }) => {
    afterwards(() => drop(true));
    return exeRtn.done;
  },
  /** Changes the slope so that the present reading becomes the given value. */
  3040: ({ device, value, now }) => {
    const code = value('PolId');
    const standard = Number(value(`${code}-Std`) || 'none');
    const reading = readingOf(device, code, now());
    const { k, b } = device.kb(code);
    const slope = reading && (k * (standard - b)) / (reading.value - b);
    if (slope === undefined || !Number.isFinite(slope) || slope === 0) return exeRtn.condition;
    device.setParameter(code, 'i13008', String(slope));
    device.note(now(), code, '按标准值校准完成');
    return exeRtn.done;
  },
};
