import { beforeAll, expect, test } from 'vitest';
import { encodePacket, parsePacket } from '#protocol/packet.ts';
import { parseGroups } from '#protocol/payload.ts';
import { framesIn } from '#protocol/whole.ts';
import { sql } from '#server/db/sql.ts';
import { decryptPassword } from '#server/settings/device-passwords.ts';
import { unregistered, unregisteredActions } from '#shared/contract/packets/unregistered.ts';
import { factorCalls } from '#shared/contract/site-config/factors.ts';
import { sites } from '#shared/contract/sites/sites.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { station } from '#test/helpers/station.ts';
import { storedPackets, storedReadings } from '#test/helpers/stored.ts';
import { until } from '#test/helpers/until.ts';
import { upload } from '#test/helpers/upload.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
});

const reported = (mn: string, st: string, packet: string) =>
  app.db.run(sql`
    insert into unregistered_device (mn, first_at, last_at, st, cn, last_packet)
    values (${mn}, now(), now(), ${st}, '2011', ${packet})`);
const waiting = async (query = {}) =>
  (await admin.send(unregistered.list, query)).data_info.map(({ mn }) => mn);

test.each([
  ['22', 'QN=1;ST=22;CN=2011;PW=123456;MN=X;Flag=5;CP=&&&&', 'air', 'HJ 212-2017'],
  ['22', 'ST=22;CN=2011;PW=123456;MN=X;CP=&&&&', 'air', 'HJ/T 212-2005'],
  ['32', 'QN=1;ST=32;CN=2011;PW=123456;MN=X;Flag=9;CP=&&&&', 'water', 'HJ 212-2025'],
  ['21', 'QN=1;ST=21;CN=2061;PW=123456;MN=X;Flag=9;CP=&&&&', 'water', '国家地表水自动站'],
])(
  'of ST %s and %s one click makes a site of type %s that speaks %s',
  async (st, packet, site_type, agreement_name) => {
    const mn = `UNREG${packet.length}${st}`;
    await reported(mn, st, packet);
    const { passwords: _, ...told } = await admin.send(unregisteredActions.told, { mn });
    const { site_id } = await admin.send(unregisteredActions.adopt, { mn });
    expect((await admin.send(sites.list, { site_id })).data_info[0]).toMatchObject(told);
    expect((await admin.send(sites.list, { site_id })).data_info[0]).toMatchObject({
      mn,
      site_name: mn,
      site_type,
      agreement_name,
      has_secret: true,
      province_code: null,
    });
    expect(await waiting()).not.toContain(mn);
  },
);

const factorsOf = async (site_id: number) =>
  (await admin.send(factorCalls.ofSite, { site_id })).data_info.map(
    ({ component_name_en }) => component_name_en,
  );

test('its factors are those that its packets carried and that are known', async () => {
  const device = await station(app.gateway.port);
  device.send(upload('FACTORS', '2011', '20261115095900', { a34004: 35, zz9999: 2 }));
  device.send(upload('FACTORS', '2061', '20261115090000', { a05024: 40, a21026: 8 }));
  device.send(upload('FACTORS', '9021', '20261115095901', { a34002: 1 }));
  const filed = () => storedPackets(app.db, { site_ids: [], strangers: { mn: 'FACTORS', except: [] } });
  await until(filed, ({ length }) => length >= 3);
  await until(waiting, (mns) => mns.includes('FACTORS'));
  const { site_id } = await admin.send(unregisteredActions.adopt, { mn: 'FACTORS' });
  expect((await factorsOf(site_id)).sort()).toEqual(['Ozone', 'PM2.5', 'Sulfur dioxide']);
});

test('of an unregistered device that sends JSON too', async () => {
  const item = { data_type: 'minute', time: '2026-11-15T09:59:00+08:00', values: { a34002: 60, odd: 1 } };
  await reported('JSONED', '22', JSON.stringify(item));
  const { site_id } = await admin.send(unregisteredActions.adopt, { mn: 'JSONED' });
  expect(await factorsOf(site_id)).toEqual(['PM10']);
});

test('what one knows better is taken instead, and the rest can be filled in later', async () => {
  await reported('NAMED', '22', '');
  const { site_id } = await admin.send(unregisteredActions.adopt, {
    mn: 'NAMED',
    site_name: '新站',
    site_type: 'mobile',
  });
  await admin.send(sites.edit, { site_id, version: 1, address: '大桥下' });
  expect((await admin.send(sites.list, { site_id })).data_info[0]).toMatchObject({
    site_name: '新站',
    site_type: 'mobile',
    address: '大桥下',
  });
});

test('its last command is told in words, by the edition that it speaks', async () => {
  await reported('WORDS', '21', 'QN=1;ST=21;CN=2011;PW=1;MN=WORDS;Flag=9;CP=&&&&');
  await app.db.run(sql`update unregistered_device set cn = '1014' where mn = 'WORDS'`);
  const { data_info } = await admin.send(unregistered.list, { keyword: 'WORDS' });
  expect(data_info).toMatchObject([{ cn: '1014', cn_name_en: 'Read logger time' }]);
});

