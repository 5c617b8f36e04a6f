import { createInterface } from 'node:readline';
import { tryPacket } from './try/packet.ts';
import { tryStats } from './try/stats.ts';

/** One case a line on standard input, one JSON a line back. */
const kinds: Record<string, (line: string) => unknown> = { packet: tryPacket, stats: tryStats };

const kind = process.argv[2] ?? '';
const answer = kinds[kind];
if (!answer) {
  console.error(
    `usage: npm run -s try -- ${Object.keys(kinds).join(' | ')}   (one case a line on standard input)`,
  );
  process.exit(2);
}
for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  if (line !== '') console.log(JSON.stringify(answered(answer, line)));
}

/** A case that cannot be read must not end the ones after it. */
function answered(answer: (line: string) => unknown, line: string): unknown {
  try {
    return answer(line);
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
