import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { beforeAll, expect, test, vi } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { decoding, packets } from '#shared/contract/packets/packets.ts';
import { pushSecrets } from '#shared/contract/sites/push.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { atEnd } from '#test/helpers/at-end.ts';
import { type Line, openLine } from '#test/helpers/line.ts';
import { pushTo } from '#test/helpers/push.ts';
import { countReadings, storedPackets } from '#test/helpers/stored.ts';
import { tidy } from '#test/helpers/upkeep.ts';

let app: TestApp;
/** The connection to the database. */
let line: Line;
let push: Awaited<ReturnType<typeof pushTo>>;

beforeAll(async () => {
  app = await testApp({}, async (databaseUrl) => {
    line = await openLine(databaseUrl);
    atEnd(() => line.close());
    return line.url;
  });
  await app.db.run(sql`
    insert into site (mn, site_name, agreement_id) values ('MN1', '一号站', 1), ('MN2', '二号站', 1)`);
  await vi.waitFor(() => expect(app.gateway.directory.find('MN2')).toBeDefined(), 30_000);
  push = await pushTo(app, 'MN1');
});

const item = (minute: string, value: unknown = 35) => ({
  data_type: 'minute',
  time: `2026-11-15 09:${minute}:00`,
  values: { a34004: value },
});

async function stored() {
  const packets = await storedPackets(app.db, { source: 'http' });
  return [await countReadings(app.db, 'minute'), packets.length];
}

test('a batch is answered when it is stored, and its site is on the line', async () => {
  const answer = await push({ batch_id: 'first', items: [item('01'), item('02', { avg: 1, flag: 'D' })] });
  expect(answer).toMatchObject({ status: 200, code: 0 });
  expect(answer.data).toEqual({
    batch_id: 'first',
    received: 2,
    stored: 2,
    repeated: false,
    failed: [],
    ignored: [],
  });
  expect(await stored()).toEqual([2, 2]);
  const link = () =>
    app.db.one(sql`select online, remote from link_state join site using (site_id) where mn = 'MN1'`);
  await expect.poll(link).toEqual({ online: true, remote: 'http://127.0.0.1' });
});

test('the same batch again gets the same answer and is not stored twice, not even at the same time', async () => {
  const before = await stored();
  const batch = { batch_id: 'twice', items: [item('03'), item('04'), { data_type: 'minute' }] };
  const answers = await Promise.all([push(batch), push(batch), push(batch)]);
  const again = await push(batch);
  expect(answers.filter(({ data }) => !data.repeated)).toHaveLength(1);
  expect(again.data).toEqual({ ...answers[0]?.data, repeated: true });
  expect(again.status).toBe(207);
  const [rows = 0, packets = 0] = before;
  expect(await stored()).toEqual([rows + 2, packets + 3]);
});

test('another content under the number of a batch is refused', async () => {
  await push({ batch_id: 'fixed', items: [item('05')] });
  const before = await stored();
  const answer = await push({ batch_id: 'fixed', items: [item('05', 36)] });
  expect(answer).toMatchObject({ status: 409, code: 409, detail: 'push_batch_differs' });
  expect(await stored()).toEqual(before);
  // Batch numbers are per site.
  const other = await pushTo(app, 'MN2');
  expect((await other({ batch_id: 'fixed', items: [item('05', 36)] })).data.repeated).toBe(false);
});

