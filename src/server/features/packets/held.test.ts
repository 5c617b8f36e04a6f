import { beforeAll, expect, test, vi } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { heldActions, heldCorrections, heldPackets } from '#shared/contract/packets/held.ts';
import { packets } from '#shared/contract/packets/packets.ts';
import { audit } from '#shared/contract/platform/audit.ts';
import { upkeep } from '#shared/contract/platform/upkeep.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';
import { station } from '#test/helpers/station.ts';
import { storedReadings } from '#test/helpers/stored.ts';
import { tidy } from '#test/helpers/upkeep.ts';
import { upload } from '#test/helpers/upload.ts';

const HOUR = 3600;

let app: TestApp;
let admin: Client;
const siteOf = new Map<string, number>();

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  const added = await app.db.rows<{ mn: string; site_id: number }>(sql`
    insert into site (mn, site_name, agreement_id, secret, started_on)
    select mn, mn, 1, '', case mn when 'OLD' then date '2026-11-01' end
      from unnest(array['AHEAD', 'OLD', 'TWICE', 'KEPT', 'RACE', 'LOST', 'AGED', 'JSON', 'BROKEN',
                        'UNDONE', 'YEARS']) mn returning mn, site_id`);
  for (const { mn, site_id } of added) siteOf.set(mn, site_id);
  await app.gateway.reloadDirectory();
});

const site = (mn: string) => siteOf.get(mn) ?? 0;

/** Sends packets and waits for their acknowledgements, which are sent even if the time is refused. */
async function send(...frames: Uint8Array[]): Promise<void> {
  const line = await station(app.gateway.port);
  for (const frame of frames) {
    line.send(frame);
    expect((await line.next()).cn).toBe('9014');
  }
  line.socket.destroy();
}

const hours = async (mn: string) =>
  (await storedReadings(app.db, 'hour', mn)).map(({ ts, avg, origins }) => ({
    ts,
    avg,
    origins: origins?.join('') ?? null,
  }));

const group = async (mn: string) =>
  (await admin.send(heldActions.groups, { site_id: site(mn) })).data_info[0];

/** The test clock is at 10:00; this device is eight hours ahead. */
const ahead = (mn: string) => [
  upload(mn, '2061', '20261115160000', { a34004: 35 }),
  upload(mn, '2061', '20261115170000', { a34004: 36 }),
  upload(mn, '2011', '20261115180030', { a34004: 37 }),
];

test('packets from the future are answered, kept aside and counted, with how far their clock is ahead', async () => {
  await send(...ahead('AHEAD'));
  expect(await group('AHEAD')).toMatchObject({
    mn: 'AHEAD',
    reason: 'future_time',
    packets: 3,
    ts_from: '2026-11-15T08:00:00.000Z',
    ts_to: '2026-11-15T10:00:30.000Z',
    received_to: '2026-11-15T02:00:00.000Z',
    ahead_seconds: 8 * HOUR,
  });
  const { data_info } = await admin.send(heldPackets.list, { site_id: site('AHEAD') });
  expect(data_info.map(({ data_type, state }) => [data_type, state])).toEqual([
    ['realtime', 'held'],
    ['hour', 'held'],
    ['hour', 'held'],
  ]);
  expect(data_info[0]?.raw).toContain('a34004-Rtd=37');
  expect(await hours('AHEAD')).toEqual([]);
});

