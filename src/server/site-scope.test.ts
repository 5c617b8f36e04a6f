import { beforeAll, describe, expect, test, vi } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { equipment } from '#shared/contract/equipment/equipment.ts';
import { groupMembers, userGroups } from '#shared/contract/groups/groups.ts';
import { everyCall } from '#shared/contract/index.ts';
import { siteOf } from '#shared/contract/live.ts';
import { audit } from '#shared/contract/platform/audit.ts';
import { jobs } from '#shared/contract/platform/jobs.ts';
import { products, projects } from '#shared/contract/site-config/products.ts';
import { sites } from '#shared/contract/sites/sites.ts';
import { powerSeeds } from '#shared/powers.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { browser } from '#test/helpers/browser.ts';
import { found, keysOf } from '#test/helpers/keys.ts';
import { makeRole, makeUser, type Person } from '#test/helpers/people.ts';
import {
  bySite,
  cellOf,
  controlCases,
  everything,
  orderCases,
  type ScopeCase,
  span,
  type TestSite,
} from '#test/helpers/scope-cases.ts';
import { seedOfSites } from '#test/helpers/seed-of-sites.ts';
import { station } from '#test/helpers/station.ts';
import { upload } from '#test/helpers/upload.ts';
import { routes, tables } from './routes.ts';

let app: TestApp;
/** Has all powers and sees three of six sites: one directly, one by its region, one by the project of a group. */
let viewer: Client;
let colleague: Person;
/** Sees no site, so the viewer may act on this account. */
let newcomer: Person;
/** The factor that the stations send. */
let fineDust = 0;
/** One alarm per site. */
const alarmOf = new Map<number, number>();
const seen: TestSite[] = [];
const foreign: TestSite[] = [];

const TIME = '20261115095900';
const frame = (mn: string, time = TIME) =>
  upload(mn, '2011', time, { a34004: 35, lng: 117, lat: 36, zz9999: 1 });

async function speak(mn: string, time?: string): Promise<void> {
  const { send, next, socket } = await station(app.gateway.port);
  send(frame(mn, time));
  await next();
  socket.destroy();
}

beforeAll(async () => {
  app = await testApp();
  const admin = await app.login('admin');
  const { product_id } = await admin.send(products.add, { product_name: '线' });
  const { project_id } = await admin.send(projects.add, { project_name: '项目' });
  const add = async (mn: string, more: object = {}): Promise<TestSite> => {
    const { site_id } = await admin.send(sites.add, {
      mn,
      site_name: `站 ${mn}`,
      site_type: 'mobile',
      province_code: '370000',
      city_code: '370100',
      area_code: '370102',
      address: 'x',
      longitude: 117,
      latitude: 36,
      interval_seconds: 60,
      agreement_id: 1,
      product_id,
      factors: [{ component_id: 1 }],
      ...more,
    });
    return { site_id: Number(site_id), mn };
  };
  const place = { province_code: '320000', city_code: '320100', area_code: '320102' };
  seen.push(await add('SEEN1'), await add('SEEN2', place), await add('SEEN3', { project_id }));
  foreign.push(await add('OTHER1'), await add('OTHER2'), await add('OTHER3'));

  const role = await makeRole(
    app.db,
    powerSeeds.map(({ power_code }) => power_code),
  );
  const person = await makeUser(app.db, role);
  colleague = await makeUser(app.db, role);
  newcomer = await makeUser(app.db, role);
  const { user_group_id } = await admin.send(userGroups.add, { user_group_name: '组' });
  await admin.send(groupMembers.add, { user_group_id: Number(user_group_id), user_ids: person.user_id });
  await admin.send(equipment.add, { user_id: person.user_id, site_ids: [seen[0]?.site_id ?? 0] });
  await admin.send(equipment.add, { user_id: person.user_id, region_codes: ['320000'] });
  await admin.send(equipment.add, {
    user_group_id: Number(user_group_id),
    project_ids: [Number(project_id)],
  });
  const everySite = [...seen, ...foreign].map(({ site_id }) => site_id);
  await admin.send(equipment.add, { user_id: colleague.user_id, site_ids: everySite });
  viewer = await app.login(person.account);
  const factor = await app.db.one<{ component_id: number }>(
    sql`select component_id from component where component_key = 'pm25'`,
  );
  fineDust = factor?.component_id ?? 0;

  await vi.waitFor(() => expect(app.gateway.directory.find('OTHER3')).toBeDefined(), 30_000);
  for (const { mn } of [...seen, ...foreign]) await speak(mn);
  // Codes without a factor are stored shortly after the answer.
  await vi.waitFor(async () => {
    const sitesWithCodes = await app.db.rows(sql`select distinct site_id from unmapped_code`);
    expect(sitesWithCodes).toHaveLength(everySite.length);
  }, 30_000);
  for (const [site_id, alarm_id] of await seedOfSites(app, everySite)) alarmOf.set(site_id, alarm_id);
});

