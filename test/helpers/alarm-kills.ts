import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverPid, until } from '#server/db/embedded-fixture.ts';
import type { Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { alarmRoutes } from '#shared/contract/alarms/recipients.ts';
import { alarmRules } from '#shared/contract/alarms/rules.ts';
import { type AlarmEpisode, freshAlarm, openEpisode, stepAlarm } from '#shared/domain/alarm-rule.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { addSites, compare, Device } from './crash.ts';
import {
  type Arrived,
  openTwo,
  receiver,
  type Server,
  setWebhook,
  type TwoProcesses,
} from './server-processes.ts';
import { isJudged, storedReadings } from './stored.ts';

/** What to kill: the server that currently evaluates alarms, the other one, or the database. */
export type AlarmBlow = 'judge' | 'other' | 'database';

export interface AlarmKillsReport {
  acknowledged: number;
  /** Acknowledged values that are missing in the store or differ from what was sent. */
  lost: string[];
  episodes: number;
  /** Episodes that are missing, duplicated, or differ from what the rule gives for the stored values. */
  wrong: string[];
  messages: number;
  /** Alarm events that were not sent exactly once, not counting repetitions under the same number. */
  wrongMessages: string[];
  /** Deliveries repeated under the same number, so that the receiver can drop them. */
  repeated: number;
}

const rule = { high_warning: null, high_alarm: 100, low_warning: null, low_alarm: null };
const patience = { raise_after: 2, clear_after: 2, deadband: 0, hours: [] };
/**
 * In the past, however fast the devices send, and well below ten minutes, after which values count as late and raise no
 * messages. The machine may be slow.
 */
const BEHIND_MS = 5 * MINUTE_MS;
const REST_MS = 200;
/** Minimum number of episodes opened between two blows, over all devices. */
const PROGRESS = 6;

/** Four values above the limit, then four below, with an offset per device; the peak distinguishes episodes. */
function wave(device: number) {
  return (n: number) => ((n + device) % 8 < 4 ? 101 + (n % 900) : 50 + (n % 40));
}

/** Kills servers and the database while values around a limit arrive; reports the state of episodes and messages. */
export async function killInStorm(options: {
  blows: readonly AlarmBlow[];
  devices: number;
  program: string[];
}): Promise<AlarmKillsReport> {
  const two = await openTwo(options.program);
  const hook = await receiver();
  const running: Device[] = [];
  const { db } = two;
  try {
    const mns = Array.from({ length: options.devices }, (_, i) => `STORM${i}`);
    await addSites(db, mns);
    await setUp(two, hook.url);
    const doors = two.servers.map(({ gatewayPort }) => gatewayPort);
    const begin = Math.floor((Date.now() - BEHIND_MS) / 1000) * 1000;
    for (const [i, mn] of mns.entries()) {
      const speech = { cn: '2011' as const, stepMs: 1000, value: wave(i) };
      running.push(new Device(mn, i % 2 ? doors.toReversed() : doors, begin, REST_MS, speech));
    }
    const speaking = Promise.all(running.map((device) => device.run()));
    for (const blow of options.blows) {
      await progress(db);
      await sleep(randomInt(1500));
      await strike(two, blow);
    }
    await progress(db);
    for (const device of running) device.stop();
    await speaking;
    await settled(db);
    const { lost, wrong: different, acknowledged } = await compare(db, mns, running, 'realtime');
    return {
      ...{ acknowledged, lost: [...lost, ...different] },
      ...(await compareEpisodes(db, mns)),
      ...(await compareTold(db, hook.arrived)),
    };
  } finally {
    for (const device of running) device.stop();
    await two.close();
    hook.close();
  }
}

/** One rule for all; each episode is sent by webhook as its own message. */
async function setUp({ db, person, servers: [one] }: TwoProcesses, url: string): Promise<void> {
  await setWebhook(person, one, url);
  const factor = await db.one<{ component_id: number }>(
    sql`select component_id from component where code_2017 = 'a34004'`,
  );
  await person.ask(one.address, alarmRules.add.path, {
    ...{ scope: 'network', component_id: factor?.component_id, data_type: 'realtime', ...rule, ...patience },
  });
  await person.ask(one.address, alarmRoutes.add.path, {
    ...{ route_name: 'storm', kinds: ['over_standard'], channels: ['webhook'] },
  });
  await db.run(sql`update alarm_setting set storm_count = 1000, gather_seconds = 1`);
  // A rule ignores values from before it was made, so it is backdated.
  await db.run(sql`update alarm_rule_version set made_at = now() - interval '1 day'`);
}

const opened = async (db: Pool) =>
  (await db.one<{ n: number }>(sql`select count(*)::integer as n from alarm where kind = 'over_standard'`))
    ?.n ?? 0;

/** Retries, because the database may be restarting. */
async function progress(db: Pool): Promise<void> {
  const before = await until(() => opened(db).then((n) => n + 1), 100);
  await until(async () => (await opened(db)) >= before + PROGRESS, 100);
}

async function strike({ db, home, servers }: TwoProcesses, blow: AlarmBlow): Promise<void> {
  if (blow === 'database') {
    const killed = serverPid(home);
    process.kill(killed, 'SIGKILL');
    await until(() => serverPid(home) !== killed && db.one(sql`select 1`), 100);
    return;
  }
  const judge = await judgeAmong(db, servers);
  const victim = blow === 'judge' ? judge : servers.find((server) => server !== judge);
  await victim?.stop('SIGKILL');
  await victim?.start();
}

async function judgeAmong(db: Pool, servers: readonly Server[]): Promise<Server | undefined> {
  const holder = await until(
    () =>
      db.one<{ address: string }>(sql`
        select p.address from lease l join server_process p on p.process_id = l.holder
         where l.name = 'alarms' and l.until > now()`),
    60,
  );
  return servers.find(({ address }) => address === holder.address);
}

/** Waits until all values are evaluated and all messages are sent. */
async function settled(db: Pool): Promise<void> {
  const waiting = () =>
    db.one(sql`
      select from alarm_step where tell
       union all select from alarm_due where event in ('raised', 'worsened', 'recovered')
       union all select from message where channel = 'webhook' and state = 'queued' limit 1`);
  await until(async () => (await isJudged(db)) && (await waiting()) === undefined, 150);
}

interface Kept {
  from: number;
  raised: number;
  to: number | null;
  level: string;
  peak: number;
  n: number;
}
const shown = ({ from, raised, to, level, peak, n }: Kept | AlarmEpisode) =>
  `${level} ${new Date(from).toISOString()} ${raised - from} ${to === null ? 'open' : `${to - from} ${peak} ${n}`}`;

async function compareEpisodes(db: Pool, mns: readonly string[]) {
  const wrong: string[] = [];
  let episodes = 0;
  for (const mn of mns) {
    const kept = await db.rows<Kept>(sql`
      select extract(epoch from from_at)::float8 * 1000 as "from", extract(epoch from raised_at)::float8 * 1000 as raised,
             extract(epoch from ended_at)::float8 * 1000 as "to", level, peak, values_count as n
        from alarm join site using (site_id)
       where mn = ${mn} and kind = 'over_standard' and end_reason is distinct from 'corrected' order by from_at`);
    const expected = await episodesOf(db, mn);
    episodes += expected.length;
    const [is, should] = [kept.map(shown), expected.map(shown)];
    for (const one of should) if (!is.includes(one)) wrong.push(`${mn}: missing ${one}`);
    for (const [i, one] of is.entries())
      if (!should.includes(one) || is.indexOf(one) !== i) wrong.push(`${mn}: not asked for ${one}`);
  }
  return { episodes, wrong };
}

/** The episodes that the pure rule finds in the stored values. */
async function episodesOf(db: Pool, mn: string): Promise<AlarmEpisode[]> {
  const site = await db.one<{ ms: number }>(
    sql`select interval_seconds * 1000 as ms from site where mn = ${mn}`,
  );
  const state = freshAlarm();
  const ended: AlarmEpisode[] = [];
  for (const { ts, avg } of await storedReadings(db, 'realtime', mn)) {
    const next = { at: Date.parse(ts), value: avg[0] ?? 0 };
    for (const { did, episode } of stepAlarm(state, { ...rule, ...patience }, site?.ms ?? 0, next))
      if (did === 'cleared') ended.push(episode);
  }
  return [...ended, ...[openEpisode(state, 'high') ?? []].flat()];
}

/** Each `raised` and `recovered` step needs exactly one message. */
async function compareTold(db: Pool, arrived: readonly Arrived[]) {
  const first = new Map(arrived.map((message) => [message.number, message.body]));
  const wrongMessages = arrived
    .filter(({ number, body }) => JSON.stringify(first.get(number)) !== JSON.stringify(body))
    .map(({ number }) => `${number} said two things`);
  const times = new Map<string, number>();
  for (const { alarm } of first.values())
    for (const alarm_id of alarm?.alarm_ids.split(',') ?? []) {
      const told = `${alarm_id} ${alarm?.event}`;
      times.set(told, (times.get(told) ?? 0) + 1);
    }
  const due = await db.rows<{ told: string }>(sql`
    select alarm_id || ' ' || did as told from alarm_step join alarm using (alarm_id)
     where kind = 'over_standard' and did in ('raised', 'recovered')`);
  const count = new Map<string, number>();
  for (const { told } of due) count.set(told, (count.get(told) ?? 0) + 1);
  for (const [told, n] of count) {
    if (n !== 1) wrongMessages.push(`${told} ${n} steps`);
    if (times.get(told) !== 1) wrongMessages.push(`${told} told ${times.get(told) ?? 0} times`);
  }
  for (const told of times.keys()) if (!count.has(told)) wrongMessages.push(`${told} never was`);
  return { messages: first.size, wrongMessages, repeated: arrived.length - first.size };
}
