import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseCsv, readXlsx } from 'hucre';
import { beforeAll, describe, expect, test } from 'vitest';
import { json, sql } from '#server/db/sql.ts';
import { roles } from '#shared/contract/access/roles.ts';
import { userActions, users } from '#shared/contract/access/users.ts';
import { type Job, jobs } from '#shared/contract/platform/jobs.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';
import { until } from '#test/helpers/until.ts';

let app: TestApp;
let admin: Client;
let operator: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  operator = await app.login('operator');
});

const accounts = { listing: 'users', format: 'csv' as const, columns: ['account'] };
const start = (wanted: object, client = admin) => client.send(jobs.startExport, { ...accounts, ...wanted });

async function jobOf(job_id: number, client = admin): Promise<Job> {
  const job = (await client.send(jobs.list, { job_id })).data_info[0];
  if (!job) throw new Error(`no job ${job_id}`);
  return job;
}
const finished = (job_id: number, client = admin): Promise<Job> =>
  until(
    () => jobOf(job_id, client),
    ({ state }) => state !== 'queued' && state !== 'running',
  );
async function fetchFile(job_id: number, client = admin): Promise<Response> {
  const { url } = await client.send(jobs.download, { job_id });
  return client.download(url);
}
async function exported(wanted: object): Promise<Uint8Array> {
  const { job_id } = await start(wanted);
  expect(await finished(job_id)).toMatchObject({ state: 'done' });
  return new Uint8Array(await (await fetchFile(job_id)).arrayBuffer());
}
const csvRows = async (wanted: object) =>
  parseCsv(new TextDecoder().decode(await exported({ format: 'csv', ...wanted })), { delimiter: ',' });
const xlsxSheet = async (wanted: object) =>
  (await readXlsx(await exported({ format: 'xlsx', ...wanted }))).sheets[0];

