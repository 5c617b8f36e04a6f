import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { loginLimits } from '#shared/contract/access/login-config.ts';
import { menus } from '#shared/contract/access/menus.ts';
import { powers, roles } from '#shared/contract/access/roles.ts';
import { alarmKindSettings } from '#shared/contract/alarms/kinds.ts';
import { maintenanceWindows } from '#shared/contract/alarms/maintenance.ts';
import { alarmRoutes } from '#shared/contract/alarms/recipients.ts';
import { alarmRobots } from '#shared/contract/alarms/robots.ts';
import { alarmRules } from '#shared/contract/alarms/rules.ts';
import { alarmTelling, alarmTemplates } from '#shared/contract/alarms/telling.ts';
import type { Call } from '#shared/contract/define.ts';
import { appFiles, appProjects } from '#shared/contract/files/apps.ts';
import { uploads } from '#shared/contract/files/files.ts';
import { groupMembers, userGroups } from '#shared/contract/groups/groups.ts';
import { themes, themeUsers } from '#shared/contract/groups/themes.ts';
import { everyCall } from '#shared/contract/index.ts';
import { audit } from '#shared/contract/platform/audit.ts';
import { bugs } from '#shared/contract/platform/bugs.ts';
import { platformConfig } from '#shared/contract/platform/platform-config.ts';
import { versions } from '#shared/contract/platform/versions.ts';
import { reportSchedules } from '#shared/contract/reports/report-schedules.ts';
import { agreements, dataTypes } from '#shared/contract/site-config/agreements.ts';
import { components } from '#shared/contract/site-config/factors.ts';
import { products, projects } from '#shared/contract/site-config/products.ts';
import { basins, blocks } from '#shared/contract/site-config/regions.ts';
import { waterClasses } from '#shared/contract/site-config/water-class.ts';
import { siteBatch } from '#shared/contract/sites/batch.ts';
import { pushSecrets } from '#shared/contract/sites/push.ts';
import { sites } from '#shared/contract/sites/sites.ts';
import { isGoodNews } from '#shared/faults.ts';
import { addAlarm } from '#test/helpers/alarms.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { agreementCommandExamples } from '#test/helpers/audit-examples/agreement-commands.ts';
import { newAlarmKind, newAlarmRule, newTemplate, newWindow } from '#test/helpers/audit-examples/alarms.ts';
import { controlExamples } from '#test/helpers/audit-examples/control.ts';
import { dutyExamples } from '#test/helpers/audit-examples/duty.ts';
import { officeExamples } from '#test/helpers/audit-examples/office.ts';
import { orderExamples } from '#test/helpers/audit-examples/orders.ts';
import { sessionExamples } from '#test/helpers/audit-examples/sessions.ts';
import { wallExamples } from '#test/helpers/audit-examples/wall.ts';
import { auditTrace } from '#test/helpers/audit-trace.ts';
import { makeUser } from '#test/helpers/people.ts';
import { upload } from '#test/helpers/upload.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  await admin.send(products.add, { product_name: 'the first' });
});

const traceOf = (work: () => Promise<unknown>) => auditTrace(app, admin, work);

