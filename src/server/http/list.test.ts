import { beforeAll, describe, expect, test } from 'vitest';
import { json, sql } from '#server/db/sql.ts';
import { menus } from '#shared/contract/access/menus.ts';
import { powers, roles } from '#shared/contract/access/roles.ts';
import { users } from '#shared/contract/access/users.ts';
import { type Call, type ListAnswer, paging } from '#shared/contract/define.ts';
import { userGroups } from '#shared/contract/groups/groups.ts';
import { everyCall } from '#shared/contract/index.ts';
import { packets } from '#shared/contract/packets/packets.ts';
import { audit } from '#shared/contract/platform/audit.ts';
import { agreements } from '#shared/contract/site-config/agreements.ts';
import { deviceLogs } from '#shared/contract/sites/device-logs.ts';
import { sites } from '#shared/contract/sites/sites.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { publishedArticle } from '#test/helpers/articles.ts';

let app: TestApp;
let admin: Client;
let operators: number;

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  const people = Array.from({ length: 45 }, (_, index) => ({
    account: `p${String(index).padStart(2, '0')}`,
    // Only three different names, so that most of them tie.
    real_name: ['张三', '李四', '王五'][index % 3],
    mobile: index % 5 === 0 ? null : `1370000${String(1000 + index)}`,
    remark: index % 2 === 0 ? 'even' : '',
  }));
  await app.db.run(sql`
    insert into user_account (account, real_name, mobile, role_id, remark, password_hash)
    select account, real_name, mobile, 2, remark, 'none'
      from jsonb_to_recordset(${json(people)}) as p (account text, real_name text, mobile text, remark text)`);
  operators = 46;
});

const accounts = (answer: { data_info: { account: string }[] }) => answer.data_info.map((row) => row.account);
const groupNames = async (query: Record<string, unknown>) => {
  const { data_info } = await admin.send(userGroups.list, query);
  return data_info.map((row) => row.user_group_name);
};

describe('paging', () => {
  test('every page tells the same total, the last one is short and those beyond it are empty', async () => {
    const page = (page_index: number) => admin.send(users.list, { role_id: 2, page_index, page_size: 20 });
    const sizes = [20, 20, 6, 0, 0];
    for (const [index, size] of sizes.entries()) {
      const answer = await page(index + 1);
      expect(answer.data_info).toHaveLength(size);
      expect(answer.total).toBe(operators);
    }
    expect(await page(Number.MAX_SAFE_INTEGER)).toEqual({ data_info: [], total: operators });
  });

  test('a total that is a multiple of the page size is right too', async () => {
    const answer = await admin.send(users.list, { role_id: 2, page_index: 2, page_size: 23 });
    expect(answer.data_info).toHaveLength(23);
    expect(answer.total).toBe(operators);
    expect(await admin.send(users.list, { role_id: 2, page_index: 3, page_size: 23 })).toEqual({
      data_info: [],
      total: operators,
    });
  });

  test('an empty list is a success', async () => {
    expect(await admin.send(users.list, { keyword: 'nobody has this' })).toEqual({ data_info: [], total: 0 });
  });

  test('twenty rows are a page unless one asks otherwise', async () => {
    expect((await admin.send(users.list, {})).data_info).toHaveLength(20);
  });

  test.each([
    { page_index: 0 },
    { page_index: -1 },
    { page_index: 1.5 },
    { page_index: '1' },
    { page_size: 0 },
    { page_size: 1001 },
    { page_size: Number.MAX_SAFE_INTEGER },
    { page_index: 1e300 },
    { order: 'desc; drop table role' },
  ])('%o is refused at its field', async (query) => {
    const { envelope } = await admin.raw(users.list.path, query);
    expect(envelope).toMatchObject({ code: 400, fields: [{ field: Object.keys(query)[0] }] });
  });
});

