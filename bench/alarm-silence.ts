import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '#server/db/sql.ts';
import { alarmActions, alarmLog } from '#shared/contract/alarms/log.ts';
import { asker, median } from './measure.ts';
import { openStage, type Stage } from './stage.ts';

const STATIONS = 5000;
const CITIES = 10;
const WANTED_S = 60;
/** Maximum duration of a call while the alarms are opened and sent. */
const USABLE_MS = 2000;

/**
 * Thousands of stations go offline at once (as the gateway writes it): time until all alarms are stored, and
 * recipients.
 */
export async function benchSilence(): Promise<void> {
  const stage = await openStage({ demo: true });
  const { db } = stage;
  await db.run(sql`
    with cities as (select array_agg(region_code) as codes
                      from (select region_code from region where region_code ~ '^[0-9]{4}00$' and region_code !~ '0000$'
                             order by region_code limit ${CITIES}) c)
    insert into site (mn, site_name, agreement_id, city_code)
    select 'QUIET' || n, '站点' || n, (select min(agreement_id) from agreement), codes[1 + n % ${CITIES}]
      from cities, generate_series(1, ${STATIONS}) n`);
  await sleep(3000);
  const ask = await asker(stage);
  const began = performance.now();
  await db.run(sql`
    insert into link_state (site_id, online, changed_at, last_packet_at)
    select site_id, false, now(), now() - interval '5 minutes' from site where mn like 'QUIET%'`);
  const waits: number[] = [];
  while ((await count(stage, sql`alarm where kind = 'offline' and ended_at is null`)) < STATIONS) {
    waits.push(await ask({ path: alarmActions.count.path, input: {} }));
    waits.push(await ask({ path: alarmLog.list.path, input: { state: 'open', page_size: 20 } }));
    await sleep(100);
  }
  const opened = (performance.now() - began) / 1000;
  while (
    (await count(
      stage,
      sql`(select 1 from alarm_step where tell union all select 1 from alarm_due) waiting`,
    )) > 0
  ) {
    waits.push(await ask({ path: alarmActions.count.path, input: {} }));
    await sleep(200);
  }
  const told = (performance.now() - began) / 1000;
  const people = await count(stage, sql`(select distinct user_id from message where kind = 'alarm') people`);
  const messages = await count(stage, sql`message where kind = 'alarm'`);
  const slowest = Math.max(...waits);
  console.log(
    `${STATIONS} stations of ${CITIES} cities silent at once: on record after ${opened.toFixed(1)} s (wanted: at most ${WANTED_S}), ` +
      `told after ${told.toFixed(1)} s by ${messages} messages to ${people} people (wanted: one for each city and person); ` +
      `calls meanwhile ${median(waits).toFixed(0)} ms, at most ${slowest.toFixed(0)} ms (wanted: at most ${USABLE_MS})`,
  );
  if (opened > WANTED_S || messages !== people * CITIES || slowest > USABLE_MS) process.exitCode = 1;
}

async function count({ db }: Stage, of: ReturnType<typeof sql>): Promise<number> {
  return (await db.one<{ n: number }>(sql`select count(*)::integer as n from ${of}`))?.n ?? 0;
}
