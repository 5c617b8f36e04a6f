import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { audit } from '#shared/contract/platform/audit.ts';
import { agreements } from '#shared/contract/site-config/agreements.ts';
import { components, factorCalls } from '#shared/contract/site-config/factors.ts';
import { products } from '#shared/contract/site-config/products.ts';
import { siteActions, sites } from '#shared/contract/sites/sites.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
let product_id = 0;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  product_id = Number((await admin.send(products.add, { product_name: '微型站' })).product_id);
});

let count = 0;
/** The required fields of the form. */
const site = (more: object = {}) => {
  count += 1;
  return {
    site_name: `站点${count}`,
    mn: `MN${count}`,
    province_code: '370000',
    city_code: '370100',
    area_code: '370102',
    address: '解放路 1 号',
    longitude: 117.05,
    latitude: 36.66,
    interval_seconds: 60,
    agreement_id: 1,
    product_id,
    ...more,
  };
};
const add = async (more: object = {}) => Number((await admin.send(sites.add, site(more))).site_id);
const read = async (site_id: number, client = admin) =>
  (await client.send(sites.list, { site_id })).data_info[0];
const refused = async (more: object) => (await admin.raw(sites.add.path, site(more))).envelope;

describe('a site', () => {
  test('is kept with all of its fields and shown with the names of what it belongs to', async () => {
    const fields = site({
      site_type: 'water',
      sim_number: '89860000000000000000',
      section_attribute: '国控断面',
      river_system: '小清河',
      water_pollution_level: 3,
      water_quality_type: 'river',
      power_supply: 'solar',
      virtual_data: true,
      device_number: 9_999_999_999,
      hmi_number: 1,
      started_on: '2026-01-31',
    });
    const site_id = Number((await admin.send(sites.add, fields)).site_id);
    expect(await read(site_id)).toMatchObject({
      ...fields,
      province_name: '山东省',
      city_name: '济南市',
      area_name_en: 'Lixia District',
      area_name: '历下区',
      block_name: null,
      product_name: '微型站',
      agreement_name: 'HJ 212-2017',
      online: false,
      demo: false,
      version: 1,
    });
  });

  test('says what is missing, field by field', async () => {
    const { envelope } = await admin.raw(sites.add.path, {});
    expect(envelope.code).toBe(400);
    expect(envelope.fields?.map(({ field }) => field)).toEqual([
      'site_name',
      'mn',
      'province_code',
      'address',
      'longitude',
      'latitude',
      'interval_seconds',
      'agreement_id',
      'product_id',
    ]);
  });

  test('has a name and an MN of its own', async () => {
    await add({ site_name: '重名', mn: 'TWICE' });
    expect(await refused({ site_name: '重名' })).toMatchObject({
      code: 53,
      fields: [{ field: 'site_name', problem: 'repeated' }],
    });
    expect(await refused({ mn: 'TWICE' })).toMatchObject({
      code: 54,
      fields: [{ field: 'mn', problem: 'repeated' }],
    });
    expect(await refused({ site_name: '重名', mn: 'TWICE' })).toMatchObject({
      code: 53,
      fields: [{ field: 'site_name' }, { field: 'mn', problem: 'repeated' }],
    });
  });

  test.each([
    [57, 'agreement_id', 9999],
    [58, 'product_id', 9999],
    [58, 'product_id', 'x'],
    [59, 'water_pollution_level', 7],
    [60, 'water_quality_type', 'sea'],
    [61, 'interval_seconds', 0],
    [61, 'interval_seconds', 1.5],
    [62, 'power_supply', 'wind'],
    [63, 'virtual_data', 'yes'],
    [156, 'device_number', 10_000_000_000],
    [156, 'device_number', 0],
    [157, 'hmi_number', -1],
    [158, 'sim_number', '+86 139'],
    [159, 'site_type', 'soil'],
    [400, 'longitude', 180.1],
    [400, 'latitude', -74.1],
    [400, 'mn', 'a;b'],
    [400, 'basin_id', 9999],
  ])('is refused with code %i for %s = %j', async (code, field, value) => {
    expect(await refused({ [field]: value })).toMatchObject({ code, fields: [{ field }] });
  });

  test('keeps the limits of the map itself', async () => {
    await expect(add({ longitude: -180, latitude: 74 })).resolves.toBeGreaterThan(0);
  });

  test('changes only in what is sent, and not behind another editor’s back', async () => {
    const site_id = await add({ river_system: '黄河' });
    await admin.send(sites.edit, { site_id, version: 1, address: '新址' });
    expect(await read(site_id)).toMatchObject({ address: '新址', river_system: '黄河', version: 2 });
    await expect(admin.send(sites.edit, { site_id, version: 1, address: '旧' })).rejects.toMatchObject({
      envelope: { code: 65, detail: 'changed_meanwhile' },
    });
  });

  test('never tells its password, only that there is one; the audit log does not either', async () => {
    const site_id = await add({ secret: 'pa55' });
    const row = await read(site_id);
    expect(row).toMatchObject({ has_secret: true });
    expect(JSON.stringify(row)).not.toContain('pa55');
    await admin.send(sites.edit, { site_id, version: 1, address: 'x' });
    expect(await read(site_id)).toMatchObject({ has_secret: true });
    await admin.send(sites.edit, { site_id, version: 2, secret: 'other' });
    const log = await admin.send(audit.list, { entity: 'site', page_size: 100 });
    expect(JSON.stringify(log)).not.toMatch(/pa55|other/);
    expect(log.data_info[0]).toMatchObject({ entity_id: String(site_id), after: { secret: '*** (new)' } });
  });

  test('is found by MN, place, product line and keyword', async () => {
    const site_id = await add({
      mn: 'FIND',
      province_code: '320000',
      city_code: '320100',
      area_code: '320102',
    });
    for (const query of [
      { mn: 'FIND' },
      { city_code: '320100' },
      { keyword: 'find' },
      { area_code: '320102' },
    ]) {
      const { data_info } = await admin.send(sites.list, query);
      expect(data_info.map((row) => row.site_id)).toEqual([site_id]);
    }
    expect((await admin.send(sites.list, { mn: 'FIN' })).total).toBe(0);
    expect((await admin.send(sites.list, { product_id: 9999 })).total).toBe(0);
  });
});

