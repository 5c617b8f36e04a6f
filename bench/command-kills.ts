import { killUnderCommands } from '#test/helpers/command-kills.ts';
import { ensureBuilt } from './stage.ts';

const KILLS = Number(process.argv[3] ?? 50);

/** Fifty kills of the built server, in every state of a command: `npm run bench -- command-kills [KILLS]`. */
export async function benchCommandKills(): Promise<void> {
  await ensureBuilt();
  const report = await killUnderCommands({ kills: KILLS, devices: 12, program: ['dist/server/main.js'] });
  const counts = (states: object) =>
    Object.entries(states)
      .map(([state, count]) => `${count} ${state}`)
      .join(', ');
  const { commands, met, ends, lost, doubled, untrue } = report;
  console.log(
    `${KILLS} kills, ${commands} commands: ${lost.length} lost, ${doubled.length} doubled, ${untrue.length} untrue\n` +
      `  when killed: ${counts(met)}\n  in the end: ${counts(ends)}`,
  );
  for (const one of [...lost, ...doubled, ...untrue].slice(0, 20)) console.log(`  ${one}`);
  if (lost.length + doubled.length + untrue.length > 0) process.exitCode = 1;
}
