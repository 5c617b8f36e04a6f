import { createInterface } from 'node:readline';
import * as z from 'zod';
import { tryAlarm } from './try/alarm.ts';
import { tryCorr, tryFit, tryIdw, tryRobust, tryRose } from './try/analysis.ts';
import { tryIaqi } from './try/iaqi.ts';
import { tryOrder, tryQualityCheck } from './try/operations.ts';
import { tryPacket } from './try/packet.ts';
import { tryStats } from './try/stats.ts';
import { tryWater } from './try/water.ts';

/** Reads one case per line and writes one JSON per line. Packets stay bytes: their text may be in any encoding. */
const kinds: Record<string, (line: Buffer) => unknown> = {
  packet: tryPacket,
  iaqi: (line) => tryIaqi(line.toString()),
  water: (line) => tryWater(line.toString()),
  stats: (line) => tryStats(line.toString()),
  alarm: (line) => tryAlarm(line.toString()),
  fit: (line) => tryFit(line.toString()),
  corr: (line) => tryCorr(line.toString()),
  rose: (line) => tryRose(line.toString()),
  idw: (line) => tryIdw(line.toString()),
  robust: (line) => tryRobust(line.toString()),
  qc: (line) => tryQualityCheck(line.toString()),
  order: (line) => tryOrder(line.toString()),
};

const kind = process.argv[2] ?? '';
const answer = kinds[kind];
if (!answer) {
  console.error(
    `usage: npm run -s try -- ${Object.keys(kinds).join(' | ')}   (one case a line on standard input)`,
  );
  process.exit(2);
}
// latin1 maps each byte to one character, so no byte is lost.
process.stdin.setEncoding('latin1');
for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  // Every line has an answer, except empty lines between packets, which end in CR LF themselves.
  if (line !== '' || kind !== 'packet')
    console.log(JSON.stringify(answered(answer, Buffer.from(line, 'latin1'))));
}

/** An unreadable case must not stop the following ones. */
function answered(answer: (line: Buffer) => unknown, line: Buffer): unknown {
  try {
    return answer(line);
  } catch (error) {
    if (error instanceof z.ZodError) return { error: z.prettifyError(error) };
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
