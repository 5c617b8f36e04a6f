import { beforeAll, expect, test, vi } from 'vitest';
import { encodePacket } from '#protocol/packet.ts';
import { sql } from '#server/db/sql.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { events, type Information, PM25, type Sent } from '#test/helpers/planted-events.ts';
import { station } from '#test/helpers/station.ts';

/**
 * One day of many stations on the real gateway. Each plays one event, partly before and partly after a restart of the
 * server. In the end the alarm log holds exactly what the event lists.
 */

let app: TestApp;
const ids: number[] = [];

beforeAll(async () => {
  // More than any disk has, so the disk alarm is raised.
  app = await testApp({ DISK_WARNING_GB: '1000000' });
  app.clock.now = new Date('2026-03-02T16:00:00Z');
});

const mnOf = (i: number) => `DAY${i}`;

async function setUp(): Promise<void> {
  const line = await app.db.one<{ id: number }>(
    sql`insert into product_line (product_name) values ('planted') returning product_id as id`,
  );
  await app.db.run(sql`
    insert into alarm_rule (scope, product_id, component_id, data_type, high_warning)
    select 'product', ${line?.id}, component_id, 'hour', 50 from component where code_2017 = ${PM25}`);
  await app.db.run(sql`
    insert into alarm_rule (scope, component_id, data_type, high_alarm)
    select 'network', component_id, 'hour', 500 from component where code_2017 = 'a21026'`);
  for (const [i, { site, rules = [], setup, what }] of events.entries()) {
    const row = await app.db.one<{ site_id: number }>(sql`
      insert into site (mn, site_name, agreement_id, secret, virtual_data, product_id, site_type, city_code)
      values (${mnOf(i)}, ${`${i} ${what}`}, 1, '123456', ${site?.virtual_data ?? false},
              ${site?.product ? (line?.id ?? null) : null}, ${site?.water ? 'water' : 'air'},
              ${site?.city ? '330500' : null}) returning site_id`);
    const site_id = row?.site_id ?? 0;
    ids.push(site_id);
    for (const { component, ...rule } of rules)
      await app.db.run(sql`
        insert into alarm_rule (scope, site_id, component_id, measure, data_type, limits, high_warning, high_alarm,
                                low_warning, low_alarm, raise_after, clear_after, deadband, hours)
        select 'site', ${site_id}, (select component_id from component where code_2017 = ${component}),
               coalesce(r.measure, 'value'), r.data_type, coalesce(r.limits, 'own'), r.high_warning, r.high_alarm,
               r.low_warning, r.low_alarm, coalesce(r.raise_after, 1), coalesce(r.clear_after, 1),
               coalesce(r.deadband, 0), coalesce(r.hours, '[]')
          from jsonb_to_record(${JSON.stringify(rule)}::jsonb)
                 as r (measure text, data_type text, limits text, high_warning double precision,
                       high_alarm double precision, low_warning double precision, low_alarm double precision,
                       raise_after integer, clear_after integer, deadband double precision, hours jsonb)`);
    for (const statement of setup?.(site_id) ?? []) await app.db.run(statement);
  }
  // In the time of the test clock.
  await app.db.run(sql`update alarm_rule_version set made_at = '2026-01-01'`);
  await vi.waitFor(() => expect(app.gateway.directory.find(mnOf(events.length - 1))).toBeDefined(), 60_000);
}