test('what is wrong is named by item, field and reason; the rest is stored', async () => {
  const answer = await push({
    batch_id: 'partly',
    items: [
      item('06'),
      { ...item('07'), time: 'soon' },
      { ...item('08'), values: { a34004: 'many' } },
      { ...item('09'), mn: 'MN2' },
      { ...item('10'), time: '2026-11-16 09:00:00' },
      { ...item('11'), values: { zzz: 1 } },
      { ...item('12'), mn: 'MN1', values: { a34004: 5, zzz: 1 } },
      { ...item('13'), wind: 5 },
      'nonsense',
    ],
  });
  expect(answer).toMatchObject({ status: 207, code: 0, data: { received: 9, stored: 2 } });
  expect(answer.data.failed).toEqual([
    { index: 1, field: 'time', problem: 'bad_format', message: 'The format is not valid' },
    expect.objectContaining({ index: 2, field: 'values.a34004', problem: 'bad_value' }),
    expect.objectContaining({ index: 3, field: 'mn', problem: 'wrong_mn' }),
    expect.objectContaining({ index: 4, field: 'time', problem: 'future_time' }),
    expect.objectContaining({ index: 5, field: 'values', problem: 'no_factor' }),
    expect.objectContaining({ index: 7, field: 'wind', problem: 'unknown_field' }),
    expect.objectContaining({ index: 8, field: '', problem: 'bad_format' }),
  ]);
  expect(answer.data.ignored).toEqual([
    expect.objectContaining({ index: 6, field: 'values.zzz', problem: 'unknown_code' }),
  ]);
  const chinese = await push(
    { batch_id: 'zh', items: [{ ...item('07'), time: 'soon' }] },
    { language: 'zh' },
  );
  expect(chinese.data.failed).toMatchObject([{ message: '格式不正确' }]);
});

test('a code that no database can hold is named like any other, and others are still written down', async () => {
  const { time } = item('50');
  const said = (values: object) => ({ data_type: 'minute', time, values });
  const items = [
    said({ 'a\u000034': 1, a34004: 7 }),
    said({ '\ud800': 1 }),
    said({ nobody_knows: 1, a34004: 7 }),
  ];
  const { status, data } = await push({ batch_id: 'odd-codes', items });
  expect(status).toBe(207);
  expect(data.failed.map(({ message, ...problem }) => problem)).toEqual([
    { index: 0, field: 'values.a\uFFFD34', problem: 'bad_format' },
    { index: 1, field: 'values.\uFFFD', problem: 'bad_format' },
  ]);
  const codes = () => app.db.rows(sql`select wire_code from unmapped_code where wire_code = 'nobody_knows'`);
  await expect.poll(codes).toHaveLength(1);
});

test('who does not know the secret learns nothing, not even which sites there are', async () => {
  const before = await stored();
  const batch = { batch_id: 'forged', items: [item('20')] };
  const wrong = await push(batch, { secret: randomBytes(32).toString('hex') });
  expect(wrong).toMatchObject({ status: 401, code: 401, detail: 'push_refused' });
  expect(await push(batch, { signature: '' })).toEqual(wrong);
  const nobody = await fetch(`${app.address}/push/NOBODY`, {
    method: 'POST',
    headers: { 'accept-language': 'en' },
    body: '{}',
  });
  expect({ ...((await nobody.json()) as object), status: nobody.status }).toEqual(wrong);
  expect(await stored()).toEqual(before);
});

test('what was signed more than five minutes ago, or will be, is refused', async () => {
  const seconds = Math.floor(app.clock.now.getTime() / 1000);
  const at = (offset: number) =>
    push({ batch_id: `at${offset}`, items: [item('21')] }, { timestamp: String(seconds + offset) });
  expect(await at(-301)).toMatchObject({ status: 401, detail: 'push_stale' });
  expect(await at(301)).toMatchObject({ status: 401, detail: 'push_stale' });
  expect(await push({ batch_id: 'now', items: [] }, { timestamp: 'now' })).toMatchObject({ status: 401 });
  expect([(await at(-299)).status, (await at(299)).status]).toEqual([200, 200]);
});

