import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '#server/db/sql.ts';
import { formatTime } from '#shared/domain/time.ts';
import { Person } from '#test/helpers/server-processes.ts';
import { isJudged } from '#test/helpers/stored.ts';
import { upload } from '#test/helpers/upload.ts';
import { CODES } from './codec.ts';
import { addSites, endToEnd, loads, mnOf } from './ingest-load.ts';
import { median } from './measure.ts';
import { openStage, type Stage } from './stage.ts';
import { connectFleet, percentile } from './stations.ts';

/** With and without rules in turn, in either order: the machine is not equally fast all the time. */
const ROUNDS = 5;
/** Warm-up; the rounds; background load; stations that raise alarms. */
const GROUPS = 3 + 2 * ROUNDS;
const [STEADY, RINGING] = [GROUPS - 2, GROUPS - 1];
const STATIONS = 2000;
/** Factors with a rule at every station: 10,000 rules in all. */
const RULED = CODES.slice(0, 5);
const RULES = STATIONS * RULED.length;
const KEPT = 0.9;
const BELLS = 300;
const BELL_MS = 2000;
/** Interval between two alarms. */
const REST_MS = 50;
const PATIENCE_MS = 30_000;

/** Cost of ten thousand rules for ingest, and latency of alarms at half of the maximum ingest rate. */
export async function benchAlarmIngest(): Promise<void> {
  const stage = await openStage({ demo: true });
  await stage.db.run(sql`delete from alarm_rule`);
  await addSites(stage, GROUPS);
  await endToEnd(stage, 0);
  const [without, ruled]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const [first, second] = [1 + 2 * round, 2 + 2 * round];
    const bare = async (group: number) => without.push(await sending(stage, group));
    const rules = async (group: number) => {
      await addRules(stage, group);
      ruled.push(await sending(stage, group));
      await stage.db.run(sql`delete from alarm_rule`);
    };
    const inTurn = round % 2 === 0 ? [bare, rules] : [rules, bare];
    for (const [place, measure] of inTurn.entries()) await measure(place === 0 ? first : second);
    console.log(
      `without rules ${rate(without.at(-1))} packets/s, with ${RULES} rules ${rate(ruled.at(-1))} packets/s`,
    );
  }
  const kept = median(ruled.map((perSecond, round) => perSecond / (without[round] ?? 0)));
  console.log(`ingest keeps ${kept.toFixed(2)} of its rate (wanted: at least ${KEPT})`);
  const p99 = await bells(stage, median(ruled) / 2);
  if (kept < KEPT || p99 > BELL_MS) process.exitCode = 1;
}

/** Packets per second of a group; afterwards all values are evaluated, so that this does not slow the next one. */
async function sending(stage: Stage, group: number): Promise<number> {
  const { perSecond } = await endToEnd(stage, group);
  while (!(await isJudged(stage.db))) await sleep(500);
  return perSecond;
}

/** Some values of the bench exceed the limits, so episodes open and close all the time. */
async function addRules(stage: Stage, group: number): Promise<void> {
  await stage.db.run(sql`
    insert into alarm_rule (scope, site_id, component_id, data_type, high_warning, high_alarm, raise_after, clear_after)
    select 'site', site_id, component_id, 'minute', 96, 98, 2, 2
      from site, component
     where mn like ${`${mnOf(group, 0).slice(0, 9)}%`} and code_2017 = any(${[...RULED]})`);
  await stage.db.run(sql`update alarm_rule_version set made_at = now() - interval '1 day'`);
  await sleep(3000);
}

/** Latency from a packet above the limit to the alarm at a browser's WebSocket, while others send at the given rate. */
async function bells(stage: Stage, perSecond: number): Promise<number> {
  const { db, gatewayPorts } = stage;
  await addRules(stage, STEADY);
  const mns = Array.from({ length: BELLS }, (_, site) => mnOf(RINGING, site));
  await db.run(sql`
    insert into alarm_rule (scope, site_id, component_id, data_type, high_alarm, raise_after)
    select 'site', site_id, component_id, 'realtime', 500, 1
      from site, component where mn = any(${mns}) and code_2017 = 'a34004'`);
  await db.run(sql`update alarm_rule_version set made_at = now() - interval '1 day'`);
  await sleep(3000);
  const heard = await ringers(stage, mns);
  const [others, bell] = [await connectFleet(gatewayPorts, STATIONS), await connectFleet(gatewayPorts, 1)];
  const steady = others.run(loads(STEADY), (STATIONS / perSecond) * 1000);
  const sent: number[] = [];
  for (const mn of mns) {
    const at = Date.now();
    sent.push(at);
    await bell.run([[upload(mn, '2011', formatTime(new Date(at)).replace(/\D/g, ''), { a34004: 900 })]]);
    await sleep(Math.max(0, REST_MS - (Date.now() - at)));
  }
  const until = Date.now() + PATIENCE_MS;
  while (heard.rang.size < BELLS && Date.now() < until) await sleep(50);
  await steady;
  for (const line of [others, bell, heard]) line.close();
  const waits = mns.map((mn, i) => (heard.rang.get(mn) ?? Number.POSITIVE_INFINITY) - (sent[i] ?? 0));
  const sorted = Float64Array.from(waits).sort();
  const p99 = percentile(sorted, 99);
  console.log(
    `${BELLS} packets beyond a limit beside ${rate(perSecond)} packets/s: the bell rings ` +
      `after p50 ${percentile(sorted, 50).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (wanted: under ${BELL_MS})`,
  );
  return p99;
}

/** Records when the first alarm of each station arrives at a browser's WebSocket. */
async function ringers({ db, webPort }: Stage, mns: readonly string[]) {
  const sites = await db.rows<{ site_id: number; mn: string }>(
    sql`select site_id, mn from site where mn = any(${mns})`,
  );
  const mnOfSite = new Map(sites.map(({ site_id, mn }) => [site_id, mn]));
  const rang = new Map<string, number>();
  const person = new Person();
  const address = `http://127.0.0.1:${webPort}`;
  await person.signIn(address);
  const socket = await person.hear(address, ['alarm'], (event) => {
    const mn = event.topic === 'alarm' ? mnOfSite.get(event.site_id ?? 0) : undefined;
    if (mn !== undefined && !rang.has(mn)) rang.set(mn, Date.now());
  });
  return { rang, close: () => socket.close() };
}

const rate = (perSecond = 0) => Math.round(perSecond);
