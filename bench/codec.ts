import { Framer } from '#protocol/framer.ts';
import { encodePacket, parsePacket } from '#protocol/packet.ts';
import { readReadings } from '#protocol/readings.ts';
import { splitParse } from './split-parser.ts';

export const CODES = [
  'a34004',
  'a34002',
  'a21026',
  'a21004',
  'a05024',
  'a21005',
  'a21003',
  'a21002',
  'a01001',
  'a01002',
  'a01006',
  'a01007',
  'a01008',
  'a99054',
];
const ROUNDS = 15;
const PACKETS = 4000;

/** A minute packet of 14 factors with Min, Avg, Max and Flag: about 940 bytes of CP. */
export function minutePacket(
  mn = '010000A8900016F000169DC0',
  minute = 0,
  time = `2026111508${String(minute % 60).padStart(2, '0')}00`,
): Uint8Array {
  const value = (i: number, k: number) => (10 + ((i * 7 + minute * 3 + k) % 90) + 0.123 * k).toFixed(2);
  return encodePacket({
    qn: `${time}001`,
    st: '22',
    cn: '2051',
    pw: '123456',
    mn,
    flag: 5,
    cp: [
      [{ name: 'DataTime', value: time }],
      ...CODES.map((code, i) => [
        { name: `${code}-Min`, value: value(i, 1) },
        { name: `${code}-Avg`, value: value(i, 2) },
        { name: `${code}-Max`, value: value(i, 3) },
        { name: `${code}-Flag`, value: 'N' },
      ]),
    ],
  });
}

/**
 * From bytes to readings, compared with a straightforward parser. Rounds alternate, so that noise affects both alike.
 */
export function benchCodec(): void {
  const frames = Array.from({ length: 60 }, (_, minute) => minutePacket(undefined, minute));
  const framer = new Framer();
  const ours = (bytes: Uint8Array) => {
    let count = 0;
    for (const frame of framer.push(bytes)) count += readReadings(parsePacket(frame)).readings.length;
    return count;
  };
  const ratios: number[] = [];
  let best = { ours: Number.POSITIVE_INFINITY, split: Number.POSITIVE_INFINITY };
  for (let round = -3; round < ROUNDS; round++) {
    const mine = timed(frames, ours);
    const theirs = timed(frames, splitParse);
    if (round < 0) continue;
    ratios.push(theirs / mine);
    best = { ours: Math.min(best.ours, mine), split: Math.min(best.split, theirs) };
  }
  ratios.sort((a, b) => a - b);
  console.table({
    'this codec': { 'µs a packet (best)': round2(best.ours) },
    'split-based parser': { 'µs a packet (best)': round2(best.split) },
  });
  console.log(
    `ratio: median ${round2(ratios[ROUNDS >> 1] ?? 0)}, lowest ${round2(ratios[0] ?? 0)} (wanted: at least 2.5)`,
  );
}

/** CPU time of this process per packet in µs, so that other processes do not count. */
function timed(frames: readonly Uint8Array[], parse: (bytes: Uint8Array) => number): number {
  const start = process.cpuUsage();
  let readings = 0;
  for (let i = 0; i < PACKETS; i++) readings += parse(frames[i % frames.length] as Uint8Array);
  if (readings !== PACKETS * CODES.length) throw new Error(`${readings} readings came out`);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / PACKETS;
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}
