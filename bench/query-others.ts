import { readFileSync } from 'node:fs';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { Partitions } from '#server/series/postgres/partitions.ts';
import { air } from '#shared/contract/air/air.ts';
import { reports } from '#shared/contract/reports/reports.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import type { Network } from './query-data.ts';
import type { Question } from './query-questions.ts';
import type { Stage } from './stage.ts';

/** Sends a query; resolves to the milliseconds until the answer is complete. */
export type Ask = (question: Pick<Question, 'path' | 'input'>) => Promise<number>;

const YEARS = 10;
const AT_ONCE = 10;
const ALONE = 400;
const AT_MOST = 3;
/** Limit for short queries during long ones, however fast they are alone. */
const FREE_MS = 20;
const MEMORY_MB = 250;

/** Latency for others while one user sends ten long queries at once, compared with their latency alone. */
export async function benchOthers(
  { db, server }: Stage,
  network: Network,
  { heavy, light, questions }: { heavy: Ask; light: Ask; questions: readonly Question[] },
): Promise<void> {
  await fillYears(db, network);
  const { site_ids, to, before } = network;
  const year = before(200).getUTCFullYear();
  const long = [
    {
      name: 'year reports of all sites',
      ...{ path: reports.year.path, input: { site_ids, date: `${year}-06-01` } },
    },
    {
      name: `${YEARS} years of good rate of all sites`,
      path: air.goodRate.path,
      input: { site_ids, from: before(YEARS * 365).toISOString(), to: to.toISOString() },
    },
  ];
  for (const { name, ...question } of long) {
    await heavy(question);
    const alone = await asked(light, questions, (count) => count < ALONE);
    const restMb = residentMb(server.pid, 'VmRSS');
    let left = AT_ONCE;
    let peakMb = restMb;
    const watch = setInterval(() => {
      peakMb = Math.max(peakMb, residentMb(server.pid, 'VmRSS'));
    }, 20);
    const began = performance.now();
    const all = Promise.all(Array.from({ length: AT_ONCE }, () => heavy(question).finally(() => left--)));
    const others = await asked(light, questions, () => left > 0);
    await all;
    clearInterval(watch);
    const seconds = (performance.now() - began) / 1000;
    const [aloneMs, besideMs] = [p99(alone), p99(others)];
    const isFair = besideMs <= Math.max(AT_MOST * aloneMs, FREE_MS);
    const isBounded = peakMb - restMb <= MEMORY_MB;
    console.log(
      `others while ${AT_ONCE} × ${name}:`.padEnd(72),
      `p99 ${besideMs.toFixed(1)} ms beside, ${aloneMs.toFixed(1)} ms alone, longest ${Math.max(...others).toFixed(0)} ms,`,
      `${(besideMs / aloneMs).toFixed(2)}× (at most ${AT_MOST}×, or ${FREE_MS} ms)${isFair ? '' : ' BROKEN'};`,
      `${others.length} answers in ${seconds.toFixed(1)} s;`,
      `memory ${restMb.toFixed(0)} + ${(peakMb - restMb).toFixed(0)} MB (at most + ${MEMORY_MB})${isBounded ? '' : ' BROKEN'}`,
    );
    if (!isFair || !isBounded) process.exitCode = 1;
  }
}

async function asked(
  ask: Ask,
  questions: readonly Question[],
  goesOn: (count: number) => boolean,
): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; goesOn(times.length); at += 1) {
    const question = questions[at % questions.length];
    if (question) times.push(await ask(question));
  }
  return times;
}

function p99(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0;
}

function residentMb(pid: number | undefined, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024;
}

/** Daily values of the years before the network's data, as if the hours had been deleted by retention. */
async function fillYears(db: Db, { site_ids, fids, to }: Network): Promise<void> {
  const from = new Date(to.getTime() - (YEARS + 1.1) * 365 * DAY_MS);
  const partitions = new Partitions(db);
  for (let at = from.getTime() - DAY_MS; at < to.getTime() + 28 * DAY_MS; at += 28 * DAY_MS)
    await partitions.ensureMonth('rollup_day', new Date(Math.min(at, to.getTime())));
  await db.run(sql`
    insert into rollup_day (ts, site_id, set_id, avg, n, valid, expected, origins)
    select ts, site_id, factor_set_of(${fids}::smallint[]),
           array(select (5 + (i * 17 + site_id * 7 + extract(doy from ts)::integer) % 90)::real
                   from generate_series(1, ${fids.length}) i),
           array_fill(24::smallint, array[${fids.length}::integer]),
           array_fill(24::smallint, array[${fids.length}::integer]),
           array_fill(24::smallint, array[${fids.length}::integer]), repeat('h', ${fids.length})
      from unnest(${site_ids}::integer[]) site_id,
           generate_series(date_trunc('day', ${from}::timestamptz, 'Asia/Shanghai'), ${to}::timestamptz, interval '1 day') ts
        on conflict do nothing`);
  await db.run(sql`vacuum analyze rollup_day`);
}
