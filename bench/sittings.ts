import { sitUnderKills } from '#test/helpers/sitting-kills.ts';
import { ensureBuilt } from './stage.ts';

const LEARNERS = Number(process.argv[3] ?? 500);

/** `npm run bench -- sittings 500`: that many people sit a timed exam at once while servers are killed twice. */
export async function benchSittings(): Promise<void> {
  await ensureBuilt();
  const begun = performance.now();
  const report = await sitUnderKills({ learners: LEARNERS, questions: 20, program: ['dist/server/main.js'] });
  const { acknowledged, retried, lost, doubled, mismarked, orders } = report;
  console.log(
    `${LEARNERS} learners, ${acknowledged} acknowledged answers, ${retried} calls repeated, ` +
      `${((performance.now() - begun) / 1000).toFixed(0)} s\n` +
      `  ${lost.length} answers lost, ${doubled.length} papers submitted twice, ${mismarked.length} marked otherwise, ` +
      `${orders} different orders`,
  );
  for (const one of [...lost, ...doubled, ...mismarked].slice(0, 20)) console.log(`  ${one}`);
  if (lost.length + doubled.length + mismarked.length > 0 || orders < LEARNERS) process.exitCode = 1;
}
