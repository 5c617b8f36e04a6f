import { type CellValue, readXlsx, writeOds, writeXlsx } from 'hucre';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { userImport, users } from '#shared/contract/access/users.ts';
import type { StoredFile } from '#shared/contract/files/files.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { exportedList } from '#test/helpers/export.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
});

const HEAD = ['账号', '姓名', '手机号', '角色', '密码', '备注'];
const row = (account: string, more: Partial<Record<string, CellValue>> = {}): CellValue[] => [
  account,
  more.real_name ?? '张三',
  more.mobile ?? null,
  more.role ?? '运维人员',
  more.password ?? 'abc123',
  more.remark ?? null,
];

async function upload(name: string, content: Uint8Array | string, client = admin): Promise<number> {
  const { data, message } = await client.upload(name, content);
  if (!data) throw new Error(message);
  return (data as StoredFile).file_id;
}
const excel = async (rows: CellValue[][], client = admin) =>
  upload('users.xlsx', await writeXlsx({ sheets: [{ name: '用户', rows }] }), client);
const preview = async (rows: CellValue[][], client = admin) =>
  client.send(userImport.preview, { file_id: await excel(rows, client) });
const problemsAt = async (rows: CellValue[][], client = admin) =>
  (await preview(rows, client)).rows.flatMap(({ row: at, problems }) =>
    problems.map(({ field, problem }) => `${at} ${field} ${problem}`),
  );
const count = async () => (await admin.send(users.list, {})).total;
const find = async (account: string) =>
  (await admin.send(users.list, { keyword: account })).data_info.find((user) => user.account === account);

describe('reading', () => {
  test('an Excel file is previewed without storing anything, and without showing passwords', async () => {
    const before = await count();
    const answer = await preview([HEAD, row('excel1', { mobile: '13512340001', remark: '备' })]);
    expect(answer).toEqual({
      total: 1,
      bad: 0,
      unread: [],
      rows: [
        {
          row: 2,
          problems: [],
          values: {
            account: 'excel1',
            real_name: '张三',
            mobile: '13512340001',
            role: '运维人员',
            password: '',
            remark: '备',
          },
        },
      ],
    });
    expect(await count()).toBe(before);
  });

  test('numbers typed into Excel are read as they look', async () => {
    const file_id = await excel([HEAD, [10_086, '数字', 13_512_340_002, '运维人员', 123_456, 7]]);
    await admin.send(userImport.run, { file_id });
    expect(await find('10086')).toMatchObject({ mobile: '13512340002', remark: '7' });
    await expect(app.client().signIn('10086', '123456')).resolves.toBeDefined();
  });

  test('headings may be Chinese, English or the names of the fields, in any order, with others between', async () => {
    const heads = [
      ['Password', 'Role', 'Mobile number', 'notes of my own', 'Name', 'Account'],
      ['password', 'role', 'mobile', '', 'real_name', 'account'],
      [' 密码 ', '角色', '手机号', '部门', '姓名', '账号'],
    ];
    for (const [index, head] of heads.entries()) {
      const cells = ['abc123', 'Operator', '', 'anything', '李四', `head${index}`];
      expect(await problemsAt([head, cells]), head.join()).toEqual([]);
    }
  });

  test.each([
    [
      'UTF-8 with a byte-order mark',
      new TextEncoder().encode(`\ufeff${HEAD.join(',')}\r\ncsv1,张三,,运维人员,abc123,\r\n`),
    ],
    ['UTF-8 without', new TextEncoder().encode(`${HEAD.join(',')}\ncsv2,张三,,运维人员,abc123,"a, ""b"""\n`)],
    [
      'GB18030, as Excel in Chinese saves it',
      Buffer.concat([
        Buffer.from('d5cbbac52cd0d5c3fb2cbdc7c9ab2cc3dcc2eb0d0a', 'hex'),
        Buffer.from('637376332cd5c5c8fd2cd4cbceacc8cbd4b12c6162633132330d0a', 'hex'),
      ]),
    ],
  ])('a CSV in %s is read', async (_encoding, bytes) => {
    const { rows, bad } = await admin.send(userImport.preview, { file_id: await upload('USERS.CSV', bytes) });
    expect(bad).toBe(0);
    expect(rows[0]?.values).toMatchObject({ real_name: '张三', role: '运维人员' });
  });

  test('blank rows are passed over, and the others keep their numbers', async () => {
    const blank = [null, '', '  ', null, null, null];
    expect(
      await problemsAt([HEAD, row('ok1'), blank, row('bad 1'), blank, blank, row('bad 2'), blank]),
    ).toEqual(['4 account bad_account', '7 account bad_account']);
  });

  test.each([
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['an old .xls', Buffer.from('d0cf11e0a1b11ae10000000000000000', 'hex')],
    ['another kind of document', writeOds({ sheets: [{ name: '用户', rows: [HEAD] }] })],
    ['an empty file', ''],
    ['some prose', 'Dear Sir or Madam,\nplease find enclosed'],
    ['a CSV', `${HEAD.join(',')}\ncsv9,张三,,运维人员,abc123,\n`],
  ])('%s under the name .xlsx is not even taken: 77', async (_what, content) => {
    expect(await admin.upload('users.xlsx', await content)).toMatchObject({ code: 77 });
  });

  const header = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(26, 1)]);
  test.each([
    ['a broken .xlsx', Buffer.concat([header, Buffer.from('xl/workbook.xml'), Buffer.alloc(200, 1)])],
    ['an archive without a sheet', writeXlsx({ sheets: [] })],
  ])('%s is the wrong format and nothing else: 77', async (_what, content) => {
    const file_id = await upload('users.xlsx', await content);
    for (const call of [userImport.preview, userImport.run] as (typeof userImport.preview)[]) {
      const { envelope } = await admin.raw(call.path, { file_id });
      expect(envelope).toEqual({ code: 77, message: '文件格式不正确' });
    }
  });

  test('the columns that are missing are named', async () => {
    const file_id = await upload('users.csv', '账号,姓名,手机号\na,b,\n');
    await expect(admin.send(userImport.preview, { file_id })).rejects.toMatchObject({
      envelope: {
        code: 77,
        fields: [{ field: 'role', problem: 'required' }],
      },
    });
  });

  test('a file with headings only has nothing to import', async () => {
    const file_id = await excel([HEAD]);
    expect(await admin.send(userImport.preview, { file_id })).toEqual({
      rows: [],
      total: 0,
      bad: 0,
      unread: [],
    });
    await expect(admin.send(userImport.run, { file_id })).rejects.toMatchObject({ envelope: { code: 10 } });
  });

  test("someone else's file, or one that is not there, is missing: 28", async () => {
    const manager = await app.login('manager');
    const file_id = await excel([HEAD, row('theirs')]);
    for (const id of [file_id, 987_654])
      await expect(manager.send(userImport.preview, { file_id: id })).rejects.toMatchObject({
        envelope: { code: 28 },
      });
  });
});

