import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { equipment } from '#shared/contract/equipment/equipment.ts';
import { groupMembers, userGroups } from '#shared/contract/groups/groups.ts';
import { projects } from '#shared/contract/site-config/products.ts';
import { shortSites } from '#shared/contract/sites/network.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeRole, makeUser, type Person } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
let project_id = 0;
const site: Record<string, number> = {};

const JINAN = { province_code: '370000', city_code: '370100', area_code: '370102' };
const QINGDAO = { province_code: '370000', city_code: '370200', area_code: '370202' };
const NANJING = { province_code: '320000', city_code: '320100', area_code: '320102' };

async function addSite(name: string, place: typeof JINAN, project: number | null = null): Promise<number> {
  const row = await app.db.one<{ site_id: number }>(sql`
    insert into site (mn, site_name, province_code, city_code, area_code, project_id)
    values (${`mn-${name}`}, ${name}, ${place.province_code}, ${place.city_code}, ${place.area_code}, ${project})
    returning site_id`);
  site[name] = row?.site_id ?? 0;
  return site[name];
}

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  project_id = Number((await admin.send(projects.add, { project_name: '一期' })).project_id);
  await addSite('济南', JINAN);
  await addSite('青岛', QINGDAO, project_id);
  await addSite('南京', NANJING, project_id);
});

const person = () => makeUser(app.db, 2);
const group = async (...members: Person[]) => {
  const { user_group_id } = await admin.send(userGroups.add, { user_group_name: `组${Math.random()}` });
  const user_ids = members.map(({ user_id }) => user_id);
  if (user_ids.length > 0)
    await admin.send(groupMembers.add, { user_group_id: Number(user_group_id), user_ids });
  return Number(user_group_id);
};
const seen = async ({ account }: Person) => {
  const { data_info } = await (await app.login(account)).send(shortSites.list, {});
  return data_info
    .map(({ site_name }) => site_name)
    .sort()
    .join(' ');
};
const exceeded = { envelope: { code: 13, detail: 'grants_exceeded' } };

describe('a user sees', () => {
  test('the sites, places and projects given to them, each site once', async () => {
    const someone = await person();
    const { user_id } = someone;
    expect(await seen(someone)).toBe('');
    expect(await admin.send(equipment.add, { user_id, site_ids: [site.济南 ?? 0] })).toEqual({ total: 1 });
    expect(await seen(someone)).toBe('济南');
    expect(await admin.send(equipment.add, { user_id, region_codes: ['370000'] })).toEqual({ total: 2 });
    expect(await seen(someone)).toBe('济南 青岛');
    expect(await admin.send(equipment.add, { user_id, project_ids: [project_id] })).toEqual({ total: 3 });
    expect(await seen(someone)).toBe('南京 济南 青岛');
    expect(await admin.send(equipment.data, { user_id })).toMatchObject({
      total: 3,
      data_info: [{ site_name: '济南' }, { site_name: '南京' }, { site_name: '青岛' }],
      sees_all_sites: false,
      given: { site_ids: [site.济南], region_codes: ['370000'], project_ids: [project_id] },
      groups: [],
    });
  });

  test.each([
    ['370000', '济南 青岛'],
    ['370100', '济南'],
    ['370202', '青岛'],
  ])('the sites of a province, a city or an area: %s', async (code, names) => {
    const someone = await person();
    await admin.send(equipment.add, { user_id: someone.user_id, region_codes: [code] });
    expect(await seen(someone)).toBe(names);
  });

  test('what their groups were given, and loses it with the group', async () => {
    const someone = await person();
    const user_group_id = await group(someone);
    await admin.send(equipment.add, { user_group_id, region_codes: ['320000'], site_ids: [site.济南 ?? 0] });
    expect(await seen(someone)).toBe('南京 济南');
    expect(await admin.send(equipment.data, { user_group_id })).toMatchObject({ total: 2, groups: [] });
    expect(await admin.send(equipment.data, { user_id: someone.user_id })).toMatchObject({
      total: 2,
      given: { site_ids: [], region_codes: [] },
      groups: [{ user_group_id, given: { site_ids: [site.济南], region_codes: ['320000'] } }],
    });
    await admin.send(groupMembers.remove, { user_group_id, user_ids: someone.user_id });
    expect(await seen(someone)).toBe('');
  });

  test('sites that come to a place or a project later, and no longer those that leave it', async () => {
    const [byPlace, byProject] = [await person(), await person()];
    await admin.send(equipment.add, { user_id: byPlace.user_id, region_codes: ['440000'] });
    const { project_id: later } = await admin.send(projects.add, { project_name: '二期' });
    await admin.send(equipment.add, { user_id: byProject.user_id, project_ids: [Number(later)] });
    const place = { province_code: '440000', city_code: '440100', area_code: '440103' };
    const site_id = await addSite('广州', place, Number(later));
    for (const one of [byPlace, byProject]) expect(await seen(one)).toBe('广州');
    await app.db.run(
      sql`update site set province_code = '450000', project_id = null where site_id = ${site_id}`,
    );
    await app.db.run(sql`update site set city_code = null, area_code = null where site_id = ${site_id}`);
    for (const one of [byPlace, byProject]) expect(await seen(one)).toBe('');
    await app.db.run(sql`delete from site where site_id = ${site_id}`);
  });
});

