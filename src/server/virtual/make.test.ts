import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { air } from '#shared/contract/air/air.ts';
import { history } from '#shared/contract/readings/history.ts';
import { realtime } from '#shared/contract/readings/realtime.ts';
import { reports } from '#shared/contract/reports/reports.ts';
import { sites } from '#shared/contract/sites/sites.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { type AirNetwork, airNetwork } from '#test/helpers/air.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { browser } from '#test/helpers/browser.ts';
import { makeDue } from './make.ts';

let app: TestApp;
let admin: Client;
let network: AirNetwork;
let site = 0;
let count = 0;
beforeAll(async () => {
  app = await testApp();
  network = await airNetwork(app);
});
beforeEach(async () => {
  admin = await app.login('admin');
  count += 1;
  site = await network.makeSite(`SIM-${count}`, { measures: ['pm25', 'o3'] });
});

/** Sessions expire in the skipped time, so log in again. */
async function forward(seconds: number): Promise<void> {
  app.clock.forward(seconds);
  admin = await app.login('admin');
}

const make = () => makeDue(app.app);
async function turn(virtual_data: boolean, site_id = site): Promise<void> {
  const row = await app.db.one<{ version: number }>(sql`select version from site where site_id = ${site_id}`);
  await admin.send(sites.edit, { site_id, version: row?.version ?? 0, virtual_data });
}

async function rows(data_type: 'realtime' | 'minute' = 'minute', site_id = site) {
  const span = { from: new Date(0), to: new Date(app.clock.now.getTime() + HOUR_MS) };
  return app.app.series.range({ data_type, site_ids: [site_id], ...span });
}

async function now(site_id = site) {
  const { data_info } = await admin.send(realtime.data, { site_ids: [site_id] });
  return data_info[0];
}

const heard = (at: Date, online: boolean) =>
  app.db.run(sql`
    insert into link_state (site_id, online, changed_at, last_packet_at) values (${site}, ${online}, ${at}, ${at})
    on conflict (site_id) do update set online = excluded.online, last_packet_at = excluded.last_packet_at`);

test('a site that is switched on shows the hour before and this one, and from then on each minute', async () => {
  await make();
  expect(await rows()).toEqual([]);
  await turn(true);
  await forward(20 * 60 + 30);
  await make();
  const made = await rows();
  expect(made.map(({ ts }) => ts).slice(0, 1)).toEqual(['2026-11-15T01:00:00.000Z']);
  expect(made).toHaveLength(80);
  expect(await rows('realtime')).toHaveLength(80);
  expect(await now()).toMatchObject({ ts: '2026-11-15T02:19:00.000Z', values: [{}, {}] });
  // Simulation is deterministic: the same values are made again.
  await make();
  await app.app.series.removeSite(site);
  await make();
  expect(await rows()).toEqual(made);
  await forward(60);
  await make();
  expect(await rows()).toHaveLength(81);
});

test('a site without factors shows those of its kind', async () => {
  const bare = await network.makeSite('SIM-BARE', { virtual: true });
  await app.db.run(sql`update site set site_type = 'water' where site_id = ${bare}`);
  await app.app.series.removeSite(bare);
  await make();
  const names = (await now(bare))?.values.map(({ component_name_en }) => component_name_en);
  expect(names).toHaveLength(9);
  expect(names).toContain('Dissolved oxygen');
  const { data_info } = await admin.send(history.factors, { site_ids: [bare] });
  expect(data_info).toHaveLength(9);
});

test('while its device is on the line nothing is made, and afterwards only what followed its last word', async () => {
  const last = new Date(app.clock.now.getTime() - 10 * MINUTE_MS);
  await heard(last, true);
  await turn(true);
  await make();
  expect(await rows()).toEqual([]);
  await heard(last, false);
  await make();
  const [first] = await rows();
  expect(Date.parse(first?.ts ?? '')).toBeGreaterThan(last.getTime());
  expect(await rows()).toHaveLength(9);
});

test('the link says of the device what it said before', async () => {
  const at = new Date(app.clock.now.getTime() - 5 * HOUR_MS);
  await heard(at, false);
  const screen = await browser(app, admin, { topics: ['reading', 'link'], site_ids: [site] });
  await turn(true);
  await expect.poll(() => screen.events().length, { timeout: 15_000 }).toBeGreaterThan(0);
  expect(screen.events().map((event) => [event.topic, 'simulated' in event && event.simulated])).toEqual([
    ['reading', true],
    ['reading', true],
  ]);
  expect((await admin.send(sites.list, { site_id: site })).data_info[0]).toMatchObject({
    online: false,
    last_packet_at: at.toISOString(),
  });
  screen.socket.close();
});

test('after a pause what nobody made is made, of one day', async () => {
  await turn(true);
  await make();
  const before = (await rows()).length;
  await forward(3 * 86_400);
  await make();
  expect(await rows()).toHaveLength(before + 24 * 60);
});

test('it has no place in rankings; reports and good rates have it by name; off, it is gone', async () => {
  await turn(true);
  await make();
  await forward(86_400);
  await make();
  await app.rollUp();
  const ranked = await admin.send(air.aqiRank, {});
  expect(ranked.data_info.map(({ site_id }) => site_id)).not.toContain(site);
  const span = {
    from: new Date(app.clock.now.getTime() - 2 * 24 * HOUR_MS).toISOString(),
    to: app.clock.now.toISOString(),
  };
  const all = await admin.send(air.goodRate, span);
  expect(all.data_info.map(({ site_id }) => site_id)).not.toContain(site);
  const day = new Date(app.clock.now.getTime() + 8 * HOUR_MS).toISOString().slice(0, 10);
  const report = async () => {
    const { sites: found } = await admin.send(reports.day, { site_ids: [site], date: day });
    return found[0]?.lines.filter(({ values }) => values.some((value) => value !== null)).length;
  };
  expect(await report()).toBeGreaterThan(5);
  const shown = await admin.send(reports.why, {
    ...{ kind: 'day', date: day, site_id: site, component_id: network.fids.pm25 ?? 0 },
    ts: new Date(Math.floor(app.clock.now.getTime() / HOUR_MS) * HOUR_MS - 2 * HOUR_MS).toISOString(),
  });
  expect(shown).toMatchObject({ origin: 'v', valid: 60, expected: 60 });
  await turn(false);
  expect(await rows()).toEqual([]);
  expect(await now()).toMatchObject({ ts: null, values: [] });
  expect(await report()).toBe(0);
  await make();
  await app.rollUp();
  expect(await rows()).toEqual([]);
  expect(await report()).toBe(0);
});