let count = 0;
const unique = (what: string) => `${what}${++count}`;
const add = {
  role: async () => Number((await admin.send(roles.add, { role_name: unique('role') })).role_id),
  power: async () => {
    const code = unique('code');
    return Number((await admin.send(powers.add, { power_name: code, power_code: code, type: 3 })).power_id);
  },
  group: async () =>
    Number((await admin.send(userGroups.add, { user_group_name: unique('group') })).user_group_id),
  menu: async () =>
    Number((await admin.send(menus.add, { path: unique('/sites/m'), menu_name: unique('m') })).menu_id),
  theme: async () => Number((await admin.send(themes.add, { theme_name: unique('theme') })).theme_id),
  user: async () => (await makeUser(app.db, 2)).user_id,
  device: async () => {
    const mn = unique('UNREG');
    await app.db.run(
      sql`insert into unregistered_device (mn, first_at, last_at) values (${mn}, now(), now())`,
    );
    return mn;
  },
  held: async () => {
    const { site_id } = await admin.send(sites.add, newSite());
    const raw = Buffer.from(upload('X', '2061', '20261115170000', { a34004: 1 }));
    await app.db.run(sql`
      insert into held_packet (site_id, received_at, ts, data_type, reason, cn, remote, raw)
      values (${site_id}, ${app.clock.now}, '2026-11-15T09:00:00Z', 'hour', 'future_time', '2061', '', ${raw})`);
    return { site_id, reason: 'future_time' };
  },
  upload: async () => {
    const { upload_id } = await admin.send(uploads.begin, { file_name: `${unique('f')}.txt`, size: 0 });
    return { upload_id };
  },
  appFile: async () => {
    const { app_project_id } = await admin.send(appProjects.add, { project_name: unique('app') });
    const { file_id } = (await admin.upload('app.bin', unique('app'), 'app')).data as { file_id: number };
    return { app_project_id, file_id, platform: 'other', version_number: '1' };
  },
  storedFile: async () => {
    const { file_id } = await admin.send(uploads.finish, await add.upload());
    return { file_id };
  },
  file: async (content: string) => {
    const { file_id } = (await admin.upload('users.csv', content)).data as { file_id: number };
    return { file_id };
  },
};
const newUser = () => ({ account: unique('user'), real_name: '某', role_id: 2, password: 'first-secret' });

interface Table {
  add: Call<Record<string, unknown>, unknown, Record<string, number>>;
}
/** Examples for the three writes of a plain table. */
const tableExamples = (name: string, { add }: Table, fields: () => object, change: object) => ({
  [`${name}.add`]: async () => fields(),
  [`${name}.edit`]: async () => ({ ...(await admin.send(add, { ...fields() })), version: 1, ...change }),
  [`${name}.remove`]: () => admin.send(add, { ...fields() }),
});

let block = 100;
const newSite = () => ({
  site_name: unique('site'),
  mn: unique('MN'),
  province_code: '370000',
  city_code: '370100',
  area_code: '370102',
  address: 'x',
  longitude: 117,
  latitude: 36,
  interval_seconds: 60,
  agreement_id: 1,
  product_id: 1,
  secret: 'first-secret',
  factors: [{ component_id: 1 }],
});

const newBug = () => ({ level: 'minor', bug_type: 'data', version_id: 1, content: unique('bug') });