describe('the content', () => {
  test('an Excel file has the words of its language as headings and as values', async () => {
    const columns = ['account', 'real_name', 'role_name', 'status', 'mobile', 'created_at'];
    await app.db.run(
      sql`update user_account set created_at = '2026-03-01T16:30:05Z' where account = 'learner'`,
    );
    const zh = await xlsxSheet({ columns, query: { keyword: 'learner' } });
    expect(zh?.name).toBe('用户管理');
    expect(zh?.rows).toEqual([
      ['账号', '姓名', '角色', '状态', '手机号', '创建时间'],
      ['learner', '何小满', '学员', '正常', '13800000004', '2026-03-02 00:30:05'].map((cell, index) =>
        index === 2 ? expect.any(String) : cell,
      ),
    ]);
    const en = await xlsxSheet({ columns, language: 'en', query: { keyword: 'learner' } });
    expect(en?.rows[0]?.slice(0, 2)).toEqual(['Account', 'Name']);
    expect(en?.rows[1]).toEqual([
      'learner',
      '何小满',
      'Learner',
      'Normal',
      '13800000004',
      '2026-03-02 00:30:05',
    ]);
  });

  test('the audit log names what was changed as its page does', async () => {
    const wanted = {
      listing: 'audit',
      columns: ['entity', 'action'],
      query: { entity: 'session', page_size: 1 },
    };
    expect((await csvRows(wanted))[1]).toEqual(['登录', '登录']);
    expect((await csvRows({ ...wanted, language: 'en' }))[1]).toEqual(['Sign-in', 'Signed in']);
  });

  test('why a message did not go is said in the language of the file, and as it was said where a server said it', async () => {
    await app.db.run(sql`
      insert into message (channel, recipient, kind, body, state, error)
      values ('webhook', 'reasons', 'order', 'x', 'failed', 'the webhook answered HTTP 500'),
             ('email', 'reasons', 'order', 'x', 'failed', '550 no such mailbox')`);
    const wanted = { listing: 'messages', columns: ['error'], query: { recipient: 'reasons' } };
    expect((await csvRows(wanted)).slice(1).flat()).toEqual(['550 no such mailbox', 'Webhook 应答 HTTP 500']);
    const english = await csvRows({ ...wanted, language: 'en' });
    expect(english[2]).toEqual(['The webhook answered HTTP 500']);
  });

  test('numbers stay numbers, yes and no are words, and what is missing is empty', async () => {
    const sheet = await xlsxSheet({
      listing: 'roles',
      columns: ['role_id', 'sees_all_sites', 'user_count', 'remark'],
    });
    expect(sheet?.rows[1]).toEqual([0, '是', 1, expect.toSatisfy((cell: unknown) => !cell)]);
    expect(sheet?.rows[3]?.[1]).toBe('否');
    await makeUser(app.db, 2);
    const rows = await csvRows({ columns: ['account', 'last_login_at'], query: { keyword: 'person' } });
    expect(rows[1]?.[1]).toBe('');
  });

  test('a CSV begins with a byte-order mark, ends its lines for Excel and quotes what needs it', async () => {
    await admin.send(roles.add, { role_name: 'a,"b"', remark: 'x' });
    await app.db.run(sql`update role set remark = E'two\nlines' where role_name = 'a,"b"'`);
    const bytes = await exported({
      listing: 'roles',
      columns: ['role_name', 'remark'],
      query: { keyword: 'a,"b"' },
    });
    expect(Buffer.from(bytes).toString()).toBe('\ufeff角色名称,备注\r\n"a,""b""","two\nlines"\r\n');
  });

  test('a text that a spreadsheet would run is only ever shown', async () => {
    const hostile = ['=1+1', '+cmd|calc', '-2+3', '@SUM(A1)', '\t=1', '=HYPERLINK("http://x","y")'];
    for (const role_name of hostile)
      await app.db.run(sql`insert into role (role_name, remark) values (${role_name}, 'hostile')`);
    const wanted = { listing: 'roles', columns: ['role_name'], query: { keyword: 'hostile' } };
    const csv = await csvRows(wanted);
    expect(csv.slice(1).map(([cell]) => cell)).toEqual(hostile.map((text) => `'${text}`));
    const book = await readXlsx(await exported({ ...wanted, format: 'xlsx' }));
    expect(book.sheets[0]?.rows.slice(1).map(([cell]) => cell)).toEqual(hostile);
    expect(JSON.stringify([...(book.sheets[0]?.cells?.values() ?? [])])).not.toContain('"formula"');
  });

  test('all rows that match are there, in the order of the page, and no others', async () => {
    const people = Array.from({ length: 2500 }, (_, index) => ({
      account: `bulk${index}`,
      sealed: index % 2,
    }));
    await app.db.run(sql`
      insert into user_account (account, real_name, role_id, password_hash, status)
      select account, '某', 2, 'x', case when sealed = 1 then 'sealed' else 'normal' end
        from jsonb_to_recordset(${json(people)}) as p (account text, sealed integer)`);
    const order = 'desc' as const;
    const query = {
      keyword: 'bulk',
      status: 'sealed',
      sort: 'account',
      order,
      page_size: 5,
      page_index: 3,
    };
    const rows = (await csvRows({ columns: ['account'], query })).slice(1).map(([cell]) => cell);
    const expected = people.filter(({ sealed }) => sealed).map(({ account }) => account);
    expect(rows).toHaveLength(1250);
    expect([...rows].sort()).toEqual(expected.sort());
    const { data_info } = await admin.send(users.list, { ...query, page_size: 20, page_index: 1 });
    expect(rows.slice(0, 20)).toEqual(data_info.map(({ account }) => account));
    expect((await xlsxSheet({ columns: ['account'], query }))?.rows.slice(1).flat()).toEqual(rows);
  });

  test('columns come as asked for, in that order', async () => {
    const [head, row] = await csvRows({ columns: ['real_name', 'account'], query: { keyword: 'manager' } });
    expect([head, row]).toEqual([
      ['姓名', '账号'],
      ['周明远', 'manager'],
    ]);
  });
});

