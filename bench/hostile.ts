import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '#server/db/sql.ts';
import { formatTime } from '#shared/domain/time.ts';
import { upload } from '#test/helpers/upload.ts';
import { openStage, type Stage, spent } from './stage.ts';
import { connectFleet, percentile } from './stations.ts';

const IDLE = 5000;
const HOSTILE = 100;
const LIVE = 200;
const PACKETS_EACH = 30;
const MUTATED = 1_000_000;
const LINES = 20;

/** Live stations beside thousands of idle connections, then beside hostile ones too; then a million broken frames. */
export async function benchHostile(): Promise<void> {
  const stage = await openStage();
  const idle: Socket[] = [];
  try {
    const mns = Array.from({ length: LIVE + LINES }, (_, i) => `LIVE${i}`);
    await stage.db.run(sql`
      insert into site (mn, site_name, agreement_id)
      select mn, mn, (select min(agreement_id) from agreement) from unnest(${mns}::text[]) mn`);
    await sleep(3000);
    const alone = await liveP99(stage, 0);
    for (let i = 0; i < IDLE; i += 100) {
      idle.push(...(await Promise.all(Array.from({ length: 100 }, () => dial(stage.gatewayPort)))));
    }
    const besideIdle = await liveP99(stage, 1);
    const stop = attack(stage.gatewayPort);
    const used = stage.cpu();
    const besideHostile = await liveP99(stage, 2);
    const { server, bench } = spent(used, stage.cpu());
    stop();
    console.log(
      `9014 of ${LIVE} live stations, p99: alone ${alone} ms, beside ${IDLE} idle connections ${besideIdle} ms,`,
    );
    console.log(
      `  and beside ${HOSTILE} hostile ones too ${besideHostile} ms (server ${server.toFixed(1)} s of CPU, attackers ${bench.toFixed(1)} s)`,
    );
    const before = memory(stage);
    const during = liveP99(stage, 3);
    const answered = await mutate(stage.gatewayPort);
    const neighbours = await during;
    await sleep(5000);
    const after = memory(stage);
    console.log(
      `${MUTATED} mutated frames: ${answered} of them still counted; neighbours' p99 ${neighbours} ms`,
    );
    console.log(`memory of the server ${before} MB before, ${after} MB after`);
  } finally {
    for (const socket of idle) socket.destroy();
    await stage.stop();
  }
}

async function liveP99(stage: Stage, hour: number): Promise<string> {
  const loads = Array.from({ length: LIVE }, (_, i) =>
    Array.from({ length: PACKETS_EACH }, (_, k) => packet(`LIVE${i}`, hour * PACKETS_EACH + k)),
  );
  const fleet = await connectFleet(stage.gatewayPort, LIVE);
  const waits = await fleet.run(loads);
  fleet.close();
  return percentile(waits, 99).toFixed(0);
}

function packet(mn: string, minute: number): Uint8Array {
  const time = formatTime(new Date(Date.now() - (minute + 1) * 60_000), 'yyyy-MM-dd HH:mm').replace(
    /\D/g,
    '',
  );
  return upload(mn, '2051', `${time}00`, { a34004: minute % 100, a21026: 12, a21004: 30 });
}

function dial(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Each after its manner, and back again when it is cut off. */
function attack(port: number): () => void {
  const manners: (() => Uint8Array | string)[] = [
    () => Buffer.alloc(16_384, '#'),
    () => '##9999QN=',
    () => `##00${Math.floor(Math.random() * 99)}`,
    () => packet(`STRANGER${Math.random()}`, 1),
    () => mutated(packet('LIVE0', 1)),
    () => randomBytes(4096),
  ];
  let stopped = false;
  const sockets = new Set<Socket>();
  const play = (i: number) => {
    if (stopped) return;
    const socket = connect({ port, host: '127.0.0.1' });
    sockets.add(socket);
    const timer = setInterval(() => socket.write(manners[i % manners.length]?.() ?? ''), 5);
    // The answers are never read.
    socket.pause();
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      sockets.delete(socket);
      setTimeout(() => play(i), 50);
    });
  };
  for (let i = 0; i < HOSTILE; i++) play(i);
  return () => {
    stopped = true;
    for (const socket of sockets) socket.destroy();
  };
}

/** A few bytes changed, lost, doubled or cut off. */
function mutated(bytes: Uint8Array): Uint8Array {
  const at = Math.floor(Math.random() * bytes.length);
  const kind = Math.floor(Math.random() * 4);
  const changed = Buffer.from(bytes);
  if (kind === 0) changed[at] = Math.floor(Math.random() * 256);
  if (kind === 1) return Buffer.concat([changed.subarray(0, at), changed.subarray(at + 1)]);
  if (kind === 2) return Buffer.concat([changed.subarray(0, at), changed.subarray(at > 3 ? at - 3 : at)]);
  if (kind === 3) return changed.subarray(0, at);
  return changed;
}

/** Sends the million over a few lines, with a whole frame now and then; returns how many answers came. */
async function mutate(port: number): Promise<number> {
  let answers = 0;
  const line = async (i: number) => {
    const good = packet(`LIVE${LIVE + i}`, 1);
    let socket = await dial(port);
    const listen = () => {
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        answers += String(chunk).split('QN=').length - 1;
      });
    };
    listen();
    for (let sent = 0; sent < MUTATED / LINES; sent += 100) {
      if (socket.destroyed) {
        socket = await dial(port);
        listen();
      }
      const frames = Array.from({ length: 100 }, (_, k) => (k % 20 === 0 ? good : mutated(good)));
      if (!socket.write(Buffer.concat(frames))) {
        await new Promise<void>((resolve) => {
          socket.once('drain', resolve);
          socket.once('close', resolve);
        });
      }
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: LINES }, (_, i) => line(i)));
  return answers;
}

function memory(stage: Stage): number {
  const status = readFileSync(`/proc/${stage.server.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
