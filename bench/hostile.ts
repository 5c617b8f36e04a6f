import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '#server/db/sql.ts';
import { sendOut } from './attackers.ts';
import { onEnd } from './ending.ts';
import { minutesAgo } from './live.ts';
import { openStage, type Stage } from './stage.ts';
import { connectFleet, percentile } from './stations.ts';

const IDLE = 5000;
const LIVE = 200;
const LINES = 20;
const PACKETS_EACH = 40;
const PACE_MS = 500;
const TURNS = 3;
const MUTATED = 1_000_000;
const QUIET_MS = 40_000;

/**
 * Latency of live stations with thousands of idle connections, then with hostile ones; then a million broken frames.
 */
export async function benchHostile(): Promise<void> {
  const stage = await openStage();
  const idle: Socket[] = [];
  onEnd(() => {
    for (const socket of idle) socket.destroy();
  });
  const mns = [...names('LIVE', LIVE), ...names('LINE', LINES)];
  await stage.db.run(sql`
    insert into site (mn, site_name, agreement_id)
    select mn, mn, (select min(agreement_id) from agreement) from unnest(${mns}::text[]) mn`);
  await sleep(3000);
  await liveWaits(stage);
  const alone: Waits[] = [];
  for (let turn = 0; turn < TURNS; turn++) alone.push(await liveWaits(stage));
  for (let i = 0; i < IDLE; i += 100) {
    idle.push(...(await Promise.all(Array.from({ length: 100 }, () => dial(stage.gatewayPort)))));
  }
  // Alternating, so that noise affects all alike.
  const beside = { idle: [] as Waits[], others: [] as Waits[], hostile: [] as Waits[] };
  for (let turn = 0; turn < TURNS; turn++) {
    beside.idle.push(await liveWaits(stage));
    const sink = sendOut('sink');
    const elsewhere = sendOut('attack', await sink.report);
    beside.others.push(await liveWaits(stage));
    await elsewhere.stop();
    await sink.stop();
    const attackers = sendOut('attack', stage.gatewayPort);
    beside.hostile.push(await liveWaits(stage));
    await attackers.stop();
  }
  console.log(`9014 of ${LIVE} live stations at two packets a second, medians of ${TURNS}:`);
  console.log(`  alone                                         ${inTheMiddle(alone)}`);
  console.log(`  beside ${IDLE} idle connections                  ${inTheMiddle(beside.idle)}`);
  console.log(`  and 100 hostile ones, but of another program  ${inTheMiddle(beside.others)}`);
  console.log(`  and 100 hostile ones of ours                  ${inTheMiddle(beside.hostile)}`);
  await flood(stage);
}

/** Twice: memory that the second flood does not add to is not a leak. */
async function flood(stage: Stage): Promise<void> {
  for (const turn of ['first', 'second']) {
    const before = memory(stage);
    const mutating = sendOut('mutate', stage.gatewayPort, MUTATED);
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, memory(stage));
    }, 200);
    const waits = await liveWaits(stage);
    const answers = await mutating.report;
    clearInterval(watch);
    await mutating.stop();
    await sleep(QUIET_MS);
    console.log(
      `${turn} ${MUTATED} mutated frames: ${answers} answers; live stations meanwhile ${inTheMiddle([waits])}`,
    );
    console.log(
      `  memory ${before} MB before, ${most} MB at most, ${memory(stage)} MB ${QUIET_MS / 1000} s after`,
    );
  }
}

interface Waits {
  p50: number;
  p99: number;
}

async function liveWaits(stage: Stage): Promise<Waits> {
  const fleet = await connectFleet(stage.gatewayPort, LIVE);
  const loads = names('LIVE', LIVE).map((mn) =>
    Array.from({ length: PACKETS_EACH }, (_, k) => minutesAgo(mn, k + 1)),
  );
  const waits = await fleet.run(loads, PACE_MS);
  fleet.close();
  return { p50: percentile(waits, 50), p99: percentile(waits, 99) };
}

function inTheMiddle(turns: readonly Waits[]): string {
  const middle = (values: number[]) => percentile(Float64Array.from(values).sort(), 50).toFixed(0);
  return `p50 ${middle(turns.map(({ p50 }) => p50))} ms, p99 ${middle(turns.map(({ p99 }) => p99))} ms`;
}

const names = (kind: string, count: number) => Array.from({ length: count }, (_, i) => `${kind}${i}`);

function dial(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}

function memory(stage: Stage): number {
  const status = readFileSync(`/proc/${stage.server.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