/** For every writing call, input that changes something. */
const examples: Record<string, () => Promise<unknown>> = {
  'firstSteps.dismiss': async () => ({}),
  ...sessionExamples(() => ({ app, admin })),
  'notices.set': async () => ({ email: `${unique('a')}@b.cn`, in_app: [], by_sms: [], by_email: [] }),
  'signIn.editMe': async () => ({ real_name: unique('名') }),
  'loginLimits.set': async () => ({ ...(await admin.send(loginLimits.data, {})), lock_minutes: 16 }),
  'waterClasses.set': async () => ({ ...(await admin.send(waterClasses.data, {})), lake_apart: [] }),
  'roles.add': async () => ({ role_name: unique('role') }),
  'roles.edit': async () => ({ role_id: await add.role(), version: 1, remark: 'x' }),
  'roles.remove': async () => ({ role_id: await add.role() }),
  'roleActions.copy': async () => ({ role_id: await add.role(), role_name: unique('role') }),
  'powers.add': async () => ({ power_name: unique('p'), power_code: unique('p.'), type: 3 }),
  'powers.edit': async () => ({ power_id: await add.power(), version: 1, remark: 'x' }),
  'powers.remove': async () => ({ power_id: await add.power() }),
  'rolePowers.add': async () => ({ role_id: await add.role(), version: 1, power_ids: [1] }),
  'users.add': async () => newUser(),
  'users.edit': async () => ({ user_id: await add.user(), version: 1, remark: 'x' }),
  'users.remove': async () => ({ user_id: await add.user() }),
  'userActions.seal': async () => ({ user_id: await add.user(), sealed: true }),
  'userActions.unlock': async () => {
    const user_id = await add.user();
    await app.db.run(sql`
      insert into sign_in_try (subject, origin, failures, locked_until, last_at)
      values (${`user ${user_id}`}, 'address 127.0.0.1', 9, ${new Date('2099-01-01')}, now())`);
    return { user_id };
  },
  'userActions.resetPassword': async () => ({ user_id: await add.user(), password: 'second-secret' }),
  'userActions.addNormal': async () => {
    const mobile = `1330000${1000 + ++count}`;
    return { real_name: '某', mobile, role_id: 2, password: 'first-secret' };
  },
  'userActions.editNormal': async () => ({ user_id: await add.user(), version: 1, real_name: unique('名') }),
  'userImport.run': async () =>
    add.file(`account,real_name,role,password\n${unique('imp')},某,Operator,first-secret\n`),
  'userGroups.add': async () => ({ user_group_name: unique('group') }),
  'userGroups.edit': async () => ({ user_group_id: await add.group(), version: 1, remark: 'x' }),
  'userGroups.remove': async () => ({ user_group_id: await add.group() }),
  'groupMembers.add': async () => ({ user_group_id: await add.group(), user_ids: [await add.user()] }),
  'groupMembers.remove': async () => {
    const input = { user_group_id: await add.group(), user_ids: [await add.user()] };
    await admin.send(groupMembers.add, input);
    return input;
  },
  'duty.set': async () => {
    const input = { user_group_id: await add.group(), user_ids: [await add.user()] };
    await admin.send(groupMembers.add, input);
    const duties = [{ user_id: input.user_ids[0], weekday: 1, start_time: '08:00', end_time: '20:00' }];
    return { user_group_id: input.user_group_id, version: 1, duties };
  },
  'equipment.add': async () => ({ user_id: await add.user(), region_codes: ['370000'] }),
  'menus.add': async () => ({ path: unique('/sites/m'), menu_name: unique('m') }),
  'menus.edit': async () => ({ menu_id: await add.menu(), version: 1, icon: 'BellOutlined' }),
  'menus.remove': async () => ({ menu_id: await add.menu() }),
  'menuActions.order': async () => ({ menu_ids: [await add.menu(), await add.menu()] }),
  'menuPowers.add': async () => ({ menu_id: await add.menu(), power_ids: [1] }),
  'themes.add': async () => ({ theme_name: unique('theme') }),
  'themes.edit': async () => ({ theme_id: await add.theme(), version: 1, platform_title: 'x' }),
  'themes.remove': async () => ({ theme_id: await add.theme() }),
  'themeUsers.remove': async () => {
    const input = { theme_id: await add.theme(), user_ids: [await add.user()] };
    await admin.send(themeUsers.add, input);
    return input;
  },
  'pictures.add': async () => {
    const content = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(unique('p'))]);
    return { image: `data:image/png;base64,${content.toString('base64')}` };
  },
  'themeUsers.add': async () => ({ theme_id: await add.theme(), user_ids: await add.user() }),
  ...tableExamples('products', products, () => ({ product_name: unique('line') }), { remark: 'x' }),
  ...tableExamples('projects', projects, () => ({ project_name: unique('project') }), { remark: 'x' }),
  ...tableExamples('basins', basins, () => ({ basin_name: unique('basin') }), { remark: 'x' }),
  ...tableExamples(
    'blocks',
    blocks,
    () => ({ block_name: unique('block'), block_code: `370102${++block}`, area_code: '370102' }),
    { block_name: 'x' },
  ),
  ...tableExamples(
    'components',
    components,
    () => ({ component_name: 'x', component_key: unique('key'), category: 'air' }),
    { unit: 'g' },
  ),
  ...tableExamples('agreements', agreements, () => ({ agreement_name: unique('protocol') }), {
    codes: [{ wire_code: 'T', component_id: 1 }],
  }),
  ...tableExamples('dataTypes', dataTypes, () => ({ cn: `${3000 + ++block}`, data_type_name: unique('d') }), {
    remark: 'x',
  }),
  ...tableExamples('sites', sites, newSite, { secret: 'second-secret', factors: [] }),
  ...tableExamples('versions', versions, () => ({ version_number: unique('v'), version_text: 'x' }), {
    version_text: 'y',
  }),
  'messageActions.retry': async () => {
    const failed = await app.db.one<{ message_id: number }>(sql`
      insert into message (channel, recipient, kind, body, state, tries)
      values ('sms', '13312345678', 'report', 'x', 'failed', 3) returning message_id`);
    return failed;
  },
  'platformConfig.set': async () => {
    const { version } = await admin.send(platformConfig.data, {});
    return { version, message_days: 30 + version, smtp_password: unique('secret') };
  },
  ...tableExamples('bugs', bugs, newBug, { content: 'y' }),
  ...tableExamples('alarmRules', alarmRules, newAlarmRule, { high_alarm: 99 }),
  ...tableExamples('alarmKindSettings', alarmKindSettings, newAlarmKind, { enabled: false }),
  ...tableExamples('maintenanceWindows', maintenanceWindows, newWindow, { reason: 'x' }),
  ...tableExamples(
    'alarmRoutes',
    alarmRoutes,
    () => ({ route_name: unique('route'), everyone: true, robot_ids: [] }),
    { after_minutes: 30 },
  ),
  ...tableExamples(
    'alarmRobots',
    alarmRobots,
    () => ({ robot_name: unique('robot'), kind: 'feishu', url: 'https://example.com/first-secret' }),
    { url: 'https://example.com/second-secret' },
  ),
  'alarmTelling.set': async () => ({
    ...(await admin.send(alarmTelling.data, {})),
    storm_count: 9,
  }),
  'alarmTemplates.set': async () => newTemplate('raised'),
  'alarmTemplates.reset': async () => {
    const { event, language, ...text } = newTemplate('storm');
    await admin.send(alarmTemplates.set, { event, language, ...text });
    return { event, language };
  },
  'alarmRuleActions.addPresets': async () => ({
    chosen: [{ measure: 'water_class', component_id: null, data_type: 'hour' }],
  }),
  'alarmRuleActions.copy': async () => {
    const { rule_id } = await admin.send(alarmRules.add, newAlarmRule());
    const { site_id } = await admin.send(sites.add, newSite());
    return { rule_id, site_ids: [site_id] };
  },
  'alarmRuleImport.run': async () => {
    const mn = unique('MN');
    await admin.send(sites.add, { ...newSite(), mn });
    return add.file(`scope,mn,component_name,data_type,high_alarm\nsite,${mn},pm25,hour,150`);
  },
  'alarmActions.do': async () => {
    const { site_id } = await admin.send(sites.add, newSite());
    return { alarm_id: await addAlarm(app.db, { site_id: Number(site_id) }), act: 'acknowledge' };
  },
  ...orderExamples(() => ({ app, admin })),
  ...dutyExamples(() => ({ app, admin })),
  ...officeExamples(() => ({ app, admin })),
  ...agreementCommandExamples(() => ({ admin })),
  ...controlExamples(() => ({ app, admin })),
  'bugActions.repair': async () => ({ ...(await admin.send(bugs.add, newBug())), repaired: true }),
  ...wallExamples(() => ({ admin })),
  ...tableExamples('reportSchedules', reportSchedules, () => ({ schedule_name: unique('report') }), {
    keep_count: 5,
  }),
  'reportFileActions.remove': async () => {
    const { schedule_id } = await admin.send(reportSchedules.add, { schedule_name: unique('report') });
    return app.db.one(sql`
      insert into report_file (schedule_id, period_from, made_at, file_name)
      values (${schedule_id}, now(), now(), 'x.xlsx') returning report_file_id`);
  },
  'historyImportCalls.remove': async () => {
    const { file_id } = await add.file('MN,time,PM2.5');
    const row = await app.db.one<{ import_id: number }>(sql`
      insert into history_import (file_id, file_name, mapping) values (${file_id}, 'x.csv', '{}') returning import_id`);
    await app.db.run(sql`
      insert into history_import_progress (import_id, judged_at, status) values (${row?.import_id}, now(), 'done')`);
    return row;
  },
  ...tableExamples('appProjects', appProjects, () => ({ project_name: unique('app') }), { remark: 'x' }),
  'appFiles.add': () => add.appFile(),
  'appFiles.edit': async () => ({
    ...(await admin.send(appFiles.add, await add.appFile())),
    version: 1,
    notes: 'x',
  }),
  'appFiles.remove': async () => admin.send(appFiles.add, await add.appFile()),
  'uploads.finish': () => add.upload(),
  'files.remove': () => add.storedFile(),
  'files.removeMany': () => add.storedFile(),
  'unregisteredActions.adopt': async () => ({ mn: await add.device() }),
  'unregisteredActions.dismiss': async () => ({ mns: [await add.device()] }),
  'heldActions.discard': () => add.held(),
  'pushSecrets.renew': () => admin.send(sites.add, newSite()),
  'pushSecrets.revoke': async () => {
    const site = await admin.send(sites.add, newSite());
    await admin.send(pushSecrets.renew, { site_id: Number(site.site_id) });
    return site;
  },
  'siteActions.copy': async () => ({
    ...(await admin.send(sites.add, newSite())),
    site_name: unique('site'),
    mn: unique('MN'),
  }),
  'siteImport.run': async () =>
    add.file(
      `site_name,mn,province_code,city_code,area_code,address,longitude,latitude,interval_seconds,agreement_id,product_id
${unique('site')},${unique('MN')},山东省,济南市,历下区,x,117,36,60,HJ 212-2017,the first`,
    ),
  'siteBatch.run': async () => {
    const { site_id } = await admin.send(sites.add, newSite());
    const asked = { site_ids: [Number(site_id)], changes: { interval_seconds: 30 } };
    return { ...asked, basis: (await admin.send(siteBatch.preview, asked)).basis };
  },
  'siteActions.removeDevices': async () => ({
    site_ids: Object.values(await admin.send(sites.add, newSite())),
  }),
};

