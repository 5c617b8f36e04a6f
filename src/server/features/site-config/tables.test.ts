import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { audit } from '#shared/contract/platform/audit.ts';
import { agreements, dataTypes } from '#shared/contract/site-config/agreements.ts';
import { components } from '#shared/contract/site-config/factors.ts';
import { products, projects } from '#shared/contract/site-config/products.ts';
import { basins, blocks, regions } from '#shared/contract/site-config/regions.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
});

describe('names that are taken', () => {
  const component = { component_name: '甲', component_key: 'twice', category: 'air', code_2017: 'a99999' };
  test.each([
    [66, 'product_name', products, { product_name: '一线' }, {}],
    [36, 'project_name', projects, { project_name: '一期' }, {}],
    [64, 'component_key', components, component, { code_2017: null }],
    [64, 'code_2017', components, { ...component, component_key: 'once' }, { component_key: 'another' }],
    [68, 'agreement_name', agreements, { agreement_name: '自定义' }, {}],
    [172, 'basin_name', basins, { basin_name: '淮河' }, {}],
    [67, 'cn', dataTypes, { cn: '2070', data_type_name: '日志' }, { data_type_name: '另一种' }],
    [67, 'data_type_name', dataTypes, { cn: '2076', data_type_name: '站房' }, { cn: '2077' }],
    [
      36,
      'block_code',
      blocks,
      { block_code: '370102001', block_name: '解放路', area_code: '370102' },
      { block_name: '别名' },
    ],
  ])('answer %i at %s', async (code, field, resource, fields, again) => {
    const first = await admin.raw(resource.add.path, fields);
    // An earlier row already added a component with this code, so the first insert fails too.
    if (field !== 'code_2017') expect(first.envelope.code).toBe(0);
    const { envelope } = await admin.raw(resource.add.path, { ...fields, ...again });
    expect(envelope).toMatchObject({ code, fields: [{ field, problem: 'repeated' }] });
  });
});

describe('factors', () => {
  test('the national ones are there, with both names and formulae', async () => {
    const { data_info } = await admin.send(components.list, { keyword: 'a34004' });
    expect(data_info[0]).toMatchObject({ component_key: 'pm25', component_name_en: 'PM2.5', unit: 'µg/m³' });
  });

  test('a range that ends before it begins is refused, also when only its end is edited', async () => {
    const fields = { component_name: '乙', component_key: 'ranged', category: 'air' };
    const below = { code: 400, fields: [{ field: 'range_max', problem: 'below_minimum' }] };
    const { envelope } = await admin.raw(components.add.path, { ...fields, range_min: 5, range_max: 1 });
    expect(envelope).toMatchObject(below);
    const { component_id } = await admin.send(components.add, { ...fields, range_min: 0, range_max: 10 });
    await expect(
      admin.send(components.edit, { component_id, version: 1, range_max: -1 }),
    ).rejects.toMatchObject({ envelope: below });
  });

  test('one that measurements are stored under stays', async () => {
    const { component_id } = await admin.send(components.add, {
      component_name: '丙',
      component_key: 'measured',
      category: 'other',
    });
    const measured = { site_id: 1, data_type: 'hour', ts: new Date('2026-11-15T00:00:00Z') } as const;
    await app.app.series.append({
      readings: [{ ...measured, fids: [Number(component_id)], avg: [1], origin: 'l' }],
      packets: [],
    });
    await expect(admin.send(components.remove, { component_id: Number(component_id) })).rejects.toMatchObject(
      {
        envelope: { code: 9, detail: 'in_use' },
      },
    );
  });
});

