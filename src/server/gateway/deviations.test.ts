import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test, vi } from 'vitest';
import { crc, crcText } from '#protocol/crc.ts';
import { encodePacket } from '#protocol/packet.ts';
import { sql } from '#server/db/sql.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { station } from '#test/helpers/station.ts';
import { storedPackets } from '#test/helpers/stored.ts';
import { upload } from '#test/helpers/upload.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await app.db.run(sql`insert into site (mn, site_name, agreement_id) values ('ODD', '怪站', 1)`);
  await vi.waitFor(() => expect(app.gateway.directory.find('ODD')).toBeDefined(), 30_000);
});

test('items of an unregistered device are checked too', async () => {
  const { send, next, socket } = await station(app.gateway.port);
  const [stranger, known] = [
    upload('NOBODY', '2011', '20261115090000', {}),
    upload('ODD', '2011', '20261115090001', {}),
  ];
  send(Buffer.from(stranger).toString().replace('CP=&&', 'CP=&&a34004-Avg=x;'));
  send(known);
  await next();
  socket.destroy();
  const [found] = await storedPackets(app.db, { strangers: { mn: 'NOBODY', except: [] }, site_ids: [] });
  expect(found?.deviations).toEqual(['wrong_length', 'not_a_number', 'foreign_suffix']);
});

test('names too long for an index keep nobody else from being noted, and what they stand in is answered', async () => {
  const long = randomBytes(2000).toString('hex');
  const { send, next, socket } = await station(app.gateway.port);
  send(upload(long, '2011', '20261115090000', { a34004: 1 }));
  send(upload('NEIGHBOUR', '2011', '20261115090000', { a34004: 1 }));
  send(upload('ODD', '2011', '20261115090002', { [long]: 1, zz9: 1 }));
  expect((await next()).qn).toBe('20261115090002001');
  const cp = [[{ name: 'PolId', value: long }], [{ name: 'i12001-Info', value: '0' }]];
  send(encodePacket({ qn: '20261115090003001', st: '22', cn: '3020', pw: '123456', mn: 'ODD', flag: 5, cp }));
  expect((await next()).qn).toBe('20261115090003001');
  socket.destroy();
  await vi.waitFor(async () => {
    const noted = await app.db.rows(sql`
      select mn as name from unregistered_device where mn = 'NEIGHBOUR'
       union all select wire_code from unmapped_code where wire_code = 'zz9'`);
    expect(noted).toEqual([{ name: 'NEIGHBOUR' }, { name: 'zz9' }]);
  }, 30_000);
});

let minute = 0;
const value = 'DataTime=20261115090000;a34004-Rtd=35.5,a34004-Flag=N';

interface Parts {
  qn: string;
  cn?: string;
  flag?: string;
  /** Inserted before the MN. */
  stray?: string;
  more?: string;
  length?: (right: number) => number;
  check?: (right: string) => string;
}

/** A frame as a device might write it. */
function frame(cp: string, { qn, cn = '2011', flag = '5', stray = '', more = '', ...odd }: Parts): string {
  const segment = `QN=${qn};ST=22;CN=${cn};PW=123456;${stray}MN=ODD;Flag=${flag};${more}CP=&&${cp}&&`;
  const length = odd.length?.(segment.length) ?? segment.length;
  const right = crcText(crc(Buffer.from(segment)));
  return `##${String(length).padStart(4, '0')}${segment}${odd.check?.(right) ?? right}`;
}

test.each<[string, string, string[], (right: (cp?: string, odd?: Omit<Parts, 'qn'>) => string) => string]>([
  ['as the standard has it', 'ok', [], (right) => right()],
  ['** before the line end', 'ok', ['trailing_marks'], (right) => `${right()}**`],
  ['modem text before it', 'ok', ['junk_before'], (right) => `+CSQ: 31,99${right()}`],
  ['a stray comma before MN', 'ok', ['empty_tokens'], (right) => right(value, { stray: ',' })],
  ['a Flag beyond 255', 'ok', ['odd_flag'], (right) => right(value, { flag: '997' })],
  ['a command that is no number', 'ok', ['odd_cn'], (right) => right(value, { cn: '2O11' })],
  ['part 3 of 2', 'ok', ['odd_parts'], (right) => right(value, { flag: '7', more: 'PNUM=2;PNO=3;' })],
  ['a mean in real-time data', 'ok', ['foreign_suffix'], (right) => right(value.replace('Rtd', 'Avg'))],
  ['a real-time value in minutes', 'ok', ['foreign_suffix'], (right) => right(value, { cn: '2051' })],
  ['a 13th month', 'ok', ['odd_data_time'], (right) => right(value.replace('202611', '202613'))],
  ['no time', 'ok', ['no_data_time'], (right) => right(value.slice(value.indexOf(';') + 1))],
  [
    'a wrong check in small letters',
    'bad_crc',
    ['lower_case_crc'],
    (right) => right(value, { check: () => '0bad' }),
  ],
  ['a check of three digits', 'bad_crc', ['odd_crc'], (right) => right(value, { check: () => 'BAD' })],
  ['no check', 'bad_crc', ['crc_missing'], (right) => right(value, { check: () => '' })],
  [
    'a length that counts the check',
    'bad_length',
    ['wrong_length', 'tolerated'],
    (right) => right(value, { length: (is) => is + 4 }),
  ],
])('%s: %s %j', async (_name, verdict, deviations, written) => {
  minute += 1;
  const qn = `202611150900${String(minute).padStart(2, '0')}500`;
  const { send, next, socket } = await station(app.gateway.port);
  send(`${written((cp = value, odd = {}) => frame(cp, { qn, ...odd }))}\r\n`);
  // Once this packet is answered, the frame before it has been processed.
  const last = `202611150930${String(minute).padStart(2, '0')}`;
  send(upload('ODD', '2011', last, { a34004: 1 }));
  while ((await next()).qn !== `${last}001`);
  socket.destroy();
  const [found] = await storedPackets(app.db, { qn, outgoing: false });
  expect(found).toMatchObject({ verdict, deviations });
});