test('a preview tells the old and the new time of each, and stores nothing', async () => {
  const asked = { site_id: site('AHEAD'), reason: 'future_time' } as const;
  const seven = await admin.send(heldActions.preview, { ...asked, shift_seconds: -7 * HOUR });
  // The hour from 10:00 was not over when received at 10:00.
  expect(seven.rows.map(({ new_ts, problem }) => [new_ts, problem])).toEqual([
    ['2026-11-15T01:00:00.000Z', null],
    ['2026-11-15T02:00:00.000Z', 'future_time'],
    ['2026-11-15T03:00:30.000Z', 'future_time'],
  ]);
  expect(seven).toMatchObject({ total: 3, usable: 1 });
  const eight = await admin.send(heldActions.preview, { ...asked, shift_seconds: -8 * HOUR });
  expect(eight).toMatchObject({ total: 3, usable: 3 });
  // Hours stay aligned to the clock.
  const odd = await admin.send(heldActions.preview, { ...asked, shift_seconds: -8 * HOUR - 100 });
  expect(odd.rows.map(({ new_ts }) => new_ts)).toEqual([
    '2026-11-15T00:00:00.000Z',
    '2026-11-15T01:00:00.000Z',
    '2026-11-15T01:58:50.000Z',
  ]);
  expect(await hours('AHEAD')).toEqual([]);
});

test('taken in they are values of the corrected times, marked as such, once, and the audit log says who did it', async () => {
  const asked = { site_id: site('AHEAD'), reason: 'future_time', shift_seconds: -8 * HOUR } as const;
  expect(await admin.send(heldActions.take, asked)).toEqual({ taken: 3, left: 0 });
  expect(await hours('AHEAD')).toEqual([
    { ts: '2026-11-15T00:00:00.000Z', avg: [35], origins: 'k' },
    { ts: '2026-11-15T01:00:00.000Z', avg: [36], origins: 'k' },
  ]);
  await expect(admin.send(heldActions.take, asked)).rejects.toMatchObject({ fault: 'no_data' });
  const { data_info } = await admin.send(audit.list, { entity: 'held_packet', page_size: 1 });
  expect(data_info[0]).toMatchObject({
    account: 'admin',
    ip: '127.0.0.1',
    call: heldActions.take.path,
    entity_id: String(site('AHEAD')),
    after: { state: 'taken', reason: 'future_time', packets: 3, shift_seconds: -8 * HOUR },
  });
  // Repeated packets are recognized: not held again and not stored twice.
  await send(...ahead('AHEAD'));
  expect(await group('AHEAD')).toBeUndefined();
  // Hours and days are aggregated as usual.
  await app.rollUp();
  const [summed] = await app.app.series.buckets({
    level: 'hour',
    site_ids: [site('AHEAD')],
    from: new Date('2026-11-15T00:00:00Z'),
    to: new Date('2026-11-15T01:00:00Z'),
  });
  expect(summed?.avg).toEqual([35]);
});

test('packets from before the site began are kept aside too, and count once the site began earlier', async () => {
  await send(
    upload('OLD', '2061', '20000101080000', { a34004: 1 }),
    upload('OLD', '2061', '20261031080000', { a34004: 2 }),
  );
  expect(await group('OLD')).toMatchObject({ reason: 'too_old', packets: 2 });
  const asked = { site_id: site('OLD'), reason: 'too_old', shift_seconds: 0 } as const;
  await expect(admin.send(heldActions.take, asked)).rejects.toMatchObject({ fault: 'no_data' });
  await app.db.run(sql`update site set started_on = '2026-10-01' where mn = 'OLD'`);
  expect(await admin.send(heldActions.take, asked)).toEqual({ taken: 1, left: 1 });
  expect(await hours('OLD')).toMatchObject([{ ts: '2026-10-31T00:00:00.000Z', avg: [2], origins: 'k' }]);
});

test('a value that came under its own time stays', async () => {
  await send(
    upload('KEPT', '2061', '20261115080000', { a34004: 10 }),
    upload('KEPT', '2061', '20261115160000', { a34004: 99 }),
  );
  const asked = { site_id: site('KEPT'), reason: 'future_time', shift_seconds: -8 * HOUR } as const;
  const { rows } = await admin.send(heldActions.preview, asked);
  expect(rows).toMatchObject([{ problem: 'has_data' }]);
  await expect(admin.send(heldActions.take, asked)).rejects.toMatchObject({ fault: 'no_data' });
  expect(await hours('KEPT')).toMatchObject([{ avg: [10], origins: null }]);
});