describe('asking for one', () => {
  test('of nothing is told at once: no data, unable to export', async () => {
    const nothing = { ...accounts, query: { keyword: 'nobody has this' } };
    for (const [language, message] of [
      ['zh-CN', '没有数据，无法导出'],
      ['en', 'No data, unable to export'],
    ] as const) {
      const { envelope } = await admin.raw(jobs.startExport.path, nothing, { 'accept-language': language });
      expect(envelope).toEqual({ code: 10, detail: 'export_empty', message });
    }
  });

  test('needs the power of the list itself', async () => {
    await expect(start({}, operator)).rejects.toMatchObject({ envelope: { code: 16 } });
    await expect(start({}, app.client())).rejects.toMatchObject({ envelope: { code: 401 } });
  });

  test.each([
    [{ listing: 'nothing' }, 'listing'],
    [{ listing: '__proto__' }, 'listing'],
    [{ columns: ['password_hash'] }, 'columns'],
    [{ columns: ['account', 'account"; drop table role'] }, 'columns'],
    [{ columns: [] }, 'columns'],
    [{ format: 'pdf' }, 'format'],
    [{ query: { role_id: 'x' } }, 'role_id'],
    [{ query: { keyword: 'x'.repeat(101) } }, 'keyword'],
  ])('for %o is refused at its field', async (wanted, field) => {
    await expect(start(wanted)).rejects.toMatchObject({ envelope: { code: 400, fields: [{ field }] } });
  });

  test('with rubbish in the question does not crash', async () => {
    for (const query of [{ keyword: '\u0000' }, { keyword: 'half \ud800' }, { __proto__: { x: 1 } }])
      expect(
        (
          await admin.raw(jobs.startExport.path, {
            listing: 'users',
            format: 'csv',
            columns: ['account'],
            query,
          })
        ).status,
      ).toBe(200);
  });
});

describe('a job', () => {
  test('tells how far it is and keeps its name', async () => {
    const { job_id } = await start({ query: { role_id: 0 } });
    const job = await finished(job_id);
    expect(job).toMatchObject({
      kind: 'export',
      title: '用户管理',
      state: 'done',
      done: 1,
      total: 1,
      fault: null,
    });
    expect(job.file_name).toBe('用户管理-20261115100000.csv');
    expect(job.finished_at).not.toBeNull();
  });

  test("someone else's is invisible: no list, no cancel, no download", async () => {
    const { job_id } = await start({ query: { role_id: 0 } });
    await finished(job_id);
    expect(await operator.send(jobs.list, { job_id })).toEqual({ data_info: [], total: 0 });
    await expect(operator.send(jobs.cancel, { job_id })).rejects.toMatchObject({ envelope: { code: 10 } });
    await expect(operator.send(jobs.download, { job_id })).rejects.toMatchObject({ envelope: { code: 28 } });
  });

  test('is fetched with the power and the sites that its owner has then, not with those it was made with', async () => {
    const person = await makeUser(app.db, await makeRole(app.db, ['site.read', 'user.read']));
    const { user_id, role_id } = person;
    const site_ids = (
      await app.db.rows<{ site_id: number }>(sql`
        insert into site (mn, site_name) values ('KEPT', 'KEPT'), ('LOST', 'LOST') returning site_id`)
    ).map(({ site_id }) => site_id);
    await app.db.run(sql`
      insert into user_site (user_id, site_id) select ${user_id}, unnest(${site_ids}::integer[])`);
    const client = await app.login(person.account);
    const made = async (wanted: object) => {
      const { job_id } = await start(wanted, client);
      expect(await finished(job_id, client)).toMatchObject({ state: 'done' });
      expect((await fetchFile(job_id, client)).status).toBe(200);
      return job_id;
    };
    const ofSites = { listing: 'sites', columns: ['mn'] };
    const both = await made(ofSites);
    await app.db.run(sql`delete from user_site where user_id = ${user_id} and site_id = ${site_ids[1]}`);
    await expect(client.send(jobs.download, { job_id: both })).rejects.toMatchObject({
      envelope: { code: 13, detail: 'file_sites_unseen' },
    });
    const one = await made(ofSites);
    // Nobody sees a deleted site.
    await app.db.run(sql`delete from site where site_id = ${site_ids[1]}`);
    await client.send(jobs.download, { job_id: both });
    await app.db.run(sql`update role set sees_all_sites = true where role_id = ${role_id}`);
    const all = await made(ofSites);
    await client.send(jobs.download, { job_id: one });
    await app.db.run(sql`update role set sees_all_sites = false where role_id = ${role_id}`);
    await expect(client.send(jobs.download, { job_id: all })).rejects.toMatchObject({
      envelope: { code: 13, detail: 'file_sites_unseen' },
    });
    const names = await made({});
    await app.db.run(sql`
      delete from role_power where role_id = ${role_id}
         and power_id = (select power_id from power where power_code = 'user.read')`);
    await expect(client.send(jobs.download, { job_id: names })).rejects.toMatchObject({
      envelope: { code: 16, params: { power: 'user.read' } },
    });
  });

  test('own jobs come newest first', async () => {
    const { data_info } = await admin.send(jobs.list, {});
    const ids = data_info.map(({ job_id }) => job_id);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
  });

  test('whoever has lost the power, or is sealed, before it runs gets nothing', async () => {
    const queue = async (user_id: number) => {
      const params = { listing: 'users', format: 'csv', language: 'zh', columns: ['account'], query: {} };
      const row = await app.db.one<{ job_id: number }>(sql`
        insert into job (user_id, kind, title, params) values (${user_id}, 'export', 't', ${json(params)})
        returning job_id`);
      return row?.job_id ?? 0;
    };
    const [powerless, sealed] = [await makeUser(app.db, 2), await makeUser(app.db, 1)];
    await admin.send(userActions.seal, { user_id: sealed.user_id, sealed: true });
    const ids = [await queue(powerless.user_id), await queue(sealed.user_id)];
    const { job_id } = await start({ query: { role_id: 0 } });
    await finished(job_id);
    const state = sql`select state, fault, fault_detail, fault_params->>'power_name' as power from job where job_id = any(${ids}) order by job_id`;
    await expect
      .poll(() => app.db.rows(state), { timeout: 10_000 })
      .toEqual([
        { state: 'failed', fault: 'permission_denied', fault_detail: 'power_missing', power: '查看用户' },
        { state: 'failed', fault: 'account_missing', fault_detail: null, power: null },
      ]);
    for (const id of ids) expect(existsSync(join(app.config.dataDir, 'exports', `${id}.csv`))).toBe(false);
  });

  test('of a kind that this server does not know is left to one that does, and the next one runs', async () => {
    await app.db.run(sql`
      insert into job (user_id, kind, title, params) values (${admin.user?.user_id}, 'magic', 't', '{}')`);
    const { job_id } = await start({ query: { role_id: 0 } });
    expect(await finished(job_id)).toMatchObject({ state: 'done' });
    expect(await app.db.one(sql`select state from job where kind = 'magic'`)).toEqual({ state: 'queued' });
  });
});