describe('checking', () => {
  test('every fault is told by row and field, all of them at once', async () => {
    const taken = await makeUser(app.db, 2);
    expect(
      await problemsAt([
        HEAD,
        row('fine'),
        row('bad name'),
        row('mob', { mobile: '12345' }),
        row('short', { password: '12345' }),
        row('norole', { role: '船长' }),
        row('', { role: '' }),
        row(taken.account.toUpperCase()),
        row('number', { mobile: taken.mobile }),
        row('long', { real_name: '长'.repeat(51) }),
      ]),
    ).toEqual([
      '3 account bad_account',
      '4 mobile bad_mobile',
      '5 password too_short',
      '6 role unknown_value',
      '7 account required',
      '7 role required',
      '8 account repeated',
      '9 mobile repeated',
      '10 real_name too_long',
    ]);
  });

  test('of two rows with one account or number the later is at fault, and names the first', async () => {
    const mobile = '13512349999';
    const lines = [HEAD, row('twin', { mobile }), row('TWIN'), row('other', { mobile }), row('twin')];
    const { rows } = await admin.send(userImport.preview, { file_id: await excel(lines) });
    const repeated = (field: string) => [{ field, problem: 'repeated_in_file', params: { row: 2 } }];
    expect(rows.map(({ problems }) => problems)).toEqual([
      [],
      repeated('account'),
      repeated('mobile'),
      repeated('account'),
    ]);
  });

  test('the super administrator’s role cannot be given by a file, nor one stronger than the importer’s', async () => {
    expect(await problemsAt([HEAD, row('super1', { role: '超级管理员' })])).toEqual(['2 role role_refused']);
    const clerk = await makeUser(app.db, await makeRole(app.db, ['user.write', 'file.write']));
    const client = await app.client().signIn(clerk.account);
    expect(await problemsAt([HEAD, row('stronger', { role: '管理员' })], client)).toEqual([
      '2 role role_refused',
    ]);
    const file_id = await excel([HEAD, row('stronger', { role: 'Administrator' })], client);
    await expect(client.send(userImport.run, { file_id })).rejects.toMatchObject({ envelope: { code: 7 } });
  });

  test('more rows than can be hashed in time are refused before they are looked at', async () => {
    const many = Array.from({ length: 1001 }, (_, index) => row(`many${index}`));
    const file_id = await excel([HEAD, ...many]);
    await expect(admin.send(userImport.preview, { file_id })).rejects.toMatchObject({
      envelope: { code: 77, detail: 'too_many_rows', params: { max: 1000 } },
    });
  });

  test('a thousand rows are checked in a moment', async () => {
    const many = Array.from({ length: 1000 }, (_, index) =>
      row(`k${index}`, { mobile: `1360000${1000 + index}` }),
    );
    const started = Date.now();
    expect(await preview([HEAD, ...many])).toMatchObject({ total: 1000, bad: 0 });
    expect(Date.now() - started).toBeLessThan(10_000);
  });
});

