import { crash } from '#test/helpers/crash.ts';
import { onEnd } from './ending.ts';
import { ensureBuilt } from './stage.ts';

/** Ten kills of the built server and its database under load: nothing that was acknowledged may be missing. */
export async function benchCrash(): Promise<void> {
  await ensureBuilt();
  const halt = new AbortController();
  const crashing = crash({
    kills: 10,
    devices: 100,
    program: ['dist/server/main.js'],
    signal: halt.signal,
  });
  onEnd(async () => {
    halt.abort();
    await crashing.catch(() => undefined);
  });
  const report = await crashing;
  console.log(
    `${report.kills} kills, ${report.acknowledged} packets acknowledged, ${report.resent} sent again: ` +
      `${report.lost.length} lost, ${report.wrong.length} wrong`,
  );
  for (const one of [...report.lost, ...report.wrong].slice(0, 20)) console.log(`  ${one}`);
  if (report.lost.length + report.wrong.length > 0) process.exitCode = 1;
}