const historyOf = (sites: object) => ({
  ...sites,
  component_ids: [fineDust],
  data_type: 'realtime',
  ...span,
});

/** Every call that takes or returns sites. Add new calls here. */
const cases: Record<string, ScopeCase> = {
  'equipment.data': { asks: () => ({ user_id: colleague.user_id }) },
  'equipment.add': { of: ({ site_id }) => ({ user_id: newcomer.user_id, site_ids: [site_id] }) },
  'sites.list': { ...everything, ...bySite },
  'sites.add': { spared: 'makes a site, which its maker sees' },
  'sites.edit': { of: ({ site_id }) => ({ site_id, version: 1, address: 'y' }) },
  'sites.remove': bySite,
  'siteActions.removeDevices': { of: ({ mn }) => ({ mns: [mn] }) },
  'siteActions.simUsage': bySite,
  'siteActions.copy': { of: ({ site_id }) => ({ site_id, site_name: 'copy', mn: 'COPY' }) },
  'siteBatch.preview': { of: ({ site_id }) => ({ site_ids: [site_id], changes: { interval_seconds: 30 } }) },
  'siteBatch.run': {
    of: ({ site_id }) => ({ site_ids: [site_id], changes: { interval_seconds: 30 }, basis: 'x' }),
  },
  'siteMarks.favour': { of: ({ site_id }) => ({ site_id, favourite: true }) },
  'siteMarks.visit': bySite,
  'pushSecrets.get': bySite,
  'pushSecrets.renew': bySite,
  'pushSecrets.revoke': bySite,
  'shortSites.list': everything,
  'network.real': everything,
  'network.otherReal': { asks: () => ({ component_ids: [1] }) },
  'network.count': everything,
  'network.status': { ...everything, of: ({ mn }) => ({ mns: [mn] }) },
  'network.cities': everything,
  'products.list': everything,
  'projects.list': everything,
  'components.list': everything,
  'agreements.list': everything,
  'agreementCommandTrials.run': {
    of: ({ site_id }) => ({ site_id, kind: 'reboot', wires: [{ cn: '3039' }] }),
  },
  'blocks.list': everything,
  'basins.list': everything,
  'factorCalls.ofSite': bySite,
  'deviceLogs.list': { ...everything, ...bySite },
  'alarmRules.list': everything,
  'alarmRules.add': {
    of: ({ site_id }) => ({ scope: 'site', site_id, component_id: 1, data_type: 'hour', high_alarm: 9 }),
  },
  'alarmRules.edit': { spared: 'as adding: one that is not seen is refused' },
  'alarmRuleTrial.backTest': {
    asks: () => ({ scope: 'network', component_id: 1, data_type: 'hour', high_alarm: 9 }),
    of: ({ site_id }) => ({ scope: 'site', site_id, component_id: 1, data_type: 'hour', high_alarm: 9 }),
  },
  'alarmRuleActions.presets': { spared: 'for who sees all sites: they are of the network' },
  'alarmRuleActions.versions': { spared: 'of one rule: of a site that is not seen there is none' },
  'alarmRuleActions.holding': bySite,
  'alarmRuleActions.copyPreview': { of: ({ site_id }) => ({ rule_id: 1, site_ids: [site_id] }) },
  'alarmRuleActions.copy': { of: ({ site_id }) => ({ rule_id: 1, site_ids: [site_id] }) },
  'alarmKindSettings.list': everything,
  'alarmKindSettings.add': { of: ({ site_id }) => ({ scope: 'site', site_id, kind: 'zero' }) },
  'alarmKindSettings.edit': { spared: 'as adding: one that is not seen is refused' },
  'alarmKindActions.holding': bySite,
  'maintenanceWindows.list': everything,
  'maintenanceWindows.add': {
    of: ({ site_id }) => ({
      ...{ scope: 'site', site_id, starts_at: '2026-11-15T00:00:00Z', ends_at: '2026-11-15T02:00:00Z' },
    }),
  },
  'maintenanceWindows.edit': { spared: 'as adding: one that is not seen is refused' },
  'alarmLog.list': { ...everything, ...bySite },
  'alarmRoutes.list': everything,
  'alarmRoutes.add': {
    of: ({ site_id }) => ({ route_name: `of ${site_id}`, scope: 'site', site_id, everyone: true }),
  },
  'alarmRoutes.edit': { spared: 'as adding: one that is not seen is refused' },
  'alarmRouteActions.who': { spared: 'of a route that is seen; it counts the sites of those who are told' },
  'alarmActions.sites': everything,
  'alarmViews.view': { of: ({ site_id }) => ({ alarm_id: alarmOf.get(site_id) }) },
  'maintenanceNow.data': { ...everything, ...bySite },
  'alarmActions.statistics': { ...everything, ...bySite },
  ...orderCases,
  'laboratory.command': { spared: 'a virtual station of the learner, which is no site' },
  'laboratory.log': { spared: 'a virtual station of the learner, which is no site' },
  'laboratory.send': { spared: 'a virtual station of the learner, which is no site' },
  'laboratory.station': { spared: 'a virtual station of the learner, which is no site' },
  'unregistered.list': { spared: 'devices that are no site' },
  'unregisteredActions.adopt': { spared: 'makes a site, which its maker sees' },
  'unregisteredActions.dismiss': { spared: 'devices that are no site' },
  'unregisteredActions.told': { spared: 'devices that are no site' },
  'readings.ofSite': { of: ({ site_id }) => ({ site_id, data_type: 'realtime', ...span }) },
  'air.index': { of: ({ site_id }) => ({ site_ids: [site_id], period: 'day', ...span }) },
  'air.why': { of: ({ site_id }) => ({ site_id, period: 'day', ts: '2026-11-14T16:00:00Z' }) },
  'air.goodRate': { asks: () => span, of: ({ site_id }) => ({ site_ids: [site_id], ...span }) },
  'air.goodRateWhy': { of: ({ site_id }) => ({ site_id, ...span }) },
  'air.aqiRank': everything,
  'air.pmRank': everything,
  'home.newest': everything,
  'home.replay': { asks: () => ({ to: '2026-11-15T02:00:00Z' }) },
  'home.station': bySite,
  'home.compare': bySite,
  'firstData.byComponent': {
    asks: () => ({ component_id: 1 }),
    of: ({ site_id }) => ({ site_ids: [site_id], component_id: 1 }),
  },
  ...Object.fromEntries(
    (['day', 'week', 'month', 'year'] as const).map((kind) => [
      `reports.${kind}`,
      { of: ({ site_id }: TestSite) => ({ site_ids: [site_id], date: '2026-11-15' }) },
    ]),
  ),
  'reports.why': { of: ({ site_id }) => ({ ...cellOf(site_id), component_id: 1 }) },
  'reports.classWhy': { of: ({ site_id }) => cellOf(site_id) },
  'reportSchedules.list': { spared: 'everyone sees their own, with the sites that they named' },
  'reportSchedules.add': {
    of: ({ site_id }) => ({ schedule_name: `of ${site_id}`, site_ids: [site_id] }),
  },
  'reportSchedules.edit': { spared: 'as adding: one that is not seen is refused' },
  'analysisValues.data': {
    of: ({ site_id }) => ({ site_ids: [site_id], component_ids: [fineDust], level: 'hour', ...span }),
  },
  'siteComparison.data': {
    of: ({ site_id }) => ({ site_ids: [site_id], component_id: fineDust, level: 'hour', ...span }),
  },
  'history.factors': { of: ({ mn }) => ({ mns: [mn] }) },
  'history.table': { asks: () => historyOf({}), of: ({ site_id }) => historyOf({ site_ids: [site_id] }) },
  'history.course': { asks: () => historyOf({}), of: ({ mn }) => historyOf({ mns: [mn] }) },
  'history.figures': { asks: () => historyOf({}), of: ({ site_id }) => historyOf({ site_ids: [site_id] }) },
  'historyImportCalls.open': { spared: 'of a file: it names sites as the file does' },
  'historyImportCalls.preview': {
    spared: 'one that is not seen is a problem of its row, as one that is not there',
  },
  'historyImportCalls.check': { spared: 'as the preview' },
  'historyImports.list': { spared: 'everyone sees their own, of sites that they saw' },
  'realtime.data': { ...everything, of: ({ site_id }) => ({ site_ids: [site_id] }) },
  'tracks.points': { of: ({ mn }) => ({ mn, ...span }) },
  'tracks.now': { ...everything, of: ({ mn }) => ({ mns: [mn] }) },
  'packets.list': { ...everything, ...bySite },
  'decoding.decode': { of: ({ mn }) => ({ raw: Buffer.from(frame(mn)).toString() }) },
  'unmappedCodes.list': { ...everything, ...bySite },
  'heldPackets.list': { ...everything, ...bySite },
  'heldActions.groups': { ...everything, ...bySite },
  'heldActions.preview': { of: ({ site_id }) => ({ site_id, reason: 'future_time', shift_seconds: -60 }) },
  'heldActions.take': { of: ({ site_id }) => ({ site_id, reason: 'future_time', shift_seconds: -60 }) },
  'heldCorrections.list': { ...everything, ...bySite },
  ...controlCases({ span, fineDust: () => fineDust }),
  'firstSteps.data': { asks: () => ({}) },
  'heldActions.discard': { of: ({ site_id }) => ({ site_id, reason: 'future_time' }) },
};