test('a device that never sent, or a name that is taken, makes no site', async () => {
  await expect(admin.send(unregisteredActions.adopt, { mn: 'NOBODY' })).rejects.toMatchObject({
    envelope: { code: 10 },
  });
  await reported('TAKER', '22', '');
  await admin.send(unregisteredActions.adopt, { mn: 'TAKER', site_name: '旧站' });
  await reported('TAKEN', '22', '');
  await expect(
    admin.send(unregisteredActions.adopt, { mn: 'TAKEN', site_name: '旧站' }),
  ).rejects.toMatchObject({
    envelope: { code: 53 },
  });
  expect(await waiting()).toContain('TAKEN');
});

test('one that is dismissed stays out of sight, however often it sends, until it is asked for', async () => {
  await reported('PEST', '22', '');
  await admin.send(unregisteredActions.dismiss, { mns: ['PEST'] });
  expect(await waiting()).not.toContain('PEST');
  expect(await waiting({ dismissed: true })).toEqual(['PEST']);
  await admin.send(unregisteredActions.dismiss, { mns: ['PEST'], dismissed: false });
  expect(await waiting()).toContain('PEST');
});

test('operators read what it sent without its password', async () => {
  await reported('SECRETIVE', '22', 'ST=22;CN=2011;PW=pa55;MN=SECRETIVE;CP=&&&&');
  const operator = await app.login('operator');
  const { data_info } = await operator.send(unregistered.list, { keyword: 'SECRETIVE' });
  expect(data_info[0]?.last_packet).toBe('ST=22;CN=2011;PW=******;MN=SECRETIVE;CP=&&&&');
});

test('one that has become a site is not waiting, in whatever letters it calls itself', async () => {
  await reported('Letters', '22', '');
  await reported('LETTERS', '22', '');
  await admin.send(unregisteredActions.adopt, { mn: 'LETTERS' });
  expect(await waiting({ keyword: 'letters' })).toEqual([]);
});

test('a real device sends, is adopted, and its next packet is stored', async () => {
  const device = await station(app.gateway.port);
  const send = (time: string) => device.send(upload('REAL', '2011', time, { a34004: 35 }));
  send('20261115095900');
  await until(waiting, (mns) => mns.includes('REAL'));
  const { site_id } = await admin.send(unregisteredActions.adopt, { mn: 'REAL' });
  send('20261115095930');
  expect(await device.next()).toMatchObject({ cn: '9014', mn: 'REAL', qn: '20261115095930001' });
  expect(await storedReadings(app.db, 'realtime', 'REAL')).toMatchObject([{ site_id }]);
});

const withPw = (mn: string, pw: string, time: string) => {
  const [packet] = framesIn(upload(mn, '2011', time, { a34004: 35 })).map((frame) => parsePacket(frame));
  if (!packet) throw new Error('no frame');
  return encodePacket({ ...packet, pw, cp: parseGroups(packet.cp) });
};

/** An MN that was used by a device and then by an impostor. */
async function misused(mn: string) {
  const device = await station(app.gateway.port);
  for (const time of ['20261115095900', '20261115095930']) device.send(withPw(mn, '12a456', time));
  device.send(withPw(mn.toLowerCase(), '12b456', '20261115095940'));
  const heard = async () =>
    (await waiting()).includes(mn) ? (await admin.send(unregisteredActions.told, { mn })).passwords : [];
  const passwords = await until(heard, (found) => found.reduce((sum, { packets }) => sum + packets, 0) === 3);
  return { device, passwords };
}
const secretOf = async (site_id: number) => {
  const row = await app.db.one<{ secret: string }>(sql`select secret from site where site_id = ${site_id}`);
  return decryptPassword(row?.secret ?? '', app.app.secrets.signing_secret);
};

test('where several passwords were heard, the page tells them apart without showing one, and a person chooses', async () => {
  const { passwords } = await misused('MISUSED');
  expect(passwords.map(({ masked, packets }) => [masked, packets])).toEqual([
    ['1••••6', 2],
    ['1••••6', 1],
  ]);
  expect(JSON.stringify(passwords)).not.toMatch(/12[ab]456/);
  const [mostly, last] = passwords;
  expect(last?.mark.slice(0, 4)).not.toBe(mostly?.mark.slice(0, 4));

  await expect(admin.send(unregisteredActions.adopt, { mn: 'MISUSED' })).rejects.toMatchObject({
    envelope: { code: 400, fields: [{ field: 'pw', problem: 'pw_several' }] },
  });
  for (const pw of ['12a456', '123456', 'constructor'])
    await expect(admin.send(unregisteredActions.adopt, { mn: 'MISUSED', pw })).rejects.toMatchObject({
      envelope: { code: 400, fields: [{ field: 'pw', problem: 'pw_not_heard' }] },
    });
  expect(await waiting()).toContain('MISUSED');
  const { site_id } = await admin.send(unregisteredActions.adopt, { mn: 'MISUSED', pw: mostly?.mark });
  expect(await secretOf(site_id)).toBe('12a456');
});

test('it may be left unchecked, and the site is marked so', async () => {
  await misused('UNSURE');
  const { site_id } = await admin.send(unregisteredActions.adopt, { mn: 'UNSURE', pw: '' });
  expect((await admin.send(sites.list, { site_id })).data_info[0]).toMatchObject({
    has_secret: false,
    pw_checked: false,
  });
});