function packetOf(i: number, sent: Sent | Information, place: number): Uint8Array {
  const head = {
    qn: `${sent.time}${String(place).padStart(3, '0')}`,
    st: '22',
    pw: '123456',
    mn: mnOf(i),
    flag: 5,
  };
  const dataTime = [{ name: 'DataTime', value: sent.time }];
  if ('info' in sent)
    return encodePacket({
      ...head,
      cn: '3020',
      cp: [
        dataTime,
        ...(sent.target ? [[{ name: 'PolId', value: sent.target }]] : []),
        ...Object.entries(sent.info).map(([code, value]) => [{ name: `${code}-Info`, value }]),
      ],
    });
  return encodePacket({
    ...head,
    cn: sent.cn,
    cp: [
      dataTime,
      ...Object.entries(sent.values).map(([code, said]) => {
        const [value, flag] = Array.isArray(said) ? said : [said, 'N'];
        return [
          ...(value === null
            ? []
            : [{ name: `${code}-${sent.cn === '2011' ? 'Rtd' : 'Avg'}`, value: String(value) }]),
          { name: `${code}-Flag`, value: flag },
        ];
      }),
    ],
  });
}

async function play(part: 'sent' | 'later'): Promise<void> {
  const { send, next, socket } = await station(app.gateway.port);
  for (const [i, event] of events.entries()) {
    for (const [place, sent] of (event[part] ?? []).entries()) {
      send(packetOf(i, sent, place));
      await next();
    }
  }
  socket.destroy();
  await app.rollUp();
}

/** The episodes of a site, in the notation of the events. */
async function log(site_id: number, watched: readonly string[] = []): Promise<string[]> {
  const rows = await app.db.rows<{
    kind: string;
    level: string;
    from: string;
    to: string | null;
    why: string | null;
  }>(sql`
    select kind, level, end_reason as why, to_char(from_at at time zone 'Asia/Shanghai', 'HH24:MI') as "from",
           to_char(ended_at at time zone 'Asia/Shanghai', 'HH24:MI') as "to"
      from alarm
     where site_id = ${site_id} and (kind not in ('offline', 'clock_drift', 'missing') or kind = any(${[...watched]}))
     order by from_at, kind`);
  const short = (time: string) => time.replace(/:00$/, '');
  return rows.map(({ kind, level, from, to, why }) => {
    const isByOurClock = kind === 'fault' || kind === 'offline';
    const isOdd = why !== null && why !== 'recovered';
    const end = isOdd ? why : to === null ? '' : isByOurClock ? 'now' : short(to);
    return `${kind} ${level} ${short(from)}-${end}`;
  });
}

const whole = async () =>
  Object.fromEntries(
    await Promise.all(
      events.map(async ({ what, watched }, i) => [what, await log(ids[i] ?? 0, watched)] as const),
    ),
  );

test('the log holds exactly what was played', { timeout: 240_000 }, async () => {
  expect(events.length).toBeGreaterThanOrEqual(40);
  await setUp();
  await play('sent');
  const isJudged = async () => (await app.app.series.news(1)).length;
  await expect.poll(isJudged, { timeout: 60_000 }).toBe(0);
  // Found by the periodic check of stations, not by the evaluation of values.
  const isFound = () => log(ids[events.findIndex(({ what }) => what === 'an instrument at fault')] ?? 0);
  await expect.poll(isFound, { timeout: 60_000 }).toEqual(['fault alarm 23:50-']);
  await app.restart();
  await play('later');
  for (const [i, { after }] of events.entries()) if (after) await app.db.run(after(ids[i] ?? 0));
  const expected = Object.fromEntries(events.map(({ what, log: episodes }) => [what, episodes]));
  await expect.poll(whole, { timeout: 120_000, interval: 1000 }).toEqual(expected);
  const ofPlatform = () =>
    app.db.rows(sql`select kind, level, ended_at is null as open from alarm where site_id is null`);
  await expect.poll(ofPlatform).toEqual([{ kind: 'disk', level: 'alarm', open: true }]);
  // Our own restart does not make a station offline.
  expect(await app.db.rows(sql`select from alarm where kind = 'offline'`)).toHaveLength(1);
  // Late episodes notify nobody.
  const told = await app.db.rows<{ what: string }>(sql`
    select distinct s.site_name as what from alarm_step st join alarm a using (alarm_id) join site s using (site_id)
     where st.tell is not null and a.late`);
  expect(told).toEqual([]);
});