test('two people at once take a packet in once', async () => {
  await send(...ahead('RACE'));
  const asked = { site_id: site('RACE'), reason: 'future_time', shift_seconds: -8 * HOUR } as const;
  const tries = await Promise.allSettled([1, 2, 3].map(() => admin.send(heldActions.take, asked)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const entries = await app.db.rows(sql`
    select from audit_log where entity = 'held_packet' and entity_id = ${String(site('RACE'))}`);
  expect(entries).toHaveLength(1);
});

test('a decision that breaks off leaves nothing, and can be made again', async () => {
  await send(...ahead('BROKEN'));
  // The commit fails, like a connection that breaks at that moment.
  await app.db.run(sql`
    create function ends() returns trigger language plpgsql as $$ begin raise exception 'the server ends'; end $$`);
  await app.db.run(sql`
    create constraint trigger ends after update on held_packet deferrable initially deferred
       for each row execute function ends()`);
  const asked = { site_id: site('BROKEN'), reason: 'future_time', shift_seconds: -8 * HOUR } as const;
  await expect(admin.send(heldActions.take, asked)).rejects.toThrow();
  // The values of the failed correction are removed.
  expect(await hours('BROKEN')).toEqual([]);
  expect(await group('BROKEN')).toMatchObject({ packets: 3 });
  await app.db.run(sql`drop function ends() cascade`);
  expect(await admin.send(heldActions.take, asked)).toEqual({ taken: 3, left: 0 });
  expect(await hours('BROKEN')).toHaveLength(2);
  expect(await group('BROKEN')).toBeUndefined();
});

test('a server that ends before the decision leaves values that the next one takes back', async () => {
  const site_id = site('BROKEN');
  const begun = await app.db.one<{ correction_id: number }>(sql`
    insert into held_correction (site_id, reason, shift_seconds, packets, ts_from, ts_to, taken_at, taken_by)
    values (${site_id}, 'future_time', 0, 1, '2026-11-14', '2026-11-14', ${app.clock.now}, 'x') returning correction_id`);
  const ts = new Date('2026-11-14T00:00:00Z');
  await app.app.series.appendTraced({
    trace_id: -(begun?.correction_id ?? 0),
    readings: [{ site_id, data_type: 'hour', ts, fids: [1], avg: [5], origin: 'k' }],
  });
  expect(await hours('BROKEN')).toHaveLength(3);
  await admin.send(heldActions.preview, { site_id, reason: 'future_time', shift_seconds: 0 });
  expect(await hours('BROKEN')).toHaveLength(2);
  const { total } = await admin.send(heldCorrections.list, { site_id });
  expect(total).toBe(1);
});

const correctionOf = async (mn: string) =>
  (await admin.send(heldCorrections.list, { site_id: site(mn) })).data_info[0];

test('a correction is undone: values are as they were, its packets are held again, and it says who did both', async () => {
  const site_id = site('UNDONE');
  await send(...ahead('UNDONE'));
  const asked = { site_id, reason: 'future_time', shift_seconds: -8 * HOUR } as const;
  await admin.send(heldActions.take, asked);
  await app.rollUp();
  const made = await correctionOf('UNDONE');
  expect(made).toMatchObject({
    packets: 3,
    shift_seconds: -8 * HOUR,
    ts_from: '2026-11-15T00:00:00.000Z',
    ts_to: '2026-11-15T02:00:30.000Z',
    taken_by: 'admin',
    state: 'done',
    can_undo: true,
  });
  // A value with the right time arrived meanwhile: it stays.
  await send(upload('UNDONE', '2061', '20261115090000', { a34004: 50 }));
  const correction_id = made?.correction_id ?? 0;
  const tries = await Promise.allSettled([1, 2].map(() => admin.send(heldActions.undo, { correction_id })));
  expect(tries.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))).toEqual([
    { held: 3, kept: 1 },
  ]);
  expect(await hours('UNDONE')).toEqual([{ ts: '2026-11-15T01:00:00.000Z', avg: [50], origins: null }]);
  expect((await app.app.series.latest([site_id], 'realtime')).flatMap(({ values }) => values)).toEqual([]);
  await app.rollUp();
  const span = { from: new Date('2026-11-15T00:00:00Z'), to: new Date('2026-11-15T03:00:00Z') };
  const summed = await app.app.series.buckets({ level: 'hour', site_ids: [site_id], ...span });
  expect(summed.map(({ ts, avg }) => [ts, avg])).toEqual([['2026-11-15T01:00:00.000Z', [50]]]);
  expect(await group('UNDONE')).toMatchObject({ packets: 3, ahead_seconds: 8 * HOUR });
  expect(await correctionOf('UNDONE')).toMatchObject({
    taken_by: 'admin',
    state: 'undone',
    undone_by: 'admin',
    undone_at: app.clock.now.toISOString(),
    kept: 1,
    can_undo: false,
  });
  const log = await admin.send(audit.list, { entity: 'held_packet', page_size: 1 });
  expect(log.data_info[0]).toMatchObject({
    call: heldActions.undo.path,
    after: { state: 'held', packets: 3 },
  });
  // Held again, the packets can be corrected with another shift.
  expect(await admin.send(heldActions.take, { ...asked, shift_seconds: -9 * HOUR })).toEqual({
    taken: 3,
    left: 0,
  });
});