describe('the address of a file', () => {
  let url: string;
  beforeAll(async () => {
    const { job_id } = await start({ query: { role_id: 0 } });
    await finished(job_id);
    ({ url } = await admin.send(jobs.download, { job_id }));
  });
  const status = async (path: string) => (await admin.download(path)).status;

  test('gives the file under its name, as a download that nobody may keep', async () => {
    const response = await admin.download(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent('用户管理-20261115100000.csv')}`,
    );
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(Number(response.headers.get('content-length'))).toBe((await response.arrayBuffer()).byteLength);
  });

  test('cannot be forged', async () => {
    const ticket = url.slice('/file/download/'.length);
    const [body = '', signature = ''] = ticket.split('.');
    const forged = Buffer.from(
      JSON.stringify({ path: '../secrets.json', name: 'x', expires: 9e15 }),
    ).toString('base64url');
    for (const attempt of [
      `${forged}.${signature}`,
      `${body}.`,
      body,
      `${body}.${signature.slice(0, -1)}`,
      `${body}.${signature}.${signature}x`.replace(signature, 'A'.repeat(signature.length)),
      '..%2fsecrets.json',
      '.',
      '%00',
      'A'.repeat(3000),
    ])
      expect(await status(`/file/download/${attempt}`), attempt.slice(0, 60)).toBe(404);
    expect(await status(url)).toBe(200);
  });

  test('dies after five minutes', async () => {
    app.clock.forward(299);
    expect(await status(url)).toBe(200);
    app.clock.forward(2);
    expect(await status(url)).toBe(404);
  });
});

test('the folder of exports holds finished files only', async () => {
  const names = readdirSync(join(app.config.dataDir, 'exports'));
  const done = await app.db.rows<{ file_path: string }>(sql`select file_path from job where state = 'done'`);
  expect(names.map((name) => join('exports', name)).sort()).toEqual(
    done.map(({ file_path }) => file_path).sort(),
  );
});