test('a secret that is renewed or revoked no longer counts, and is nowhere to be read', async () => {
  const admin = await app.login('admin');
  const site_id = app.gateway.directory.find('MN2')?.site_id ?? 0;
  const { secret: first } = await admin.send(pushSecrets.renew, { site_id });
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect((await admin.send(pushSecrets.get, { site_id })).secret).toBe(first);
  const other = await pushTo(app, 'MN2');
  expect((await other({ batch_id: 'old', items: [item('22')] }, { secret: first ?? '' })).status).toBe(401);
  expect((await other({ batch_id: 'new', items: [item('22')] })).status).toBe(200);
  const { secret } = await admin.send(pushSecrets.get, { site_id });
  await admin.send(pushSecrets.revoke, { site_id });
  expect((await other({ batch_id: 'gone', items: [item('22')] })).status).toBe(401);
  expect(await admin.send(pushSecrets.get, { site_id })).toEqual({ secret: null, created_at: null });
  const kept = await app.db.rows<{ entry: string }>(sql`
    select a::text as entry from audit_log a where entity = 'push_secret'
    union all select s::text from push_secret s`);
  expect(kept.length).toBeGreaterThan(2);
  for (const { entry } of kept) {
    expect(entry).not.toContain(first);
    expect(entry).not.toContain(secret);
  }
});

test.each([
  ['no JSON', '{"batch_id":', 400, { detail: 'push_not_json' }],
  ['no batch', '[]', 400, { fields: [expect.objectContaining({ problem: 'bad_format' })] }],
  [
    'too many items',
    JSON.stringify({ batch_id: 'many', items: Array.from({ length: 1001 }, () => 1) }),
    400,
    {
      fields: [
        expect.objectContaining({
          field: 'items',
          problem: 'too_many_items',
          message: 'At most 1000 at a time',
        }),
      ],
    },
  ],
  [
    'a number that is none',
    '{"batch_id":"a b","items":[1]}',
    400,
    { fields: [expect.objectContaining({ field: 'batch_id' })] },
  ],
])('%s is refused as a whole', async (_, body, status, said) => {
  expect(await push(body)).toMatchObject({ status, code: status, ...said });
});

test('fifty megabytes are refused in one sentence, long before they are all there', async () => {
  const send = (headers: Record<string, string>) =>
    new Promise<{ status: number | undefined; text: string; unsent: number }>((resolve, reject) => {
      const chunk = Buffer.alloc(64 * 1024, ' ');
      let unsent = 800;
      const sending = request(`${app.address}/push/MN1`, { method: 'POST', headers }, async (response) => {
        let text = '';
        for await (const part of response) text += part;
        resolve({ status: response.statusCode, text, unsent });
        sending.destroy();
      });
      sending.on('error', reject);
      const more = () => {
        for (; unsent > 0; unsent -= 1) {
          if (sending.write(chunk)) continue;
          sending.once('drain', more);
          return;
        }
        sending.end();
      };
      more();
    });
  const declared = await send({ 'content-length': String(800 * 64 * 1024), 'accept-language': 'en' });
  const chunked = await send({ 'transfer-encoding': 'chunked', 'accept-language': 'en' });
  for (const { status, text, unsent } of [declared, chunked]) {
    expect(status).toBe(413);
    expect(JSON.parse(text)).toMatchObject({
      code: 413,
      detail: 'push_too_large',
      message: 'A batch cannot be larger than 4 MB.',
    });
    expect(unsent).toBeGreaterThan(0);
  }
});

test('a batch that can never be stored is refused with a reason, not as a fault of the server', async () => {
  await app.db.run(sql`alter table reading_minute add constraint no_such_value check (avg[1] <> 4242)`);
  const batch = { batch_id: 'never', items: [item('35', 4242)] };
  const answer = await push(batch);
  await app.db.run(sql`alter table reading_minute drop constraint no_such_value`);
  expect(answer).toMatchObject({ status: 422, code: 422, detail: 'push_unstorable' });
});

