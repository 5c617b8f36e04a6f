import { sql } from '#server/db/sql.ts';
import {
  addHistory,
  addSites,
  bareLimit,
  bytesPerValue,
  endHour,
  endToEnd,
  HISTORY,
  hoursSummed,
  type Measured,
  median,
} from './ingest-load.ts';
import { openStage, type Stage } from './stage.ts';

const ROUNDS = 3;
const TEN_TIMES = 10 * HISTORY;
/** One and two gateway processes in turn, in either order: the machine is not equally fast all the time. */
const PAIRS = 5;
/** Warm-up; bare, complete, with aggregation; one process, warm-up of the second, two; ten times the history. */
const GROUPS = 1 + ROUNDS * 3 + PAIRS * 3 + ROUNDS;

/**
 * Packets per second from sockets to acknowledged and stored, compared with the bare limit: the same statements on
 * parsed rows, in batches of 500 by a plain loop. Both alternate in the same run, on tables with history. Then with a
 * second gateway process, while an hour is aggregated, and with ten times the history.
 */
export async function benchIngest(): Promise<void> {
  const stage = await openStage();
  let group = 0;
  const next = () => group++;
  await addSites(stage, GROUPS);
  await addHistory(stage, HISTORY);
  await endToEnd(stage, next());
  const bare: Measured[] = [];
  const full: Measured[] = [];
  const hour: Measured[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await alone(stage, 'bare limit', () => bareLimit(stage, next())));
    full.push(await alone(stage, 'end to end', () => endToEnd(stage, next())));
    hour.push(await afterHour(stage, group - 1, next()));
  }
  const ratio = (of: readonly Measured[]) =>
    median(of.map(({ perSecond }, round) => perSecond / (bare[round]?.perSecond ?? 0)));
  console.log(`ratio ${ratio(full).toFixed(2)} (wanted: at least 0.55)`);
  const loss = 1 - median(hour.map((one, round) => one.perSecond / (full[round]?.perSecond ?? 0)));
  console.log(`while an hour is summed ${percent(loss)} slower (wanted: at most 10)`);
  await withSecond(stage, next);
  await withHistory(stage, full, next);
}

async function withSecond(stage: Stage, next: () => number): Promise<void> {
  const one: Measured[] = [];
  const two: Measured[] = [];
  const withOne = async () => one.push(await alone(stage, 'one gateway', () => endToEnd(stage, next())));
  const withTwo = async () => {
    const second = await stage.addServer('gateway');
    await endToEnd(stage, next());
    two.push(await alone(stage, 'two gateways', () => endToEnd(stage, next())));
    await second.stop();
  };
  for (let pair = 0; pair < PAIRS; pair++) {
    for (const measure of pair % 2 === 0 ? [withOne, withTwo] : [withTwo, withOne]) await measure();
  }
  const gain = median(two.map((each, pair) => perSecond(each) / (one[pair]?.perSecond ?? 0)));
  console.log(`two gateway processes ${gain.toFixed(2)} of one (wanted: more than 1)`);
}

/** The last hour of one group's stations is aggregated while another group sends. */
async function afterHour(stage: Stage, summed: number, sending: number): Promise<Measured> {
  await allSummed(stage);
  await endHour(stage, summed);
  const before = await hoursSummed(stage, summed);
  const measured = await told('with an hour', endToEnd(stage, sending));
  console.log(`              ${(await hoursSummed(stage, summed)) - before} hours were summed meanwhile`);
  return measured;
}

async function allSummed(stage: Stage): Promise<void> {
  const isOver = async () => {
    const row = await stage.db.one<{ left: boolean }>(sql`
      select exists (select from rollup_work) or exists (select from reading_news)
             or exists (select from dirty_bucket where bucket < date_trunc('hour', now())) as left`);
    return row?.left === false;
  };
  while (!(await isOver())) await new Promise((resolve) => setTimeout(resolve, 500));
}

async function withHistory(stage: Stage, before: readonly Measured[], next: () => number): Promise<void> {
  await addHistory(stage, TEN_TIMES - HISTORY);
  const after: Measured[] = [];
  for (let round = 0; round < ROUNDS; round++)
    after.push(await alone(stage, 'end to end', () => endToEnd(stage, next())));
  const slower = 1 - median(after.map(perSecond)) / median(before.map(perSecond));
  const dearer = median(after.map(cpuEach)) / median(before.map(cpuEach)) - 1;
  console.log(
    `with ten times the history ${percent(slower)} slower (wanted: at most 15), ${percent(dearer)} more CPU a packet`,
  );
  console.log(`${(await bytesPerValue(stage)).toFixed(1)} bytes a value with its index (wanted: at most 25)`);
}

/** Measures after the aggregation and evaluation of the previous measurement have finished. */
async function alone(stage: Stage, what: string, measure: () => Promise<Measured>): Promise<Measured> {
  await allSummed(stage);
  return told(what, measure());
}

async function told(what: string, measuring: Promise<Measured>): Promise<Measured> {
  const measured = await measuring;
  const { perSecond, cpuEach, note } = measured;
  console.log(
    `${what.padEnd(12)}  ${Math.round(perSecond)} packets/s, ${(cpuEach * 1e6).toFixed(0)} µs CPU each; ${note}`,
  );
  return measured;
}

const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
const perSecond = (measured: Measured) => measured.perSecond;
const cpuEach = (measured: Measured) => measured.cpuEach;
