import type { Frame } from '#protocol/frame.ts';
import { parsePacket } from '#protocol/packet.ts';
import { parseGroups } from '#protocol/payload.ts';
import { isMeasured, readReadings } from '#protocol/readings.ts';
import { framesIn } from '#protocol/whole.ts';

/** The decoded first frame of a line, and the frames joined to it. */
export function tryPacket(line: Uint8Array) {
  const [first, ...glued] = framesIn(line).map(described);
  if (!first) return { verdict: 'malformed', deviations: ['no_frame'], readings: [] };
  return glued.length > 0 ? { ...first, glued } : first;
}

function described(frame: Frame) {
  const packet = parsePacket(frame);
  const { dataTime, readings, deviations } = readReadings(packet);
  const measured = readings.filter((reading) => isMeasured(reading, packet.cn));
  const { verdict, st, cn, mn, qn, flag } = packet;
  const others = parseGroups(packet.cp)
    .flat()
    .filter(({ name }) => !isShown(name, measured));
  return {
    verdict,
    deviations: [...new Set([...packet.deviations, ...deviations])],
    st,
    cn,
    mn,
    qn,
    flag,
    data_time: dataTime,
    readings: measured.map(({ factor, rtd, avg, min, max, cou, flag }) => ({
      factor,
      rtd,
      avg,
      min,
      max,
      cou,
      flag,
    })),
    // Items that are no measurements, such as states, parameters and answers, as sent.
    others: others.length > 0 ? others : undefined,
  };
}

const shownSuffixes = ['rtd', 'avg', 'min', 'max', 'cou', 'data', 'flag'];

/** Whether an item is among the readings, or is their time. */
function isShown(name: string, readings: readonly { factor: string }[]): boolean {
  if (name.toLowerCase() === 'datatime') return true;
  // A Flag without a factor belongs to the preceding factor.
  if (name.toLowerCase() === 'flag') return readings.length > 0;
  const dash = name.lastIndexOf('-');
  const suffix = name.slice(dash + 1).toLowerCase();
  return (
    dash > 0 &&
    shownSuffixes.includes(suffix) &&
    readings.some(({ factor }) => factor === name.slice(0, dash))
  );
}