test('while the database is away a sender is told so, and the same batch counts once when it is back', async () => {
  const [rows = 0, packets = 0] = await stored();
  const batch = { batch_id: 'away', items: [item('30'), item('31')] };
  line.cut();
  expect(await push(batch)).toMatchObject({ status: 503, code: 503, detail: 'push_busy' });
  line.mend();
  // Slow enough for the rate limit.
  await expect.poll(async () => (await push(batch)).status, { interval: 500 }).toBe(200);
  expect((await push(batch)).data).toMatchObject({ stored: 2, repeated: true });
  expect(await stored()).toEqual([rows + 2, packets + 2]);
});

test('what was pushed is found among the original data by the time of its values, and explained', async () => {
  const admin = await app.login('admin');
  await push({
    batch_id: 'shown',
    items: [
      { ...item('40'), time: '2026-11-14T23:40:00Z', values: { a34004: { avg: 12.5, min: 10, flag: 'D' } } },
      { ...item('41'), wind: 1 },
    ],
  });
  const { data_info } = await admin.send(packets.list, {
    source: 'http',
    data_time_from: '2026-11-14T23:40:00Z',
    data_time_to: '2026-11-14T23:41:00Z',
  });
  expect(data_info).toMatchObject([{ mn: 'MN1', cn: '2051', source: 'http', verdict: 'ok', accepted: true }]);
  const [{ packet_id, received_at } = { packet_id: 0, received_at: '' }] = data_info;
  const explained = await admin.send(decoding.decode, { packet_id, received_at });
  expect(explained).toMatchObject({
    form: 'json',
    verdict: 'ok',
    accepted: true,
    site: { mn: 'MN1' },
    data_ts: '2026-11-14T23:40:00.000Z',
    readings: [{ wire_code: 'a34004', component_name: '细颗粒物', value: 12.5, min: 10, flag: 'D' }],
  });
  expect(explained.header.map(({ name, meaning }) => [name, meaning?.zh])).toEqual([
    ['data_type', '分钟数据'],
    ['time', '2026-11-15 07:40:00'],
  ]);
  expect(explained.groups.flat().map(({ name, value }) => `${name}=${value}`)).toEqual([
    'a34004.avg=12.5',
    'a34004.min=10',
    'a34004.flag=D',
  ]);
  const bad = await admin.send(packets.list, { source: 'http', deviation: 'bad_item', keyword: 'wind' });
  const [wrong] = bad.data_info;
  expect(wrong).toMatchObject({ verdict: 'malformed', accepted: false });
  const why = await admin.send(decoding.decode, {
    packet_id: wrong?.packet_id ?? 0,
    received_at: wrong?.received_at ?? '',
  });
  expect(why.deviations.map(({ meaning }) => meaning?.en)).toEqual([
    'Not in the required JSON format; not stored',
    'wind: Unknown field',
  ]);
});

test('batches are remembered for a week', async () => {
  const remembered = () => app.db.one<{ n: number }>(sql`select count(*) as n from push_batch`);
  const before = await remembered();
  app.clock.forward(6 * 86_400);
  await tidy(app.app);
  expect(await remembered()).toEqual(before);
  app.clock.forward(86_401);
  await tidy(app.app);
  expect(await remembered()).toEqual({ n: 0 });
});

test('a site that pushes more than its share is asked to wait', async () => {
  await app.db.run(sql`insert into site (mn, site_name, agreement_id) values ('MN3', '三号站', 1)`);
  await vi.waitFor(() => expect(app.gateway.directory.find('MN3')).toBeDefined(), 30_000);
  const other = await pushTo(app, 'MN3');
  // Requests with a wrong signature do not use up the site's rate limit.
  const forged = Array.from({ length: 130 }, () => other('not JSON', { secret: 'guessed' }));
  expect((await Promise.all(forged)).every(({ status }) => status === 401)).toBe(true);
  const answers = await Promise.all(Array.from({ length: 130 }, () => other('not JSON')));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(10);
  expect(refused[0]).toMatchObject({ code: 429, detail: 'push_too_often' });
});
