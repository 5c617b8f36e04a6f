import { spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Framer } from '#protocol/framer.ts';
import { encodePacket, parsePacket } from '#protocol/packet.ts';
import { executionAnswer, requestAnswer } from '#protocol/replies.ts';
import { createCommands } from '#server/commands/create.ts';
import type { Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { projectRoot } from '#server/instance/project-root.ts';
import { formatTime } from '#shared/domain/time.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { minutePacket } from './codec.ts';
import { onEnd } from './ending.ts';
import { openStage, type Stage } from './stage.ts';
import { connectFleet } from './stations.ts';

const STATIONS = Number(process.argv[3] ?? 5000);
const CONCURRENCY = 200;
const ROUNDS = 3;
const WANTED = 1.5;
const WANTED_INGEST = 0.9;
/** Answer times of a device: of a mobile network, and zero, which makes our own overhead visible. */
const DELAYS_MS = [0, 200];
/** Other stations, which send minute data meanwhile. */
const LOAD = 100;

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/**
 * One batch to all stations, compared with a bare loop over as many sockets; and the share of the ingest rate that
 * remains.
 */
export async function benchCommands(): Promise<void> {
  const bare = new Map<number, number>();
  for (const delay of DELAYS_MS) bare.set(delay, await medianOf(() => bareLoop(delay)));
  const stage = await openStage();
  const mns = Array.from({ length: STATIONS }, (_, i) => `BENCH${i}`);
  const others = Array.from({ length: LOAD }, (_, i) => `LOAD${i}`);
  await stage.db.run(sql`
    insert into site (mn, site_name, agreement_id)
    select mn, mn, (select min(agreement_id) from agreement) from unnest(${[...mns, ...others]}::text[]) mn`);
  // The gateway reloads its directory shortly after the commit.
  await sleep(3000);
  const stations = await Promise.all(mns.map((mn) => station(stage.gatewayPort, mn, pace)));
  onEnd(() => {
    for (const socket of stations) socket.destroy();
  });
  await lines(stage.db);
  for (const delay of DELAYS_MS) {
    pace.ms = delay;
    const [least, ours] = [bare.get(delay) ?? 0, await medianOf(() => batch(stage.db))];
    const ratio = ours / least;
    console.log(
      `${STATIONS} stations that answer after ${delay} ms, ${CONCURRENCY} at a time: bare loop ${least.toFixed(0)} ms, ` +
        `batch ${ours.toFixed(0)} ms, ratio ${ratio.toFixed(2)} (wanted ${WANTED})`,
    );
    if (ratio > WANTED) process.exitCode = 1;
  }
  const kept = await ingestKept(stage, others);
  console.log(`ingest keeps ${kept.toFixed(2)} of its rate meanwhile (wanted ${WANTED_INGEST})`);
  if (kept < WANTED_INGEST) process.exitCode = 1;
}

/** Answer time of the stations. */
const pace = { ms: 0 };

async function medianOf(measure: () => Promise<number>): Promise<number> {
  const found: number[] = [];
  for (let round = 0; round < ROUNDS; round++) found.push(await measure());
  return median(found);
}

/** A device that answers every request after its answer time. */
function station(port: number, mn: string, at: { ms: number }): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const framer = new Framer();
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    for (const frame of framer.push(chunk)) {
      const packet = parsePacket(frame);
      if (packet.cn.startsWith('90')) continue;
      const { qn, st, cn, pw } = packet;
      const cp = [[{ name: 'RtdInterval', value: '60' }]];
      const answer = () => {
        socket.write(encodePacket(requestAnswer(packet, 1)));
        socket.write(encodePacket({ qn, st, cn, pw, mn, flag: 4, cp }));
        socket.write(encodePacket(executionAnswer(packet, 1)));
      };
      if (at.ms > 0) setTimeout(answer, at.ms);
      else answer();
    }
  });
  const qn = `${formatTime(new Date()).replace(/\D/g, '')}000`;
  const hello = encodePacket({ qn, st: '22', cn: '9015', pw: '123456', mn, flag: 5, cp: [] });
  return new Promise((resolve) => socket.on('connect', () => socket.write(hello, () => resolve(socket))));
}

async function bareLoop(delay: number): Promise<number> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'bench/bare-loop.ts', String(STATIONS), String(CONCURRENCY)],
    { cwd: projectRoot, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onEnd(async () => void child.kill());
  const said = createInterface(child.stdout)[Symbol.asyncIterator]();
  const port = Number((await said.next()).value);
  const sockets = await Promise.all(
    Array.from({ length: STATIONS }, (_, i) => station(port, `BENCH${i}`, { ms: delay })),
  );
  const ms = Number((await said.next()).value);
  for (const socket of sockets) socket.destroy();
  return ms;
}

/** Waits until the server knows that all stations are connected. */
async function lines(db: Pool): Promise<void> {
  for (;;) {
    const row = await db.one<{ count: number }>(
      sql`select count(*)::integer as count from link_state where line_at is not null`,
    );
    if ((row?.count ?? 0) >= STATIONS) return;
    await sleep(200);
  }
}

/** Milliseconds from the request of a batch to the end of its last command. */
async function batch(db: Pool): Promise<number> {
  const sites = await db.rows<{ site_id: number }>(sql`select site_id from site where mn like 'BENCH%'`);
  const parts = { secrets: { signing_secret: 'none' } as never, now: () => new Date() };
  const began = performance.now();
  const { batch_id } = await createCommands(parts, db, {
    kind: 'realtime_interval_read',
    targets: sites.map(({ site_id }) => ({ site_id, params: {} })),
    ...{ reason: '', by: null, life_ms: 600_000, batch: { concurrency: CONCURRENCY } },
  });
  for (;;) {
    const row = await db.one<{ left: number; bad: number }>(sql`
      select count(*) filter (where finished_at is null)::integer as left,
             count(*) filter (where finished_at is not null and state <> 'succeeded')::integer as bad
        from command where batch_id = ${batch_id}`);
    if (row?.bad) throw new Error(`${row.bad} commands did not succeed`);
    if (row?.left === 0) return performance.now() - began;
    await sleep(20);
  }
}

/** Ratio of packets per second during batches to packets per second alone. */
async function ingestKept(stage: Stage, others: readonly string[]): Promise<number> {
  const load = await connectFleet(stage.gatewayPort, others.length);
  let minute = 0;
  const begin = Math.floor(Date.now() / MINUTE_MS - 30 * 1440) * MINUTE_MS;
  const rateWhile = async (isOn: () => boolean) => {
    const began = performance.now();
    let packets = 0;
    do {
      const time = formatTime(new Date(begin + minute++ * MINUTE_MS)).replace(/\D/g, '');
      await load.run(others.map((mn) => [minutePacket(mn, minute, time)]));
      packets += others.length;
    } while (isOn());
    return (packets * 1000) / (performance.now() - began);
  };
  const until = Date.now() + 5000;
  const alone = await rateWhile(() => Date.now() < until);
  let isOn = true;
  const working = batch(stage.db).finally(() => {
    isOn = false;
  });
  const beside = await rateWhile(() => isOn);
  await working;
  load.close();
  return beside / alone;
}
