import { type Blow, crash } from '#test/helpers/crash.ts';
import { onEnd } from './ending.ts';
import { ensureBuilt } from './stage.ts';

const AWAY_MS = 150_000;

/** Ten kills of the built server and its database under load: no acknowledged packet may be missing. */
export function benchCrash(): Promise<void> {
  const blows = Array.from({ length: 10 }, (_, i): Blow => (i % 2 === 0 ? 'kill server' : 'kill database'));
  return underLoad(blows, '10 kills');
}

/** The database is away for minutes under load, twice: it first refuses connections, then does not answer. */
export function benchAway(): Promise<void> {
  const blows: Blow[] = [
    { database: 'cut', forMs: AWAY_MS },
    { database: 'frozen', forMs: AWAY_MS },
  ];
  return underLoad(blows, `twice ${AWAY_MS / 1000} s without a database`);
}

async function underLoad(blows: readonly Blow[], what: string): Promise<void> {
  await ensureBuilt();
  const halt = new AbortController();
  const crashing = crash({ blows, devices: 100, program: ['dist/server/main.js'], signal: halt.signal });
  onEnd(async () => {
    halt.abort();
    await crashing.catch(() => undefined);
  });
  const report = await crashing;
  console.log(
    `${what}: ${report.acknowledged} packets acknowledged, ${report.resent} sent again, ` +
      `${report.lost.length} lost, ${report.wrong.length} wrong`,
  );
  for (const one of [...report.lost, ...report.wrong].slice(0, 20)) console.log(`  ${one}`);
  if (report.lost.length + report.wrong.length > 0) process.exitCode = 1;
}
