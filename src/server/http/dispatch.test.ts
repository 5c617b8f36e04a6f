import { request as httpRequest } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { loginLimits } from '#shared/contract/access/login-config.ts';
import { rolePowers, roles } from '#shared/contract/access/roles.ts';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { userActions, users } from '#shared/contract/access/users.ts';
import { userGroups } from '#shared/contract/groups/groups.ts';
import { everyCall } from '#shared/contract/index.ts';
import { orderActions } from '#shared/contract/work-orders/orders.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { publishedArticle } from '#test/helpers/articles.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
});

/** The answer as it is on the wire. */
async function post(path: string, body: string | null, headers: Record<string, string> = {}) {
  const response = await fetch(app.address + path, {
    method: 'POST',
    headers: { IMEI: admin.imei, access_token: admin.tokens?.access_token ?? '', ...headers },
    body,
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
const jsonHeader = { 'content-type': 'application/json' };
const newcomer = { real_name: 'x', role_id: 4, password: 'secret1' };

describe('the envelope', () => {
  test('a success is code 0 and the data, nothing else', async () => {
    const { status, headers, text } = await post(signIn.me.path, '{}', jsonHeader);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(Object.keys(JSON.parse(text))).toEqual(['code', 'data']);
  });

  test('a refusal is HTTP 200 with its code and a sentence', async () => {
    const { status, envelope } = await admin.raw(roles.remove.path, { role_id: 0 });
    expect(status).toBe(200);
    expect(envelope).toEqual({ code: 32, message: '超级管理员不能删除' });
  });

  test('all problems of the input are reported at once, field by field', async () => {
    const { envelope } = await admin.raw(users.add.path, {
      account: 'bad name',
      mobile: '1',
      password: '12345',
    });
    expect(envelope.code).toBe(400);
    expect(envelope.fields).toEqual([
      { field: 'account', problem: 'bad_account' },
      { field: 'real_name', problem: 'required' },
      { field: 'mobile', problem: 'bad_mobile' },
      { field: 'role_id', problem: 'required' },
      { field: 'password', problem: 'too_short', params: { min: 6 } },
    ]);
  });

  test.each([
    ['zh-CN,zh;q=0.9,en;q=0.8', '账号不存在'],
    ['en', 'This account does not exist.'],
    ['en-GB,en;q=0.9,zh;q=0.8', 'This account does not exist.'],
    ['EN-us', 'This account does not exist.'],
    ['fr-FR', '账号不存在'],
    ['english', '账号不存在'],
    [undefined, '账号不存在'],
  ])('Accept-Language %j is answered with %j', async (language, sentence) => {
    const headers: Record<string, string> = language ? { 'accept-language': language } : {};
    const login = { account: 'nobody', password: 'whatever' };
    const answer = await post(signIn.login.path, JSON.stringify(login), { ...jsonHeader, ...headers });
    expect(JSON.parse(answer.text).message).toBe(sentence);
  });
});

describe('bodies', () => {
  test('a call without input may come with no body, with an empty one or with null', async () => {
    for (const body of [null, '', 'null', '{}'])
      expect(JSON.parse((await post(signIn.me.path, body, jsonHeader)).text).code).toBe(0);
    expect(JSON.parse((await post(signIn.me.path, null)).text).code).toBe(0);
  });

  test.each(['{', '{"account":', 'undefined', "{'a':1}", '[', '\u0000', '{"a":1}}'])(
    '%j is not JSON and is refused',
    async (body) => {
      const { status, text } = await post(roles.list.path, body, jsonHeader);
      expect(status).toBe(200);
      expect(JSON.parse(text)).toMatchObject({ code: 400 });
    },
  );

  test.each(['[]', '"text"', '7', 'true', '[{"role_id":1}]'])('%j is JSON but no input', async (body) => {
    const { status, text } = await post(roles.list.path, body, jsonHeader);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ code: 400 });
  });

  test.each([
    ['text/plain', '{}'],
    ['application/x-www-form-urlencoded', 'page_index=1'],
    ['application/xml', '<role/>'],
    ['multipart/form-data; boundary=x', '--x--'],
  ])('a body of type %s is refused, not guessed at', async (type, body) => {
    const { status, text } = await post(users.add.path, body, { 'content-type': type });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ code: 400 });
  });

  test('a body that is too large is refused', async () => {
    const huge = JSON.stringify({ keyword: 'x'.repeat(5 * 1024 * 1024) });
    const { status, text } = await post(roles.list.path, huge, jsonHeader);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ code: 400 });
  });

  test('names that every object has are names like any other', async () => {
    const odd = '{"__proto__":{"role_id":0},"constructor":{"prototype":{"x":1}},"page_size":1}';
    expect(JSON.parse((await post(roles.list.path, odd, jsonHeader)).text).code).toBe(0);
    expect(JSON.parse((await post(roles.remove.path, odd, jsonHeader)).text).code).toBe(400);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  test('a field that a writing call does not know is refused by its name, and nothing is written', async () => {
    const { user_id } = await admin.send(users.add, { ...newcomer, account: 'strict' });
    const edit = { user_id, version: 1, remark: 'new', real_nam: 'x', password: 'another1' };
    const { envelope } = await admin.raw(users.edit.path, edit);
    expect(envelope).toMatchObject({
      code: 400,
      fields: [
        { field: 'real_nam', problem: 'unknown_field' },
        { field: 'password', problem: 'unknown_field' },
      ],
    });
    expect((await admin.send(users.list, { user_id })).data_info[0]).toMatchObject({
      version: 1,
      remark: '',
    });
  });

  test('a row may be sent back as it was read: what cannot be written is passed over', async () => {
    const { user_id } = await admin.send(users.add, { ...newcomer, account: 'carried' });
    const row = async () => (await admin.send(users.list, { user_id })).data_info[0];
    const change = { remark: 'back', mobile: '13512345678', status: 'sealed' };
    for (const { path } of [users.edit, userActions.editNormal])
      expect((await admin.raw(path, { ...(await row()), ...change })).envelope).toEqual({
        code: 0,
        data: {},
      });
    expect(await row()).toMatchObject({ remark: 'back', mobile: '13512345678', status: 'normal' });
    const limits = await admin.send(loginLimits.data, {});
    expect((await admin.raw(loginLimits.set.path, limits)).envelope.code).toBe(0);
  });

  test('a reading call lets pass what it does not know', async () => {
    expect((await admin.raw(roles.list.path, { no_such_filter: 1 })).envelope.code).toBe(0);
  });

  test('a NUL or half a character in a text is refused or kept, never a crash', async () => {
    for (const remark of ['nul \\u0000', 'half \\ud800']) {
      const body = `{"role_name":"${remark}","remark":"${remark}"}`;
      const { status } = await post(roles.add.path, body, jsonHeader);
      expect(status).toBe(200);
    }
  });
});