describe('order', () => {
  test('Chinese names sort by their sound, in both directions', async () => {
    const byPinyin = ['安徽组', '北京组', '广东组', '江苏组', '上海组', '天津组', '浙江组'];
    for (const name of [...byPinyin].reverse()) await admin.send(userGroups.add, { user_group_name: name });
    expect(await groupNames({ sort: 'user_group_name' })).toEqual(byPinyin);
    expect(await groupNames({ sort: 'user_group_name', order: 'desc' })).toEqual([...byPinyin].reverse());
  });

  test('rows that tie keep their place across pages: none comes twice, none is left out', async () => {
    for (const order of ['asc', 'desc'] as const) {
      const seen: string[] = [];
      for (let page_index = 1; page_index <= 8; page_index++) {
        const query = { role_id: 2, sort: 'real_name', order, page_size: 6, page_index };
        seen.push(...accounts(await admin.send(users.list, query)));
      }
      expect(new Set(seen).size).toBe(operators);
      expect(seen).toHaveLength(operators);
    }
  });

  test('missing values come last in both directions', async () => {
    for (const order of ['asc', 'desc'] as const) {
      const { data_info } = await admin.send(users.list, {
        role_id: 2,
        sort: 'mobile',
        order,
        page_size: 100,
      });
      const missing = data_info.map(({ mobile }) => mobile === null);
      expect(missing.lastIndexOf(false)).toBeLessThan(missing.indexOf(true));
    }
  });

  test('numbers sort as numbers', async () => {
    const { data_info } = await admin.send(roles.list, { sort: 'power_count', order: 'desc' });
    const counts = data_info.map(({ power_count }) => power_count);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
  });

  test('every column that a list offers can be sorted by', async () => {
    for (const listing of [
      users,
      roles,
      powers,
      userGroups,
      menus,
      audit,
      sites,
      agreements,
      packets,
      deviceLogs,
    ]) {
      for (const sort of listing.columns) {
        const call = listing.list as Call<Record<string, unknown>, unknown, ListAnswer<unknown>>;
        // Some are too long to be sorted by just anything.
        if (!call.input.safeParse({ sort }).success) continue;
        for (const order of ['asc', 'desc'] as const) {
          await expect(admin.send(call, { sort, order, page_size: 2 }), sort).resolves.toBeDefined();
        }
      }
    }
  });

  test.each([
    'no_such_column',
    'password_hash',
    'role_name; drop table role',
    '"role_name" desc, (select 1/0)',
    'constructor',
    '__proto__',
    '1',
    '',
  ])('sorting by %j is refused', async (sort) => {
    await expect(admin.send(roles.list, { sort })).rejects.toMatchObject({
      envelope: { code: 400, fields: [{ field: 'sort', problem: 'bad_choice' }] },
    });
  });
});

describe('keyword', () => {
  beforeAll(async () => {
    for (const name of ['100%', '100 percent', 'a_b', 'axb', 'back\\slash', "o'brien", 'say "hi"', 'ABC组'])
      await admin.send(userGroups.add, { user_group_name: name });
  });

  test.each([
    ['%', ['100%']],
    ['0%', ['100%']],
    ['_', ['a_b']],
    ['\\', ['back\\slash']],
    ["'", ["o'brien"]],
    ['"', ['say "hi"']],
    ['abc', ['ABC组']],
    ["' or 1=1 --", []],
    ["%' or '%'='", []],
    ['\\%', []],
  ])('%j finds what holds it, letter by letter', async (keyword, found) => {
    expect(await groupNames({ keyword })).toEqual(found);
  });

  test('a site is found by what English readers call it, in whatever list it stands', async () => {
    await app.db.run(sql`
      insert into site (mn, site_name, site_name_en) values ('EN1', '南京玄武站', ''), ('EN2', '城东站', 'Harbour')`);
    const found = async (keyword: string) =>
      (await admin.send(sites.list, { keyword })).data_info.map(({ mn }) => mn).sort();
    await expect.poll(() => found('nanjing')).toEqual(['EN1']);
    expect(await found('Harb')).toEqual(['EN2']);
    expect(await found('城东')).toEqual(['EN2']);
    expect(await found('Shanghai')).toEqual([]);
  });

  test('an empty keyword, or one of blanks, asks for nothing', async () => {
    const { total } = await admin.send(userGroups.list, {});
    for (const keyword of ['', '   '])
      expect(await admin.send(userGroups.list, { keyword })).toMatchObject({ total });
  });

  test('it looks into the columns that the list names, and into no secret', async () => {
    expect(await admin.send(users.list, { keyword: 'none' })).toMatchObject({ total: 0 });
    expect(accounts(await admin.send(users.list, { keyword: '13700001044' }))).toEqual(['p44']);
    expect(accounts(await admin.send(users.list, { keyword: '林清' }))).toEqual(['admin']);
  });

  test('one that is not text or too long is refused', async () => {
    for (const keyword of [1, ['a'], { a: 1 }, 'x'.repeat(101)])
      expect((await admin.raw(users.list.path, { keyword })).envelope.code).toBe(400);
  });
});