describe('storing', () => {
  test('a good file is stored whole, and everyone in it can sign in', async () => {
    const before = await count();
    const rows = Array.from({ length: 20 }, (_, index) => row(`good${index}`, { password: `pass-${index}` }));
    const file_id = await excel([HEAD, ...rows, row('good-role', { role: 'Learner', password: 'learn-1' })]);
    expect(await admin.send(userImport.run, { file_id })).toEqual({ added: 21 });
    expect(await count()).toBe(before + 21);
    expect(await find('good-role')).toMatchObject({ role_id: 4, status: 'normal', mobile: null });
    for (const index of [0, 7, 19])
      await expect(app.client().signIn(`good${index}`, `pass-${index}`)).resolves.toBeDefined();
    await expect(admin.send(userImport.run, { file_id })).rejects.toMatchObject({
      envelope: { code: 7, detail: 'import_has_errors', params: { count: 21 } },
    });
  });

  test('an export comes in again: who is in it sets a password by their mobile number', async () => {
    const { account, mobile, user_id } = await makeUser(app.db, 2);
    const columns = ['account', 'real_name', 'mobile', 'role_name', 'status', 'remark'];
    const bytes = await exportedList(admin, 'users', columns, { keyword: account });
    await admin.send(users.remove, { user_id });
    const file_id = await upload('users.csv', bytes);
    const { rows, bad } = await admin.send(userImport.preview, { file_id });
    expect(bad).toBe(0);
    expect(rows[0]?.notes).toEqual([{ field: 'password', note: 'password_retrieved' }]);
    await admin.send(userImport.run, { file_id });
    expect(await find(account)).toMatchObject({ mobile, role_id: 2, status: 'normal' });
    await expect(app.client().signIn(account, '')).rejects.toBeDefined();
  });

  test('an account with neither a password nor a mobile number is refused', async () => {
    expect(await problemsAt([HEAD, row('locked-out', { password: '' })])).toEqual([
      '2 mobile needed_for_password',
    ]);
  });

  test('one bad row, and nothing is stored', async () => {
    const before = await count();
    const file_id = await excel([HEAD, row('half1'), row('half2', { password: '1' })]);
    await expect(admin.send(userImport.run, { file_id })).rejects.toMatchObject({
      envelope: { code: 7, detail: 'import_has_errors', params: { count: 1 } },
    });
    expect(await count()).toBe(before);
  });

  test('of two imports of one file at the same moment one is stored', async () => {
    const file_id = await excel([HEAD, row('race1'), row('race2')]);
    const answers = await Promise.allSettled([1, 2].map(() => admin.send(userImport.run, { file_id })));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('whoever may not write users may not import them', async () => {
    const file_id = await excel([HEAD, row('nobody')]);
    for (const name of ['operator', 'auditor'])
      await expect((await app.login(name)).send(userImport.run, { file_id })).rejects.toMatchObject({
        envelope: { code: 16 },
      });
  });

  test('neither the audit log nor the file table shows a password', async () => {
    const file_id = await excel([HEAD, row('secretive', { password: 'very-secret-77' })]);
    await admin.send(userImport.run, { file_id });
    const dump = await app.db.rows(sql`select before, after from audit_log`);
    expect(JSON.stringify(dump)).not.toContain('very-secret-77');
    expect(JSON.stringify(dump)).not.toContain('$argon2');
  });
});

describe('the template', () => {
  test.each(['zh', 'en'] as const)(
    'in %s can be downloaded, and its example imports without a fault',
    async (language) => {
      const { url } = await admin.send(userImport.template, { language });
      const response = await admin.download(url);
      expect(response.status).toBe(200);
      const bytes = new Uint8Array(await response.arrayBuffer());
      const book = await readXlsx(bytes);
      expect(book.sheets[0]?.rows).toHaveLength(2);
      const answer = await admin.send(userImport.preview, { file_id: await upload('users.xlsx', bytes) });
      expect(answer).toMatchObject({ total: 1, bad: 0 });
    },
  );

  test('asked for by many at once it is whole for each', async () => {
    const sizes = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { url } = await admin.send(userImport.template, { language: 'zh' });
        const response = await admin.download(url);
        return (await readXlsx(new Uint8Array(await response.arrayBuffer()))).sheets.length;
      }),
    );
    expect(sizes).toEqual(Array(8).fill(1));
  });
});
