import { expect, test, vi } from 'vitest';
import { encodePacket } from '#protocol/packet.ts';
import { sql } from '#server/db/sql.ts';
import { testApp } from '#test/helpers/app.ts';
import { startBroker } from '#test/helpers/broker.ts';
import { pushTo } from '#test/helpers/push.ts';
import { station } from '#test/helpers/station.ts';
import { storedReadings } from '#test/helpers/stored.ts';

/** Data of a station: each packet, and the JSON item with the same content. */
interface Said {
  cn: string;
  time: string;
  cp: string[];
  item: object;
}

const data: Said[] = [
  {
    cn: '2011',
    time: '20261115095930',
    cp: ['a34004-Rtd=35.2,a34004-Flag=N', 'NOX-Rtd=0.031,NOX-Flag=D', 'a99999-Rtd=1'],
    item: {
      data_type: 'realtime',
      time: '2026-11-15T01:59:30Z',
      values: { a34004: 35.2, NOX: { avg: 0.031, flag: 'D' }, a99999: 1 },
    },
  },
  {
    cn: '2051',
    time: '20261115095900',
    cp: ['a34004-Min=30,a34004-Avg=35.25,a34004-Max=40,a34004-Flag=N', 'a21026-Avg=-999,a21026-Flag=B'],
    item: {
      data_type: 'minute',
      time: '2026-11-15 09:59:00',
      values: { a34004: { min: 30, avg: 35.25, max: 40, flag: 'N' }, a21026: { avg: -999, flag: 'B' } },
    },
  },
  // The second part of a split packet.
  {
    cn: '2051',
    time: '20261115095900',
    cp: ['NOX-Avg=0.028,NOX-Flag=N'],
    item: { data_type: 'minute', time: '2026-11-15 09:59:00', values: { NOX: { avg: 0.028, flag: 'N' } } },
  },
  {
    cn: '2061',
    time: '20261115080000',
    cp: ['a34004-Avg=33.3,a34004-Min=20,a34004-Max=51', 'a21026-Avg=12,a21026-ZsAvg=13'],
    item: {
      data_type: 'hour',
      time: '2026-11-15T08:00:00+08:00',
      values: { a34004: { avg: 33.3, min: 20, max: 51 }, a21026: { avg: 12, zs: 13 } },
    },
  },
  // From yesterday, so it counts as resupplied.
  {
    cn: '2061',
    time: '20261114080000',
    cp: ['a34004-Avg=44'],
    item: { data_type: 'hour', time: '2026-11-14 08:00', values: { a34004: 44 } },
  },
  {
    cn: '2031',
    time: '20261114000000',
    cp: ['a34004-Avg=38.5,a34004-Flag=N', 'NOX-Avg=0.03'],
    item: { data_type: 'day', time: '2026-11-14', values: { a34004: { avg: 38.5, flag: 'N' }, NOX: 0.03 } },
  },
];

test('the same station sent by TCP, MQTT and HTTP gives the same rows', async () => {
  const broker = await startBroker();
  const app = await testApp({ MQTT_URL: `mqtt://127.0.0.1:${broker.port}` });
  const { db, gateway } = app;
  const mns = ['BY_TCP', 'BY_MQTT', 'BY_HTTP'];
  await db.run(sql`update agreement set sentinels = '{-999}' where agreement_id = 1`);
  await db.run(sql`
    insert into agreement_code (agreement_id, wire_code, component_id, scale, shift)
    select 1, 'NOX', component_id, 1000, 2 from component where code_2017 = 'a21002'`);
  await db.run(sql`
    insert into site (mn, site_name, agreement_id) select mn, mn, 1 from unnest(${mns}::text[]) mn`);
  await db.run(sql`
    insert into device_factor (site_id, component_id, k, b)
    select site_id, component_id, 1.5, -2 from site, component where mn = any(${mns}) and code_2017 = 'a34004'`);
  const isKnown = (mn: string) => gateway.directory.find(mn)?.corrections.size === 1;
  await vi.waitFor(() => expect(mns.every(isKnown)).toBe(true), 30_000);

  const line = await station(gateway.port);
  const push = await pushTo(app, 'BY_HTTP');
  // Each twice, like a sender that got no answer.
  for (const [i, { cn, time, cp, item }] of [...data, ...data].entries()) {
    const groups = [`DataTime=${time}`, ...cp].map((group) =>
      group.split(',').map((part) => {
        const [name = '', value = ''] = part.split('=');
        return { name, value };
      }),
    );
    const qn = `202611150959${String(10_000 + i).slice(1)}1`;
    line.send(encodePacket({ qn, st: '22', cn, pw: '', mn: 'BY_TCP', flag: 5, cp: groups }));
    await line.next();
    await broker.publish('lanjing/BY_MQTT/data', item);
    expect((await push({ batch_id: `b${i}`, items: [item] })).status).toBe(200);
  }
  const types = ['realtime', 'minute', 'hour', 'day'] as const;
  /** Rows may differ in the site's ID and, for latest values, in the time of receipt. */
  const bare = (rows: readonly { site_id: number; received_at?: string }[]) =>
    rows.map(({ site_id: _site, received_at: _at, ...row }) => row);
  const stored = async (mn: string) => {
    const rows = await Promise.all(types.map((type) => storedReadings(db, type, mn)));
    const { site_id = 0 } = rows.flat()[0] ?? {};
    const newest = await Promise.all(types.map((type) => app.app.series.latest([site_id], type)));
    return [...rows, newest.flat()].map(bare);
  };
  const byTcp = await stored('BY_TCP');
  expect(byTcp.map(({ length }) => length)).toEqual([1, 1, 2, 1, 4]);
  await expect.poll(() => stored('BY_MQTT')).toEqual(byTcp);
  expect(await stored('BY_HTTP')).toEqual(byTcp);

  await app.rollUp();
  const sums = async (mn: string) => {
    const [{ site_id } = { site_id: 0 }] = await storedReadings(db, 'hour', mn);
    const span = { from: new Date('2026-11-01T00:00:00Z'), to: new Date('2026-12-01T00:00:00Z') };
    return bare(await app.app.series.buckets({ level: 'day', site_ids: [site_id], ...span }));
  };
  const summed = await sums('BY_TCP');
  expect(summed).not.toEqual([]);
  expect([await sums('BY_MQTT'), await sums('BY_HTTP')]).toEqual([summed, summed]);
});