describe('protocols', () => {
  const codes = [
    { wire_code: 'PM25', component_id: 1, scale: 1, shift: 0 },
    { wire_code: 'T', component_id: 11, scale: 0.1, shift: -40 },
  ];
  const read = async (agreement_id: unknown) =>
    (await admin.send(agreements.list, { agreement_id: Number(agreement_id) })).data_info[0];

  test('keep their code map and the values that mean none', async () => {
    const fields = { agreement_name: '厂家甲', edition: '2005', sentinels: [-9999, 9999], codes };
    const { agreement_id } = await admin.send(agreements.add, fields);
    const usual = { ack: 'flag', label: 'start', minute_step: 1 };
    expect(await read(agreement_id)).toMatchObject({ ...fields, ...usual, site_count: 0 });
    await expect(admin.send(agreements.add, { ...fields, minute_step: 7 as never })).rejects.toMatchObject({
      envelope: { code: 400 },
    });
    const changed = [
      { ...codes[1], shift: 0 },
      { wire_code: 'H', component_id: 12 },
    ];
    await admin.send(agreements.edit, { agreement_id, version: 1, codes: changed });
    expect((await read(agreement_id))?.codes).toEqual([
      { wire_code: 'H', component_id: 12, scale: 1, shift: 0 },
      { wire_code: 'T', component_id: 11, scale: 0.1, shift: 0 },
    ]);
    const log = await admin.send(audit.list, { entity: 'agreement_code', keyword: String(agreement_id) });
    expect(log.data_info.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['delete', 'insert', 'update']),
    );
  });

  test('refuse a code that stands twice, leads nowhere or is multiplied by nothing', async () => {
    const add = (list: object[]) => admin.raw(agreements.add.path, { agreement_name: '错', codes: list });
    const [first = {}] = codes;
    for (const [list, field] of [
      [[first, first], 'codes'],
      [[{ ...first, scale: 0 }], 'codes.0.scale'],
      [[{ ...first, component_id: 30_000 }], 'component_id'],
    ] as const)
      expect((await add([...list])).envelope).toMatchObject({ code: 400, fields: [{ field }] });
    expect((await admin.send(agreements.list, { keyword: '错' })).total).toBe(0);
  });
});

describe('places', () => {
  test('are those of the national list, level by level', async () => {
    const provinces = await admin.send(regions.provinces, {});
    expect(provinces.total).toBe(34);
    const cities = await admin.send(regions.cities, { province_code: '370000' });
    expect(cities.data_info[0]).toEqual({
      city_code: '370100',
      city_name: '济南市',
      city_name_en: 'Jinan',
      province_code: '370000',
    });
    expect(cities.data_info.every(({ province_code }) => province_code === '370000')).toBe(true);
    const areas = await admin.send(regions.areas, { city_code: '370100' });
    expect(areas.data_info[0]).toEqual({
      area_code: '370102',
      area_name: '历下区',
      area_name_en: 'Lixia District',
      city_code: '370100',
    });
    const everything = await Promise.all([admin.send(regions.cities, {}), admin.send(regions.areas, {})]);
    expect(everything.map(({ total }) => total + 0)).toEqual([342, 2849]);
  });

  test('a block lies in an area, or in a city that has none, and its code says so', async () => {
    const add = (area_code: string, block_code: string) =>
      admin.raw(blocks.add.path, { area_code, block_code, block_name: '某街道' });
    expect((await add('441900', '441900003')).envelope.code).toBe(0);
    expect((await add('370100', '370100001')).envelope).toMatchObject({
      code: 56,
      fields: [{ field: 'area_code' }],
    });
    expect((await add('999999', '999999001')).envelope).toMatchObject({ code: 56 });
    expect((await add('370103', '370102009')).envelope).toMatchObject({
      code: 125,
      fields: [{ field: 'block_code', problem: 'bad_format' }],
    });
    const learner = await app.login('learner');
    const { data_info } = await learner.send(blocks.list, { area_code: '441900' });
    const place = { province_name: '广东省', city_name: '东莞市', area_name: '东莞市' };
    expect(data_info).toMatchObject([{ block_code: '441900003', ...place }]);
    expect(await learner.send(blocks.list, { province_code: '440000' })).toMatchObject({ total: 1 });
    expect(await learner.send(blocks.list, { city_code: '440100' })).toMatchObject({ total: 0 });
  });

  test('a block that a site lies in is neither deleted nor moved; a new code goes along', async () => {
    const { block_id } = await admin.send(blocks.add, {
      block_code: '370103001',
      block_name: '大观园',
      area_code: '370103',
    });
    await app.db.run(
      sql`insert into site (mn, site_name, block_code) values ('B1', '大观园站', '370103001')`,
    );
    await expect(admin.send(blocks.remove, { block_id: Number(block_id) })).rejects.toMatchObject({
      envelope: { code: 9, detail: 'in_use' },
    });
    await expect(
      admin.send(blocks.edit, { block_id, version: 1, block_code: '370104001', area_code: '370104' }),
    ).rejects.toMatchObject({ envelope: { code: 8, detail: 'in_use' } });
    await admin.send(blocks.edit, { block_id, version: 1, block_code: '370103002' });
    const site = await app.db.one<{ block_code: string }>(sql`select block_code from site where mn = 'B1'`);
    expect(site?.block_code).toBe('370103002');
  });
});
