import { Framer } from '#protocol/framer.ts';
import { parsePacket } from '#protocol/packet.ts';
import { readReadings } from '#protocol/readings.ts';

/** What the codec makes of one raw frame. */
export function tryPacket(line: string) {
  const framer = new Framer();
  const frames = [...framer.push(Buffer.from(`${line}\r\n`)), ...framer.expire()];
  const [frame] = frames;
  if (!frame) return { verdict: 'malformed', deviations: [], readings: [] };
  const packet = parsePacket(frame);
  const { dataTime, readings, deviations } = readReadings(packet);
  const { verdict, st, cn, mn, qn, flag } = packet;
  return {
    verdict,
    deviations: [...new Set([...packet.deviations, ...deviations])],
    st,
    cn,
    mn,
    qn,
    flag,
    data_time: dataTime,
    readings: readings.map(({ factor, rtd, avg, min, max, cou, flag }) => ({
      factor,
      rtd,
      avg,
      min,
      max,
      cou,
      flag,
    })),
  };
}