describe('filters', () => {
  test('filters and keyword all hold at once', async () => {
    const odd = await admin.send(users.list, {
      role_id: 2,
      status: 'normal',
      keyword: '张三',
      page_size: 100,
    });
    expect(odd.total).toBe(15);
    expect(await admin.send(users.list, { role_id: 2, status: 'sealed' })).toMatchObject({ total: 0 });
    expect(await admin.send(users.list, { role_id: 0 })).toMatchObject({ total: 1 });
  });

  test('a range takes its start and leaves its end', async () => {
    await app.db.run(sql`
      insert into audit_log (at, entity, action) values
        ('2020-01-01T00:00:00Z', 'range', 'insert'), ('2020-01-02T00:00:00Z', 'range', 'insert'),
        ('2020-01-03T00:00:00Z', 'range', 'insert')`);
    const days = async (query: Record<string, unknown>) =>
      (await admin.send(audit.list, { entity: 'range', sort: 'at', ...query })).data_info.map(({ at }) =>
        at.slice(0, 10),
      );
    expect(await days({ at_from: '2020-01-02T00:00:00Z' })).toEqual(['2020-01-02', '2020-01-03']);
    expect(await days({ at_to: '2020-01-02T00:00:00Z' })).toEqual(['2020-01-01']);
    expect(await days({ at_from: '2020-01-02T08:00:00+08:00', at_to: '2020-01-03T00:00:00Z' })).toEqual([
      '2020-01-02',
    ]);
    expect(await days({ at_from: '2020-01-03T00:00:00Z', at_to: '2020-01-01T00:00:00Z' })).toEqual([]);
  });

  test('a time that is none is refused, one that no calendar has too', async () => {
    for (const at_from of [
      'yesterday',
      "2020-01-01' or true --",
      '2020-13-01T00:00:00Z',
      '0000-01-01T00:00:00Z',
    ])
      expect((await admin.raw(audit.list.path, { at_from })).envelope.code).toBe(400);
  });

  test('a text filter finds parts, and takes nothing for a pattern', async () => {
    expect((await admin.send(audit.list, { account: 'SYST' })).total).toBeGreaterThan(0);
    expect((await admin.send(audit.list, { account: '%' })).total).toBe(0);
    expect((await admin.send(audit.list, { account: "' or true --" })).total).toBe(0);
  });

  test.each([
    { role_id: '0 or true' },
    { role_id: [0, 1] },
    { status: "normal' or true" },
    { user_group_id: {} },
  ])('%o is refused at its field', async (query) => {
    const { envelope } = await admin.raw(users.list.path, query);
    expect(envelope).toMatchObject({ code: 400, fields: [{ field: Object.keys(query)[0] }] });
  });

  test('an id beyond what a column holds is refused, not a crash', async () => {
    expect((await admin.raw(users.list.path, { role_id: 2 ** 40 })).envelope.code).toBe(400);
  });

  test('every table can be asked for one row', async () => {
    const admin = await app.login('admin');
    const { data_info } = await admin.send(roles.list, { role_id: 3 });
    expect(data_info.map(({ role_name_en }) => role_name_en)).toEqual(['Auditor']);
  });

  test('filters that the contract does not know are ignored', async () => {
    const { total } = await admin.send(users.list, {});
    const unknown = { password_hash: 'x', 'role_id; drop table role': 1, account_from: 'z', version: 99 };
    expect(await admin.send(users.list, unknown)).toMatchObject({ total });
  });

  interface Choices {
    type: string;
    options?: unknown[];
  }

  /** By its name where that tells, and one of its choices where it has some. */
  function valueFor(name: string, filter: unknown): unknown {
    // Packets are searched a few days back at most.
    if (/_(from|to)$/.test(name)) return app.clock.now.toISOString();
    const { type, options } = (filter as { unwrap?(): Choices }).unwrap?.() ?? {};
    // The log names what was changed by text, whatever it is.
    if (name.endsWith('_id')) return type === 'string' ? '1' : 1;
    if (type === 'boolean') return true;
    // One of them, or several.
    if (type === 'union') return (options?.[0] as Choices | undefined)?.options?.[0];
    return type === 'enum' ? options?.[0] : undefined;
  }

  test('every filter that a list declares is answered', async () => {
    const values: Record<string, unknown> = {
      type: 1,
      province_code: '370000',
      city_code: '370100',
      area_code: '370102',
      block_code: '370102001',
    };
    // Lists of articles say that a type or an article is not there.
    await publishedArticle(admin);
    const lists = everyCall().filter(({ name }) => name.endsWith('.list') && name !== 'jobs.list');
    expect(lists.length).toBeGreaterThan(5);
    for (const { name, call } of lists) {
      const shape = (call.input as unknown as { shape: Record<string, unknown> }).shape;
      for (const filter of Object.keys(shape).filter((key) => !(key in paging))) {
        const value = valueFor(filter, shape[filter]) ?? values[filter] ?? 'x';
        const { envelope } = await admin.raw(call.path, { [filter]: value });
        expect(envelope.code, `${name} by ${filter}`).toBe(0);
      }
    }
  });
});

test('after all of this the tables are still there', async () => {
  expect(await admin.send(roles.list, {})).toMatchObject({ total: 5 });
});