describe('its place', () => {
  test.each([
    [24, 'province_code', 'unknown_value', { province_code: '990000' }],
    [24, 'province_code', 'unknown_value', { province_code: '370100' }],
    [55, 'city_code', 'outside_province', { city_code: '110100' }],
    [55, 'city_code', 'unknown_value', { city_code: '370102' }],
    [56, 'area_code', 'outside_city', { area_code: '370202' }],
    [125, 'block_code', 'unknown_value', { block_code: '370102999' }],
    [24, 'province_code', 'bad_format', { province_code: 'Shandong' }],
    [400, 'area_code', 'required', { area_code: null }],
    [400, 'city_code', 'required', { city_code: null, area_code: null }],
  ])('is refused with code %i at %s, which is %s, for %j', async (code, field, problem, place) => {
    expect(await refused(place)).toMatchObject({ code, fields: [{ field, problem }] });
  });

  test('ends where the division ends: Dongguan has no areas, Macao no cities', async () => {
    await add({ province_code: '440000', city_code: '441900', area_code: null });
    await add({ province_code: '820000', city_code: null, area_code: null });
    expect(
      await refused({ province_code: '440000', city_code: '441900', area_code: '440103' }),
    ).toMatchObject({
      code: 56,
    });
  });

  test('may be named by codes of the past: the site stands where the division is now, and is found by both', async () => {
    const laiwu = { city_code: '371200', area_code: '371202' };
    const site_id = await add(laiwu);
    expect(await read(site_id)).toMatchObject({ city_code: '370100', area_code: '370116' });
    const { data_info } = await admin.send(sites.list, { area_code: laiwu.area_code });
    expect(data_info.map((row) => row.site_id)).toEqual([site_id]);
  });

  test('is looked at again when a part of it changes', async () => {
    const site_id = await add();
    await expect(
      admin.send(sites.edit, { site_id, version: 1, province_code: '320000' }),
    ).rejects.toMatchObject({ envelope: { code: 55, fields: [{ field: 'city_code' }] } });
  });
});