test('nobody undoes a correction of a site that they do not see', async () => {
  const role = await makeRole(app.db, ['packet.read', 'reading.import'], false);
  const stranger = await app.login((await makeUser(app.db, role)).account);
  const correction_id = (await correctionOf('UNDONE'))?.correction_id ?? 0;
  await expect(stranger.send(heldActions.undo, { correction_id })).rejects.toMatchObject({
    fault: 'no_authority',
  });
  expect(await correctionOf('UNDONE')).toMatchObject({ state: 'done' });
});

test('an undo that breaks off goes on when it is asked for again', async () => {
  await app.db.run(sql`
    create function ends() returns trigger language plpgsql as $$ begin raise exception 'the server ends'; end $$`);
  await app.db.run(sql`
    create constraint trigger ends after update on held_correction deferrable initially deferred
       for each row execute function ends()`);
  const correction_id = (await correctionOf('UNDONE'))?.correction_id ?? 0;
  await expect(admin.send(heldActions.undo, { correction_id })).rejects.toThrow();
  expect(await correctionOf('UNDONE')).toMatchObject({ state: 'done', can_undo: true });
  await app.db.run(sql`drop function ends() cascade`);
  expect(await admin.send(heldActions.undo, { correction_id })).toEqual({ held: 3, kept: 0 });
  expect(await hours('UNDONE')).toMatchObject([{ avg: [50] }]);
});

test('years that no column holds keep the frame alone and say so; 1970 and 9999 can be corrected', async () => {
  const years = ['0000', '0001', '1899', '1970', '9999'];
  await send(...years.map((year) => upload('YEARS', '2061', `${year}0101080000`, { a34004: 7 })));
  const { data_info } = await admin.send(heldPackets.list, { site_id: site('YEARS') });
  expect(data_info.map(({ ts }) => ts.slice(0, 4)).sort()).toEqual(['1970', '9999']);
  const groups = (await admin.send(heldActions.groups, { site_id: site('YEARS') })).data_info;
  expect(groups.map(({ reason, packets }) => [reason, packets]).sort()).toEqual([
    ['future_time', 1],
    ['too_old', 1],
  ]);
  for (const { reason, ahead_seconds } of groups) {
    const asked = { site_id: site('YEARS'), reason, shift_seconds: -ahead_seconds };
    const { rows } = await admin.send(heldActions.preview, asked);
    expect(rows).toMatchObject([{ new_ts: '2026-11-15T01:00:00.000Z', problem: null }]);
  }
  const kept = await admin.send(packets.list, { site_id: site('YEARS'), deviation: 'too_old' });
  expect(kept.data_info.map(({ raw }) => raw.match(/DataTime=(\d{4})/)?.[1]).sort()).toEqual([
    '0000',
    '0001',
    '1899',
    '1970',
  ]);
});

