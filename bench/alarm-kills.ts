import { type AlarmBlow, killInStorm } from '#test/helpers/alarm-kills.ts';
import { ensureBuilt } from './stage.ts';

const KILLS = 20;
const order: readonly AlarmBlow[] = ['judge', 'other', 'judge', 'database'];

/** Twenty kills of two built servers and their database in a storm of alarms. */
export async function benchAlarmKills(): Promise<void> {
  await ensureBuilt();
  const blows = Array.from({ length: KILLS }, (_, i) => order[i % order.length] ?? 'judge');
  const report = await killInStorm({ blows, devices: 24, program: ['dist/server/main.js'] });
  const { acknowledged, lost, episodes, wrong, messages, wrongMessages, repeated } = report;
  console.log(
    `${KILLS} kills: ${acknowledged} values acknowledged, ${lost.length} lost; ${episodes} episodes, ${wrong.length} wrong; ` +
      `${messages} messages, ${wrongMessages.length} wrong, ${repeated} sent again under their number`,
  );
  for (const one of [...lost, ...wrong, ...wrongMessages].slice(0, 20)) console.log(`  ${one}`);
  if (lost.length + wrong.length + wrongMessages.length > 0) process.exitCode = 1;
}