describe('its factors', () => {
  const factors = async (site_id: number) =>
    (await admin.send(factorCalls.ofSite, { site_id })).data_info.map(
      ({ component_id, k, b, sort }) => `${sort} ${component_id} ${k} ${b}`,
    );

  test('come with the site, in their order, and are replaced by an edit', async () => {
    const site_id = await add({
      factors: [
        { component_id: 2, sort: 2 },
        { component_id: 1, sort: 1, k: 1.05, b: -0.5, decimals: 3 },
      ],
    });
    expect(await factors(site_id)).toEqual(['1 1 1.05 -0.5', '2 2 1 0']);
    await admin.send(sites.edit, {
      site_id,
      version: 1,
      factors: [{ component_id: 3 }, { component_id: 2, sort: 2 }],
    });
    expect(await factors(site_id)).toEqual(['0 3 1 0', '2 2 1 0']);
    expect(await read(site_id)).toMatchObject({ factor_count: 2, version: 2 });
    expect(await admin.send(factorCalls.ofSite, { site_id })).toMatchObject({ total: 2, version: 2 });
    await admin.send(sites.edit, { site_id, version: 2, address: 'kept' });
    expect(await factors(site_id)).toHaveLength(2);
  });

  test('changed by two at once are not lost silently', async () => {
    const site_id = await add();
    await admin.send(sites.edit, { site_id, version: 1, factors: [{ component_id: 1 }] });
    await expect(
      admin.send(sites.edit, { site_id, version: 1, factors: [{ component_id: 2 }] }),
    ).rejects.toMatchObject({ envelope: { code: 65 } });
    expect(await factors(site_id)).toEqual(['0 1 1 0']);
  });

  test('stand once each: the same twice is 19', async () => {
    expect(await refused({ factors: [{ component_id: 1 }, { component_id: 1 }] })).toMatchObject({
      code: 19,
      fields: [{ field: 'factors', problem: 'repeated' }],
    });
  });

  test('must exist, have a slope and a range that is one; nothing is added otherwise', async () => {
    const { total } = await admin.send(sites.list, {});
    for (const factor of [
      { component_id: 30_000 },
      { component_id: 1, k: 0 },
      { component_id: 1, range_min: 2, range_max: 1 },
    ])
      expect(await refused({ factors: [factor] })).toMatchObject({ code: 400 });
    expect((await admin.send(sites.list, {})).total).toBe(total);
  });

  test('are in the audit log with what they were and became', async () => {
    const site_id = await add({ factors: [{ component_id: 1 }, { component_id: 2 }] });
    await admin.send(sites.edit, {
      site_id,
      version: 1,
      factors: [{ component_id: 1, k: 2 }, { component_id: 2 }],
    });
    const { data_info } = await admin.send(audit.list, { entity: 'device_factor' });
    expect(data_info[0]).toMatchObject({
      entity_id: String(site_id),
      action: 'update',
      before: { rows: [{ component_id: 1, k: 1 }] },
      after: { rows: [{ component_id: 1, k: 2 }] },
    });
  });
});

describe('a copy', () => {
  test('is like the other in everything but name, MN and device password, its factors included', async () => {
    const site_id = await add({
      site_type: 'water',
      river_system: '黄河',
      secret: 'pa55',
      factors: [
        {
          ...{ component_id: 2, sort: 1, decimals: 3, k: 1.1, b: 2, range_min: 0, range_max: 9 },
          interval_seconds: 14_400,
        },
      ],
    });
    const copy = await admin.send(siteActions.copy, { site_id, site_name: '副本', mn: 'COPY' });
    const own = ['site_id', 'site_name', 'mn', 'has_secret', 'pw_checked', 'created_at', 'updated_at'];
    const without = (row: object | undefined) =>
      Object.fromEntries(Object.entries(row ?? {}).filter(([key]) => !own.includes(key)));
    expect(await read(copy.site_id)).toMatchObject({
      ...{ site_name: '副本', mn: 'COPY', has_secret: false, pw_checked: false },
    });
    expect(await read(site_id)).toMatchObject({ has_secret: true });
    expect(without(await read(copy.site_id))).toEqual(without(await read(site_id)));
    const factorsOf = (id: number) => admin.send(factorCalls.ofSite, { site_id: id });
    expect(await factorsOf(copy.site_id)).toEqual(await factorsOf(site_id));
    expect((await factorsOf(copy.site_id)).data_info[0]).toMatchObject({ interval_seconds: 14_400 });
  });

  test('needs a name and an MN of its own, and a site to copy that one may see', async () => {
    const site_id = await add({ site_name: '原件', mn: 'ORIGINAL' });
    const refusal = async (input: object) => (await admin.raw(siteActions.copy.path, input)).envelope;
    expect(await refusal({ site_id, site_name: '原件', mn: 'C1' })).toMatchObject({
      code: 53,
      fields: [{ field: 'site_name' }],
    });
    expect(await refusal({ site_id, site_name: '抄件', mn: 'ORIGINAL' })).toMatchObject({
      code: 54,
      fields: [{ field: 'mn' }],
    });
    expect(await refusal({ site_id: 98_765, site_name: '抄件', mn: 'C1' })).toMatchObject({ code: 10 });
    const role = await makeRole(app.db, ['site.read', 'site.write']);
    const client = await app.login((await makeUser(app.db, role)).account);
    await expect(
      client.send(siteActions.copy, { site_id, site_name: '抄件', mn: 'C1' }),
    ).rejects.toMatchObject({ envelope: { code: 13 } });
  });
});

