import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { roles } from '#shared/contract/access/roles.ts';
import { signIn } from '#shared/contract/access/sign-in.ts';
import type { AnyCall } from '#shared/contract/define.ts';
import { files, uploads } from '#shared/contract/files/files.ts';
import { everyCall } from '#shared/contract/index.ts';
import { jobs } from '#shared/contract/platform/jobs.ts';
import { network } from '#shared/contract/sites/network.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';

/** Names that every JavaScript object answers to. */
const inherited = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
});

/** Not JSON, or the end of the session that the others are asked with. */
const apart = [files.upload.path, uploads.chunk.path, signIn.out.path];
const calls = everyCall()
  .map(({ call }) => call)
  .filter(({ path }) => !apart.includes(path));

function fieldsOf({ input }: AnyCall) {
  return z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }).properties ?? {};
}

/** What failed to be answered with a result code of its own. */
async function crashes(asked: readonly { path: string; body: string }[]): Promise<string[]> {
  const failed: string[] = [];
  for (const { path, body } of asked) {
    const { status, envelope } = await admin.raw(path, body);
    if (status !== 200 || envelope.code === 500) failed.push(`${path} ${body}: ${status} ${envelope.code}`);
  }
  return failed;
}

describe('no call fails on', () => {
  test.each(inherited)('the key %s', async (key) => {
    expect(await crashes(calls.map(({ path }) => ({ path, body: `{"${key}":{"a":1}}` })))).toEqual([]);
  });

  test('the name of such a key as the value of a field', async () => {
    const asked = calls.flatMap((call) =>
      Object.keys(fieldsOf(call)).map((field) => ({
        path: call.path,
        body: JSON.stringify({ [field]: 'constructor' }),
      })),
    );
    expect(await crashes(asked)).toEqual([]);
  });

  test('any order that it offers', async () => {
    const asked = calls.flatMap((call) => {
      const { sort } = fieldsOf(call);
      const columns = typeof sort === 'object' ? (sort.enum ?? []) : [];
      return columns.map((column) => ({ path: call.path, body: JSON.stringify({ sort: column }) }));
    });
    expect(asked.length).toBeGreaterThan(50);
    expect(await crashes(asked)).toEqual([]);
  });
});

describe('refused as a parameter error is', () => {
  const refused = async (path: string, body: string) => {
    const { status, envelope } = await admin.raw(path, body);
    expect(status).toBe(200);
    expect(envelope.code).toBe(400);
    return envelope;
  };

  test.each(inherited)('an unknown field %s', async (key) => {
    const { fields } = await refused(roles.add.path, `{"role_name":"x","${key}":1}`);
    expect(fields).toEqual([{ field: key, problem: 'unknown_field' }]);
  });

  test.each(['constructor', 'site_name; drop table site', '"', 'password'])('the order %j', async (sort) => {
    for (const call of [network.real, network.otherReal, roles.list]) {
      const { fields } = await refused(call.path, JSON.stringify({ sort, component_ids: [1] }));
      expect(fields).toMatchObject([{ field: 'sort', problem: 'bad_choice' }]);
    }
  });

  test.each([
    ['a NUL in a text', '{"role_name":"a\\u0000b"}', 'role_name'],
    ['half a character', '{"role_name":"a\\uD800b"}', 'role_name'],
    ['a NUL in an order', '{"sort":"a\\u0000"}', 'sort'],
    ['a NUL deep inside', '{"query":{"a":[{"b":"\\u0000"}]}}', 'query.a.0.b'],
    ['a NUL in a key', '{"query":{"\\u0000":1}}', 'query'],
  ])('%s', async (_what, body, field) => {
    for (const { path } of [roles.add, roles.list, network.real, jobs.startExport]) {
      expect((await refused(path, body)).fields).toEqual([{ field, problem: 'bad_characters' }]);
    }
  });

  test('JSON that is nested 50,000 deep, and one that is cut off', async () => {
    const deep = (open: string, close: string) => `{"query":${open.repeat(50_000)}1${close.repeat(50_000)}}`;
    await refused(jobs.startExport.path, deep('[', ']'));
    await refused(roles.add.path, deep('{"a":', '}'));
    await refused(roles.add.path, '{"role_name":"');
  });
});

test('a character that is written as two escapes, and brackets in a text, are taken', async () => {
  const role_name = `😀 \\" ${'['.repeat(30)}`;
  const body = JSON.stringify({ role_name }).replace('😀', '\\ud83d\\ude00');
  const { envelope } = await admin.raw(roles.add.path, body);
  expect(envelope.code).toBe(0);
  const { data_info } = await admin.send(roles.list, { keyword: '😀' });
  expect(data_info.map((row) => row.role_name)).toEqual([role_name]);
});

test('200,000 unknown keys, and a key of a megabyte, are answered in a few kilobytes', async () => {
  const many = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`k${index}`, 1]));
  const wrongIds = { role_id: Array(200_000).fill('x') };
  for (const [path, body] of [
    [roles.add.path, many],
    [roles.add.path, { ['x'.repeat(1_000_000)]: 1 }],
    [roles.remove.path, wrongIds],
  ] as const) {
    const { status, envelope } = await admin.raw(path, body);
    expect(status).toBe(200);
    expect(envelope.code).toBe(400);
    expect(JSON.stringify(envelope).length).toBeLessThan(20_000);
  }
});
