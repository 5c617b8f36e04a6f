import { killServers } from '#test/helpers/two-processes.ts';
import { ensureBuilt } from './stage.ts';

const KILLS = 20;

/** Twenty kills under load of two built servers on one database, alternating. */
export async function benchServers(): Promise<void> {
  await ensureBuilt();
  const kills = Array.from({ length: KILLS }, (_, i) => (i % 2 === 0 ? 0 : 1) as 0 | 1);
  const report = await killServers({ kills, devices: 100, program: ['dist/server/main.js'] });
  const { acknowledged, resent, lost, wrong, jobs, messages, lostMessages, doubledMessages } = report;
  console.log(
    `${KILLS} kills: ${acknowledged} packets acknowledged, ${resent} sent again, ${lost.length} lost, ${wrong.length} wrong; ` +
      `jobs ${JSON.stringify(jobs)}; ${messages} messages, ${lostMessages.length} lost, ${doubledMessages.length} doubled; ` +
      `leases taken over within ${report.takeover.toFixed(1)} s; a setting heard of within ${Math.round(report.heardMs)} ms`,
  );
  for (const one of [...lost, ...wrong].slice(0, 20)) console.log(`  ${one}`);
  const troubles =
    lost.length + wrong.length + lostMessages.length + doubledMessages.length + (jobs.failed ?? 0);
  if (troubles > 0 || report.takeover > 30 || report.heardMs > 1000) process.exitCode = 1;
}