describe('every write', () => {
  test('of the contract has an example here', () => {
    const writing = everyCall().filter(({ call }) => call.writes);
    expect(writing.map(({ name }) => name).sort()).toEqual(Object.keys(examples).sort());
  });

  test.each(Object.keys(examples))(
    '%s leaves who, from where, by which call, and what changed',
    async (name) => {
      const named = everyCall().find((call) => call.name === name);
      const input = await examples[name]?.();
      const trace = await traceOf(async () => {
        const { envelope } = await admin.raw(named?.call.path ?? '', input);
        expect(isGoodNews(envelope.code), envelope.message).toBe(true);
      });
      expect(trace.length).toBeGreaterThan(0);
      for (const entry of trace) {
        expect(entry).toMatchObject({ account: 'admin', ip: '127.0.0.1', call: named?.call.path });
        expect(entry.real_name).toBeTruthy();
        expect(entry.request_id).toMatch(/^[0-9a-f-]{36}$/);
        expect(new Set(trace.map(({ request_id }) => request_id)).size).toBe(1);
        expect(entry.before ?? entry.after).not.toBeNull();
        expect(entry.before).not.toEqual(entry.after);
      }
      expect(JSON.stringify(trace)).not.toMatch(/argon2|first-secret|second-secret/);
    },
  );

  test('what was done to one thing is found by its number, and nothing else', async () => {
    const role_id = await add.role();
    await add.role();
    const entity_id = String(role_id);
    const { data_info } = await admin.send(audit.list, { entity: 'role', entity_id, page_size: 100 });
    expect(data_info.map((entry) => [entry.entity, entry.entity_id, entry.action])).toEqual([
      ['role', entity_id, 'insert'],
    ]);
  });

  test('an upload is in the log too', async () => {
    const trace = await traceOf(() => admin.upload('报告.txt', 'content'));
    const after = { file_name: '报告.txt', size: 7 };
    expect(trace).toMatchObject([{ entity: 'file', action: 'insert', call: '/file/upload', after }]);
  });

  test('a refused one leaves nothing', async () => {
    const role_id = await add.role();
    await makeUser(app.db, role_id);
    const trace = await traceOf(async () => {
      await admin.raw(roles.remove.path, { role_id });
      await admin.raw(roles.add.path, { role_name: '超级管理员' });
      await admin.raw(roles.edit.path, { role_id, version: 99, remark: 'x' });
    });
    expect(trace).toEqual([]);
  });
});