describe('changing', () => {
  test('gives and takes what is named and leaves the rest: two at once lose neither’s change', async () => {
    const someone = await person();
    const { user_id } = someone;
    await admin.send(equipment.add, { user_id, site_ids: [site.济南 ?? 0], region_codes: ['320000'] });
    const manager = await app.login('manager');
    const nothing = { site_ids: [], region_codes: [], project_ids: [] };
    await Promise.all([
      admin.send(equipment.add, {
        user_id,
        site_ids: [site.青岛 ?? 0],
        remove: { ...nothing, site_ids: [site.济南 ?? 0] },
      }),
      manager.send(equipment.add, {
        user_id,
        project_ids: [project_id],
        remove: { ...nothing, region_codes: ['320000'] },
      }),
    ]);
    expect((await admin.send(equipment.data, { user_id })).given).toEqual({
      site_ids: [site.青岛],
      region_codes: [],
      project_ids: [project_id],
    });
  });

  test('the same twice is no mistake, and what is gone meanwhile is passed over', async () => {
    const { user_id } = await person();
    const wanted = { user_id, site_ids: [site.济南 ?? 0, 98_765], project_ids: [9876] };
    await admin.send(equipment.add, wanted);
    expect(await admin.send(equipment.add, wanted)).toEqual({ total: 1 });
  });

  test('names one owner that exists', async () => {
    for (const owner of [{}, { user_id: 1, user_group_id: 1 }])
      expect((await admin.raw(equipment.add.path, owner)).envelope).toMatchObject({
        code: 400,
        fields: [{ field: 'user_id' }],
      });
    for (const owner of [{ user_id: 98_765 }, { user_group_id: 98_765 }])
      for (const { path } of [equipment.data, equipment.add])
        expect((await admin.raw(path, owner)).envelope.code).toBe(10);
  });
});

describe('nobody hands out more than they have', () => {
  async function limited(...given: Parameters<typeof give>[1][]) {
    const role = await makeRole(app.db, ['equipment.read', 'equipment.write', 'group.write', 'group.read']);
    const actor = await makeUser(app.db, role);
    for (const grants of given) await give(actor, grants);
    return { actor, client: await app.login(actor.account), role };
  }
  const give = ({ user_id }: Person, grants: { site_ids?: number[]; region_codes?: string[] }) =>
    admin.send(equipment.add, { user_id, ...grants });

  test('a limited administrator gives the sites they see and the rules they hold', async () => {
    const { client, role } = await limited({ site_ids: [site.南京 ?? 0] }, { region_codes: ['370100'] });
    const { user_id } = await makeUser(app.db, role);
    await client.send(equipment.add, { user_id, site_ids: [site.南京 ?? 0, site.济南 ?? 0] });
    await client.send(equipment.add, { user_id, region_codes: ['370100', '370102'] });
    for (const more of [
      { site_ids: [site.青岛 ?? 0] },
      { region_codes: ['370000'] },
      { region_codes: ['320000'] },
      { project_ids: [project_id] },
    ]) {
      await expect(client.send(equipment.add, { user_id, ...more })).rejects.toMatchObject(exceeded);
      const remove = { site_ids: [], region_codes: [], project_ids: [], ...more };
      await expect(client.send(equipment.add, { user_id, remove })).rejects.toMatchObject(exceeded);
    }
  });

  test('nor to themselves, nor to a stronger account, nor by way of a group', async () => {
    const { client, actor } = await limited({ site_ids: [site.济南 ?? 0] });
    const { user_id } = actor;
    await expect(client.send(equipment.add, { user_id, region_codes: ['370000'] })).rejects.toMatchObject(
      exceeded,
    );
    const stronger = await makeUser(app.db, 1);
    await expect(
      client.send(equipment.add, { user_id: stronger.user_id, site_ids: [site.济南 ?? 0] }),
    ).rejects.toMatchObject({ envelope: { code: 13, detail: 'account_above' } });
    const user_group_id = await group();
    await admin.send(equipment.add, { user_group_id, region_codes: ['320000'] });
    await expect(client.send(groupMembers.add, { user_group_id, user_ids: user_id })).rejects.toMatchObject(
      exceeded,
    );
  });

  test('what they may not see is not named to them', async () => {
    const { client, role } = await limited({ site_ids: [site.济南 ?? 0] });
    const { user_id } = await makeUser(app.db, role);
    await admin.send(equipment.add, { user_id, site_ids: [site.济南 ?? 0, site.南京 ?? 0] });
    expect(await client.send(equipment.data, { user_id })).toMatchObject({
      total: 1,
      given: { site_ids: [site.济南] },
    });
  });
});

test('someone who sees all sites by role is said to, whatever was given', async () => {
  const { user_id } = await makeUser(app.db, 1);
  const answer = await admin.send(equipment.data, { user_id });
  expect(answer).toMatchObject({ sees_all_sites: true, total: Object.keys(site).length - 1 });
});