describe('addresses', () => {
  test.each(['/auth_login/nothing', '/auth_login/LOGIN', '/auth_login/login/', '/', '/%2e%2e/etc/passwd'])(
    'POST %s is not there',
    async (path) => {
      const { status, text } = await post(path, '{}', jsonHeader);
      expect(status).toBe(404);
      expect(JSON.parse(text)).toMatchObject({ code: 404 });
    },
  );

  test('a call cannot be made with GET', async () => {
    const response = await fetch(app.address + roles.list.path, { headers: { accept: 'application/json' } });
    expect(response.status).toBe(404);
  });

  test('an address that cannot be read is refused without a trace of the inside', async () => {
    const { port } = new URL(app.address);
    const answer = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const request = httpRequest({ port, path: '/%zz', method: 'POST' }, (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode, text }));
      });
      request.on('error', reject);
      request.end();
    });
    expect(answer.text).not.toMatch(/\bat |node_modules|\.ts/);
    expect(JSON.parse(answer.text)).toMatchObject({ code: expect.any(Number) });
  });
});

describe('what goes back', () => {
  test('no answer of any list holds a secret', async () => {
    const lists = everyCall().filter(({ call }) => /\/(data|other|me)$/.test(call.path));
    expect(lists.length).toBeGreaterThan(15);
    await admin.send(users.add, { account: 'fresh', real_name: 'x', role_id: 4, password: 'open sesame' });
    const site = await app.db.one<{ site_id: number }>(sql`
      insert into site (mn, site_name, secret) values ('MN', 'x', 'open sesame') returning site_id`);
    const order = await admin.send(orderActions.add, { order_type_id: 1, order_title: 'x' });
    const article = await publishedArticle(admin);
    for (const { name, call } of lists) {
      const ids = {
        role_id: 1,
        menu_id: 1,
        theme_id: 1,
        user_group_id: 1,
        user_id: 1,
        user_group_name: '',
        ...site,
        site_ids: [site?.site_id],
        period: 'day',
        from: '2026-11-01T00:00:00Z',
        to: '2026-11-02T00:00:00Z',
      };
      const asked: Record<string, object> = {
        'users.list': {},
        'menus.list': {},
        'powers.list': {},
        'equipment.data': { user_id: 1 },
        'orderComments.data': order,
        'articleActions.revisions': article,
        'articleComments.data': article,
        'analysisValues.data': { ...ids, component_ids: [1], level: 'hour' },
        'siteComparison.data': { ...ids, component_id: 1, level: 'hour' },
        'originalValues.data': { ...ids, component_id: 1, data_type: 'hour' },
      };
      const { text } = await post(
        call.path,
        JSON.stringify({ page_size: 1000, ...(asked[name] ?? ids) }),
        jsonHeader,
      );
      expect(JSON.parse(text).code, name).toBe(0);
      expect(text, name).not.toMatch(/\$argon2|open sesame|only-for-tests|"password_hash":"(?!\*)/);
    }
  });

  test('columns that the contract does not name stay inside', async () => {
    await app.db.run(sql`alter table role add column secret text not null default 'inside'`);
    const { text } = await post(roles.list.path, '{}', jsonHeader);
    expect(text).not.toContain('inside');
  });

  test('answers carry the headers that keep browsers from guessing', async () => {
    const { headers } = await post(roles.list.path, '{}', jsonHeader);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(headers.get('x-powered-by')).toBeNull();
  });
});

describe('limits and crashes', () => {
  test('without sign-in an address is limited to 300 calls a minute, and told how long to wait', async () => {
    const guest = app.client();
    const call = () => guest.raw(signIn.refresh.path, { refresh_token: 'rubbish' });
    for (let i = 0; i < 6; i++) {
      const answers = await Promise.all(Array.from({ length: 50 }, call));
      expect(answers.every(({ status }) => status === 200)).toBe(true);
    }
    const { status, envelope } = await call();
    expect(status).toBe(429);
    expect(envelope.code).toBe(429);
    expect(envelope.params?.seconds).toBeGreaterThan(0);
    expect((await admin.raw(signIn.me.path, {})).status).toBe(200);
  });

  test('a forged address of the sender does not get around the limit', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const { status } = await app.client().raw(signIn.refresh.path, { refresh_token: 'rubbish' }, headers);
    expect(status).toBe(429);
  });

  test('a crash tells its number and nothing else', async () => {
    await app.db.run(sql`alter table user_group rename to user_group_away`);
    const { status, text } = await post(userGroups.list.path, '{}', {
      ...jsonHeader,
      'accept-language': 'en',
    });
    expect(status).toBe(500);
    const { code, message, request_id } = JSON.parse(text);
    expect(code).toBe(500);
    expect(request_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(message).toContain(request_id);
    expect(text).not.toMatch(/user_group|relation|\bat |node_modules|42P01/);
    await app.db.run(sql`alter table user_group_away rename to user_group`);
    expect((await admin.raw(userGroups.list.path, {})).envelope.code).toBe(0);
  });

  test('a call that writes and crashes has written nothing', async () => {
    const learner = async () =>
      (await admin.send(roles.list, {})).data_info.find(({ role_id }) => role_id === 4);
    const before = await learner();
    await app.db.run(sql`alter table role_power rename to role_power_away`);
    const input = { role_id: 4, version: before?.version, power_ids: [1] };
    const { status } = await admin.raw(rolePowers.add.path, input);
    await app.db.run(sql`alter table role_power_away rename to role_power`);
    expect(status).toBe(500);
    expect(await learner()).toEqual(before);
  });
});