test('an item of JSON is corrected in the same way', async () => {
  const item = { data_type: 'hour', time: '2026-11-15T16:00:00+08:00', values: { a34004: 12 } };
  await app.db.run(sql`
    insert into held_packet (site_id, received_at, ts, data_type, reason, cn, remote, raw)
    values (${site('JSON')}, ${app.clock.now}, '2026-11-15T08:00:00Z', 'hour', 'future_time', '2061',
            'mqtt://127.0.0.1/lanjing/JSON/data', ${Buffer.from(JSON.stringify(item))})`);
  const asked = { site_id: site('JSON'), reason: 'future_time', shift_seconds: -8 * HOUR } as const;
  expect(await admin.send(heldActions.take, asked)).toEqual({ taken: 1, left: 0 });
  expect(await hours('JSON')).toEqual([{ ts: '2026-11-15T00:00:00.000Z', avg: [12], origins: 'k' }]);
});

test('a correction whose packets went for their age stands', async () => {
  await app.db.run(sql`delete from held_packet where site_id = ${site('JSON')}`);
  const made = await correctionOf('JSON');
  expect(made).toMatchObject({ state: 'done', can_undo: false });
  const correction_id = made?.correction_id ?? 0;
  await expect(admin.send(heldActions.undo, { correction_id })).rejects.toMatchObject({ fault: 'no_data' });
  await tidy(app.app);
  const span = { from: new Date('2026-11-15T00:00:00Z'), to: new Date('2026-11-15T01:00:00Z') };
  expect(await app.app.series.isTraced(['hour'], { site_ids: [site('JSON')], fids: [1], ...span })).toBe(
    false,
  );
});

test('they can be discarded instead, which the audit log says too', async () => {
  await send(...ahead('TWICE'));
  const asked = { site_id: site('TWICE'), reason: 'future_time' } as const;
  expect(await admin.send(heldActions.discard, asked)).toEqual({ discarded: 3 });
  await expect(admin.send(heldActions.take, { ...asked, shift_seconds: -8 * HOUR })).rejects.toMatchObject({
    fault: 'no_data',
  });
  const { data_info } = await admin.send(heldPackets.list, { site_id: site('TWICE'), state: 'discarded' });
  expect(data_info).toMatchObject([{ decided_by: 'admin' }, {}, {}]);
  const log = await admin.send(audit.list, { entity: 'held_packet', page_size: 1 });
  expect(log.data_info[0]).toMatchObject({ after: { state: 'discarded', packets: 3 } });
});

test('who may only read packets sees them without the password, and decides nothing', async () => {
  await send(...ahead('LOST'));
  const role = await makeRole(app.db, ['packet.read'], true);
  const reader = await app.login((await makeUser(app.db, role)).account);
  const { data_info } = await reader.send(heldPackets.list, { site_id: site('LOST') });
  expect(data_info[0]?.raw).toContain('PW=******');
  const asked = { site_id: site('LOST'), reason: 'future_time' } as const;
  await expect(reader.send(heldActions.discard, asked)).rejects.toMatchObject({ envelope: { code: 16 } });
});

test('they go when the raw packets of their age go', async () => {
  await app.db.run(sql`
    insert into held_packet (site_id, received_at, ts, data_type, reason, cn, remote, raw)
    values (${site('AGED')}, '2020-01-01', '2030-01-01', 'hour', 'future_time', '2061', '', 'x')`);
  await admin.send(upkeep.run, { job: 'retention' });
  await vi.waitFor(async () => expect(await group('AGED')).toBeUndefined(), 30_000);
  expect(await group('LOST')).toBeDefined();
});