describe('who sees it', () => {
  test('a limited user reads and writes the sites they were given; others are 13, missing ones 10', async () => {
    const [mine, other] = [await add(), await add()];
    const role = await makeRole(app.db, ['site.read', 'site.write']);
    const person = await makeUser(app.db, role);
    await app.db.run(sql`insert into user_site (user_id, site_id) values (${person.user_id}, ${mine})`);
    const client = await app.login(person.account);
    expect((await client.send(sites.list, {})).data_info.map(({ site_id }) => site_id)).toEqual([mine]);
    await client.send(sites.edit, { site_id: mine, version: 1, address: 'mine' });
    const thirteen = { envelope: { code: 13 } };
    await expect(client.send(sites.edit, { site_id: other, version: 1, address: 'x' })).rejects.toMatchObject(
      thirteen,
    );
    await expect(client.send(sites.remove, { site_id: [mine, other] })).rejects.toMatchObject(thirteen);
    await expect(client.send(siteActions.removeDevices, { site_ids: [other] })).rejects.toMatchObject(
      thirteen,
    );
    await expect(client.send(factorCalls.ofSite, { site_id: other })).rejects.toMatchObject(thirteen);
    await expect(client.send(sites.remove, { site_id: 98_765 })).rejects.toMatchObject({
      envelope: { code: 10 },
    });
    expect(await read(other)).toBeDefined();
  });

  test('a limited user sees the sites that they add', async () => {
    const role = await makeRole(app.db, ['site.read', 'site.write']);
    const client = await app.login((await makeUser(app.db, role)).account);
    const { site_id } = await client.send(sites.add, site());
    expect(await read(Number(site_id), client)).toMatchObject({ site_id });
  });
});

describe('deleting', () => {
  test('works by number and by MN, and takes the site’s small tables along', async () => {
    const [a, b, c] = [await add({ factors: [{ component_id: 1 }] }), await add({ mn: 'GONE' }), await add()];
    await admin.send(sites.remove, { site_id: a });
    await admin.send(siteActions.removeDevices, { mns: ['GONE', 'NEVER'], site_ids: [c] });
    for (const site_id of [a, b, c]) expect(await read(site_id)).toBeUndefined();
    expect(await app.db.one(sql`select 1 from device_factor where site_id = ${a}`)).toBeUndefined();
    await expect(admin.send(siteActions.removeDevices, { mns: ['GONE'] })).rejects.toMatchObject({
      envelope: { code: 10 },
    });
    expect((await admin.raw(siteActions.removeDevices.path, {})).envelope.code).toBe(400);
  });

  test('is remembered until its measurements are gone too; the MN added again is another site', async () => {
    const site_id = await add({ mn: 'AGAIN' });
    await admin.send(sites.remove, { site_id });
    const kept = await app.db.one<{ mn: string }>(
      sql`select mn from forgotten_site where site_id = ${site_id}`,
    );
    expect(kept).toEqual({ mn: 'AGAIN' });
    expect(await add({ mn: 'AGAIN' })).not.toBe(site_id);
  });

  test('what a site uses is refused: a product line, a protocol, a factor', async () => {
    await add({ factors: [{ component_id: 1 }] });
    const inUse = { envelope: { code: 9, detail: 'in_use' } };
    await expect(admin.send(products.remove, { product_id })).rejects.toMatchObject(inUse);
    await expect(admin.send(agreements.remove, { agreement_id: 1 })).rejects.toMatchObject(inUse);
    await expect(admin.send(components.remove, { component_id: 1 })).rejects.toMatchObject(inUse);
  });
});
