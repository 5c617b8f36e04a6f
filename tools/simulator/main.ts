import { Fleet } from './fleet.ts';
import { help, readCommand, UsageError } from './options.ts';
import type { Tally } from './station.ts';

const REPORT_MS = 10_000;

function line({ connected, sent, acknowledged, resent, broken, requests, waits, trouble }: Tally): string {
  const sorted = waits.toSorted((a, b) => a - b);
  const share = (part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? 0);
  const why = connected === 0 && trouble ? ` (${trouble})` : '';
  return `${connected} connected${why} · ${sent} sent · ${acknowledged} acknowledged (p50 ${share(0.5)} ms, p99 ${share(0.99)} ms) · ${resent} resent · ${broken} broken · ${requests} requests`;
}

function run(argv: readonly string[]): void {
  const command = readCommand(argv);
  if (!command) {
    process.stdout.write(help);
    return;
  }
  const fleet = new Fleet(command.fleet);
  const timer = command.quiet ? undefined : setInterval(() => console.log(line(fleet.tally)), REPORT_MS);
  const stop = () => {
    clearInterval(timer);
    fleet.stop();
    process.stdin.destroy();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  // Stops when the parent process ends, however it ends: the parent holds the other end of stdin.
  if (command.attached) process.stdin.once('end', stop).once('error', stop).resume();
  fleet.start();
}

try {
  run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message}\n\n${help}`);
  process.exitCode = 2;
}