const NAMES = ['site_id', 'site_ids', 'mn', 'mns', 'site_name'];
const COUNTS = ['site_count', 'all'];

const callOf = (name: string) => {
  const named = everyCall().find((one) => one.name === name);
  if (!named) throw new Error(`no call ${name}`);
  return named.call;
};
const ask = async (name: string, input: object) => (await viewer.raw(callOf(name).path, input)).envelope;
const isForeign = (value: unknown) => foreign.some(({ site_id, mn }) => value === site_id || value === mn);

test('every call that names sites or takes one is looked at here', () => {
  const concerned = everyCall().filter(({ call }) => {
    const told = keysOf(call.output).some((key) => [...NAMES, ...COUNTS].includes(key));
    return told || keysOf(call.input).some((key) => NAMES.includes(key));
  });
  expect(concerned.map(({ name }) => name).sort()).toEqual(Object.keys(cases).sort());
});

describe('a user with three sites', () => {
  const asking = Object.entries(cases).filter(([, { asks }]) => asks);
  test.each(asking)('sees these three and no other in %s', async (name, { asks }) => {
    const { code, data, message } = await ask(name, asks?.() ?? {});
    expect(code, message).toBe(0);
    const counts = found(data, COUNTS).map(Number);
    if (counts.length > 0) expect(Math.max(...counts)).toBeLessThanOrEqual(3);
    const told = keysOf(callOf(name).output);
    if (!told.includes('site_id') && !told.includes('site_ids')) return;
    // Null means that an entry applies to all sites.
    const ids = new Set(found(data, ['site_id', 'site_ids']).filter((id) => id !== null));
    expect([...ids].sort()).toEqual(seen.map(({ site_id }) => site_id).sort());
  });

  const naming = Object.entries(cases).filter(([, { of }]) => of);
  test.each(naming)('learns nothing of another by %s', async (name, { of }) => {
    const [mine, other] = [seen[0], foreign[0]] as [TestSite, TestSite];
    const refused = await ask(name, of?.(other) ?? {});
    if (refused.code === 0) {
      expect(found(refused.data, NAMES).filter(isForeign)).toEqual([]);
      expect(found(refused.data, ['data_info'])).toEqual([]);
    } else {
      expect(refused.code).toBe(13);
    }
    // The same request for one of the three sites is answered.
    if (!callOf(name).writes) expect((await ask(name, of?.(mine) ?? {})).code).not.toBe(13);
  });

  const sources = routes.flatMap(({ source }) => (source ? [source.listing] : []));
  const named = sources.filter(({ columns, name }) => columns.includes('mn') && name !== 'unregistered');
  test.each(named.map(({ name }) => name))('exports these three and no other: %s', async (listing) => {
    const { job_id } = await viewer.send(jobs.startExport, { listing, format: 'csv', columns: ['mn'] });
    const url = await vi.waitFor(async () => (await viewer.send(jobs.download, { job_id })).url, 30_000);
    const [, ...lines] = (await (await viewer.download(url)).text()).trim().split('\r\n');
    expect([...new Set(lines)].sort()).toEqual(seen.map(({ mn }) => mn));
  });

  const site_ids = () => [foreign[0]?.site_id];
  const tableQueries: Record<string, () => object> = {
    history: () => historyOf({ site_ids: site_ids() }),
    measured: () => ({ site_id: foreign[0]?.site_id, data_type: 'realtime', ...span }),
    airIndex: () => ({ site_ids: site_ids(), period: 'day', ...span }),
    goodRate: () => ({ site_ids: site_ids(), ...span }),
    originalValues: () => ({ site_ids: site_ids(), component_id: fineDust, data_type: 'hour', ...span }),
    historyImportForm: () => historyOf({ site_ids: site_ids() }),
    report: () => ({ kind: 'day', layout: 'sheets', date: '2026-11-15', site_ids: site_ids() }),
  };
  // These tables contain only the user's own import files.
  const ofFiles = ['historyImportProblems', 'siteImportProblems'];
  const ofSites = tables.map(({ name }) => name).filter((name) => !ofFiles.includes(name));
  test.each(ofSites)('cannot export a table of another: %s', async (listing) => {
    const query = { ...tableQueries[listing]?.() };
    const wanted = { listing, format: 'csv' as const, columns: ['1'], query };
    await expect(viewer.send(jobs.startExport, wanted)).rejects.toMatchObject({ envelope: { code: 13 } });
  });

  test('reads what was done to these three and to no other in the audit log', async () => {
    for (const entity of ['site', 'device_factor']) {
      const { data_info } = await viewer.send(audit.list, { entity, page_size: 1000 });
      const ids = new Set(data_info.map(({ entity_id }) => Number(entity_id)));
      expect([...ids].sort()).toEqual(seen.map(({ site_id }) => site_id).sort());
    }
    expect((await viewer.send(audit.list, { entity: 'project' })).total).toBeGreaterThan(0);
  });

  test('reads no numbers of other sites in grants and schedules of the audit log', async () => {
    const all = [...seen, ...foreign].map(({ site_id }) => site_id);
    const { user_id } = newcomer;
    const group = await app.db.one<{ user_group_id: number }>(
      sql`insert into user_group (user_group_name) values ('审计') returning user_group_id`,
    );
    await app.db.run(sql`
      insert into user_site (user_id, site_id) select ${user_id}, unnest(${all}::integer[])`);
    await app.db.run(sql`
      insert into group_site (user_group_id, site_id)
      select ${group?.user_group_id ?? 0}, unnest(${all}::integer[])`);
    await app.db.run(sql`
      insert into report_schedule (user_id, schedule_name, kind, format, layout, language, site_ids, due_hours, keep_count, enabled,
                                   since)
      values (${user_id}, '审计', 'day', 'xlsx', 'sheets', 'zh', ${all}::integer[], 1, 1, false, now())`);
    await app.db.run(sql`delete from user_site where user_id = ${user_id}`);
    const shown = seen.map(({ site_id }) => site_id).sort();
    for (const [entity, key] of [
      ['user_site', 'site_id'],
      ['group_site', 'site_id'],
      ['report_schedule', 'site_ids'],
    ] as const) {
      const { data_info } = await viewer.send(audit.list, { entity, page_size: 1000 });
      const numbers = data_info.flatMap(({ before, after }) =>
        [before?.[key], after?.[key]].flatMap((list) => (list as number[] | undefined) ?? []),
      );
      expect([...new Set(numbers)].sort()).toEqual(shown);
    }
    const admin = await app.login('admin');
    const { data_info } = await admin.send(audit.list, { entity: 'group_site', page_size: 1 });
    expect(data_info[0]?.after).toEqual({ site_id: all.toSorted((a, b) => a - b) });
  });

  test('hears of these three and no other on the live socket, also of one that joins them', async () => {
    const { events } = await browser(app, viewer, { topics: ['reading', 'link'] });
    const heard = () => [...new Set(events().map(siteOf))].sort();
    const expected = seen.map(({ site_id }) => site_id).sort();
    // The three send last: once their events have arrived, those of the other sites would have, too.
    for (const { mn } of [...foreign, ...seen]) await speak(mn, '20261115095930');
    await vi.waitFor(() => expect(heard()).toEqual(expected), 30_000);
    const joining = foreign[2] as TestSite;
    await app.db.run(sql`update site set province_code = '320000' where site_id = ${joining.site_id}`);
    let second = 30;
    await vi.waitFor(async () => {
      second += 1;
      await speak(joining.mn, `202611150959${second}`);
      expect(heard()).toContain(joining.site_id);
    }, 30_000);
    expect(heard().filter(isForeign)).toEqual([joining.site_id]);
  });
});
