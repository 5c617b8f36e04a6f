import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Framer } from './framer.ts';
import { encodePacket, type Outgoing, type Packet, parsePacket } from './packet.ts';
import { formatGroups, type Group, parseGroups } from './payload.ts';
import { dataAnswer, noticeAnswer } from './replies.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const ascii = (frame: Uint8Array) => new TextDecoder().decode(frame);

function decode(frame: Uint8Array, known?: 'utf-8'): Packet {
  const framer = new Framer();
  const [cut] = [...framer.push(frame), ...framer.expire()];
  if (!cut) throw new Error('no frame');
  return parsePacket(cut, known);
}

const MN = '010000A8900016F000169DC0';
const golden = [
  `##0112QN=20240601120000001;ST=22;CN=1012;PW=123456;MN=${MN};Flag=5;CP=&&SystemTime=20240601120000&&6FC0`,
  `##0094QN=20240601120000001;ST=91;CN=9011;PW=123456;MN=${MN};Flag=4;CP=&&QnRtn=1&&90C1`,
  `##0095QN=20240601120000001;ST=91;CN=9012;PW=123456;MN=${MN};Flag=4;CP=&&ExeRtn=1&&0500`,
  `##0171QN=20240601120500123;ST=22;CN=2011;PW=123456;MN=${MN};Flag=5;CP=&&DataTime=20240601120500;a34004-Rtd=35.2,a34004-Flag=N;a21005-Rtd=0.612,a21005-Flag=N&&B2C1`,
  `##0134QN=20240601121000001;ST=22;CN=2061;PW=123456;MN=${MN};Flag=5;CP=&&BeginTime=20240601080000;EndTime=20240601110000&&FF01`,
  `##0179QN=20240601121000500;ST=22;CN=2061;PW=123456;MN=${MN};Flag=7;PNUM=2;PNO=1;CP=&&DataTime=20240601080000;a34004-Min=30,a34004-Avg=35,a34004-Max=41,a34004-Flag=N&&0E40`,
  `##0130QN=20240601122000001;ST=22;CN=3021;PW=123456;MN=${MN};Flag=5;CP=&&PolId=a21026;InfoId=i13008;i13008-Info=1.05&&60C0`,
  '##0107ST=22;CN=2011;PW=123456;MN=88888880000001;CP=&&DataTime=20040516021000;B01-Rtd=100;101-Rtd=1.1,101-Flag=N&&8201',
];

test.each(golden)('decoding and encoding again gives the same bytes: %s', (frame) => {
  const packet = decode(bytes(`${frame}\r\n`));
  expect(packet.verdict).toBe('ok');
  expect(ascii(encodePacket({ ...packet, cp: parseGroups(packet.cp) }))).toBe(`${frame}\r\n`);
});

const word = fc.stringMatching(/^[A-Za-z0-9_]{1,10}$/);
const value = fc.oneof(
  fc.stringMatching(/^[\w.+\- 中文]{0,12}$/),
  word.map((log) => `//${log};,=&${log}//`),
);
const group: fc.Arbitrary<Group> = fc.array(fc.record({ name: word, value }), { minLength: 1, maxLength: 4 });
const outgoing: fc.Arbitrary<Outgoing> = fc.record({
  qn: fc.stringMatching(/^\d{17}$/),
  st: fc.stringMatching(/^[0-9A-Z]{2}$/),
  cn: fc.stringMatching(/^\d{4}$/),
  pw: word,
  mn: fc.stringMatching(/^[A-Za-z0-9_]{1,30}$/),
  flag: fc.nat(255),
  pnum: fc.option(fc.nat(9999), { nil: undefined }),
  pno: fc.option(fc.nat(9999), { nil: undefined }),
  rf: fc.boolean(),
  cp: fc.array(group, { maxLength: 8 }),
});

test('whatever is encoded is decoded as it was', () => {
  fc.assert(
    fc.property(outgoing, (packet) => {
      const { cp, ...header } = packet;
      const decoded = decode(encodePacket(packet));
      expect(decoded).toMatchObject({ verdict: 'ok', ...header });
      const trimmed = cp.map((items) => items.map((item) => ({ ...item, value: item.value.trim() })));
      expect(parseGroups(decoded.cp)).toEqual(trimmed);
    }),
    { numRuns: 1000 },
  );
});

test('a segment that four digits cannot count is never encoded, whatever its letters take', () => {
  const of = (value: string) =>
    encodePacket({ qn: '', st: '22', cn: '2011', pw: '123456', mn: 'A', cp: [[{ name: 'a', value }]] });
  const spare = 9999 - (of('').length - '##0000'.length - '0000\r\n'.length);
  expect(ascii(of('x'.repeat(spare))).slice(0, 6)).toBe('##9999');
  expect(() => of('x'.repeat(spare + 1))).toThrow(RangeError);
  // The limit is in bytes, not characters: three each in UTF-8.
  expect(() => of('水'.repeat(Math.ceil(spare / 2)))).toThrow(RangeError);
});

test('corruption never throws', () => {
  const good = encodePacket({
    qn: '20240601120500123',
    st: '22',
    cn: '2051',
    pw: '1',
    mn: MN,
    flag: 5,
    cp: [[{ name: 'DataTime', value: '20240601120500' }]],
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 20 }), (changes) => {
      const broken = good.slice();
      for (const [at, byte] of changes) broken[at] = byte;
      const framer = new Framer();
      for (const frame of [...framer.push(broken), ...framer.expire()]) parsePacket(frame);
    }),
    { numRuns: 2000 },
  );
});

function encodeSegment(segment: string | Uint8Array): Uint8Array {
  const content = typeof segment === 'string' ? bytes(segment) : segment;
  const probe = new Framer().push(
    Uint8Array.from([
      ...bytes(`##${String(content.length).padStart(4, '0')}`),
      ...content,
      ...bytes('0000\r\n'),
    ]),
  );
  const check = probe[0]?.crcCalculated ?? '';
  return Uint8Array.from([
    ...bytes(`##${String(content.length).padStart(4, '0')}`),
    ...content,
    ...bytes(`${check}\r\n`),
  ]);
}

test.each([
  [`ST=22;CN=2011;PW=1;MN=${MN};CP=&&&&`, ['no_flag', 'no_qn']],
  [`QN=1617936069734;ST=22;CN=2011;PW=1;MN=${MN};Flag=5;CP=&&&&`, ['odd_qn']],
  [`QN=20240601120500123;ST=22;CN=2011;PW=1;MN=${MN};FLAG=5;CP=&&&&`, ['header_case']],
  [`QN= 20240601120500123;ST=22; CN=2011;PW=1;MN=${MN};Flag=5; CP=&&&&`, ['spaces']],
  [`QN=20240601120500123;ST=22;CN=2011;PW=1;MN=${MN};Flag=5CP=&&&&`, ['odd_separator']],
  [`QN=20240601120500123;ST=22;CN=2011;PW=1;MN=${MN};Flag=7;CP=&&&&`, ['split_bit_without_pnum']],
  [
    `QN=20240601120500123;ST=22;CN=2011;PW=1;MN=${MN};Flag=5;PNUM=2;PNO=1;CP=&&&&`,
    ['pnum_without_split_bit'],
  ],
  [`QN=20240601120500123;ST=22;CN=2011;PW=1;MN=${MN};Flag=7;PNUM=2;PNO=3;CP=&&&&`, ['odd_parts']],
  [`QN=20240601120500123;ST=22;CN=2011;PW=1;MN=${MN};Flag=7;PNUM=2;PNO=0;CP=&&&&`, ['odd_parts']],
  [`QN=20240601120500123;ST=22;CN=2011;PW=1;MN=${MN};Flag=7;PNO=1;CP=&&&&`, ['odd_parts']],
  [`QN=20240601120500123;ST=22;CN=2011;PW=1;MN=${MN};Flag=997;CP=&&&&`, ['odd_flag']],
  [`QN=20240601120500123;ST=22;CN=2011;PW=1;MN=${MN};Flag=A;CP=&&&&`, ['odd_flag']],
  [`QN=20240601120500123;ST=22;CN=2011;PW=1;MN=${MN};Flag=12;CP=&&&&`, ['unknown_version']],
  [`QN=20241301120500123;ST=22;CN=2011;PW=1;MN=${MN};Flag=5;CP=&&&&`, ['odd_qn']],
  [`QN=20240601120500123;ST=22;CN=2011;PW=1;MN=${MN};Flag=9;RF=0;CP=&&&&`, ['odd_rf']],
  [`QN=20240601120500123;ST=22;CN=2011;PW=1;MN=${MN};Flag=5;X=1;CP=&&&&`, ['unknown_field']],
  [`QN=20240601120500123;ST=22;CN=2031;CN=2011;PW=1;MN=${MN};Flag=5;CP=&&&&`, ['repeated_field']],
  [`QN=20240601120500123;ST=22;CN=2011;PW=1;MN=${MN};Flag=5;CP=&&&&;`, ['text_behind_cp']],
  [`CN=2011;QN=20240601120500123;ST=22;PW=1;MN=${MN};Flag=5;CP=&&&&`, ['header_order']],
  [`QN=20240601120500123;;ST=22;CN=2011;PW=1;MN=${MN};Flag=5;CP=&&&&`, ['empty_tokens']],
  [`QN=20240601120500123;ST=22;CN=2011;PW=1;MN=${MN};Flag=5;CP=&&a=1`, ['cp_not_closed']],
  [`QN=20240601120500123;ST=22;CN=2011;PW=;MN=;Flag=5;CP=&&&&`, ['no_pw', 'no_mn']],
  [
    `QN=20240601120500123;ST=22;CN=2011;PW=1;MN=${MN};Flag=5;CP=&&${'a'.repeat(951)}&&`,
    ['over_1024', 'cp_over_limit'],
  ],
])('%s is read, with %j noted', (segment, deviations) => {
  const packet = decode(encodeSegment(segment));
  expect(packet).toMatchObject({ verdict: 'ok', cn: '2011' });
  expect(packet.deviations).toEqual(deviations);
});

test.each([
  `QN=20240601120500123;ST=22;CN=2011;PW=123456;,MN=${MN};Flag=5;CP=&&&&`,
  `QN=20240601120500123;ST=22;CN=2011;PW=123456,;MN=${MN};Flag=5;CP=&&&&`,
  `QN=20240601120500123;ST=22;CN=2011;PW=123456;,;MN=${MN};Flag=5;CP=&&&&`,
  `QN=20240601120500123;ST=22;CN=2011;PW=123456,,;,,MN=${MN};Flag=5;CP=&&&&`,
])('a stray comma belongs to no field: %s', (segment) => {
  expect(decode(encodeSegment(segment))).toMatchObject({
    verdict: 'ok',
    pw: '123456',
    mn: MN,
    flag: 5,
    deviations: ['empty_tokens'],
  });
});

test('a command that is no number is kept as it came', () => {
  expect(
    decode(encodeSegment(`QN=20240601120500123;ST=22;CN=20A1;PW=1;MN=${MN};Flag=5;CP=&&&&`)),
  ).toMatchObject({ verdict: 'ok', cn: '20A1', deviations: ['odd_cn'] });
});

test('the limit of CP counts bytes, whatever encoding they are in', () => {
  const text = `//${'开'.repeat(320)}//`;
  const packet = decode(
    encodeSegment(`QN=20240601120500123;ST=22;CN=3020;PW=1;MN=1;Flag=4;CP=&&i11001-Info=${text}&&`),
  );
  expect(packet.deviations).toContain('cp_over_limit');
});

test('a frame without CP or CN is no packet', () => {
  expect(decode(encodeSegment('hello'))).toMatchObject({ verdict: 'malformed' });
  expect(decode(encodeSegment('ST=22;PW=1;CP=&&&&'))).toMatchObject({ verdict: 'malformed' });
});

test('CP ends at the last && of the segment', () => {
  expect(decode(encodeSegment('ST=22;CN=3020;PW=1;MN=1;Flag=4;CP=&&i11001-Info=//a&&b//&&')).cp).toBe(
    'i11001-Info=//a&&b//',
  );
});

test.each([
  ['', 'cp_not_closed'],
  ['&', 'cp_not_closed'],
  ['&&', undefined],
  ['&&&', 'text_behind_cp'],
])('marks of the end that are too few or too many are no part of a value: %j', (end, deviation) => {
  const packet = decode(
    encodeSegment(`QN=20240601120500123;ST=22;CN=2011;PW=1;MN=1;Flag=4;CP=&&a1-Rtd=1,a1-Flag=N${end}`),
  );
  expect(packet).toMatchObject({ cp: 'a1-Rtd=1,a1-Flag=N', deviations: deviation ? [deviation] : [] });
});

test('Chinese text is read as UTF-8, and as GBK where the device sends that', () => {
  const utf8 = decode(encodeSegment('ST=22;CN=3020;PW=1;MN=1;Flag=4;CP=&&i11001-Info=//开始校准//&&'));
  expect(utf8).toMatchObject({ encoding: 'utf-8', cp: 'i11001-Info=//开始校准//' });
  const gbk = Uint8Array.from([
    ...bytes('ST=22;CN=3020;PW=1;MN=1;Flag=4;CP=&&i11001-Info=//'),
    0xbf,
    0xaa,
    0xca,
    0xbc,
    ...bytes('//&&'),
  ]);
  const decoded = decode(encodeSegment(gbk));
  expect(decoded).toMatchObject({ encoding: 'gbk', cp: 'i11001-Info=//开始//' });
  expect(decoded.deviations).toContain('not_utf8');
});

test.each([
  ['two characters of GBK that are Cyrillic and Hebrew in UTF-8', [0xd0, 0xa3, 0xd7, 0xbc], 'gbk', '校准'],
  ['a unit in UTF-8', [0xce, 0xbc, 0x67, 0x2f, 0x6d, 0xc2, 0xb3], 'utf-8', 'μg/m³'],
])('%s is read as what a logger means', (_name, text, encoding, read) => {
  const segment = Uint8Array.from([
    ...bytes('ST=22;CN=3020;PW=1;MN=1;Flag=4;CP=&&i11001-Info=//'),
    ...text,
    ...bytes('//&&'),
  ]);
  const packet = decode(encodeSegment(segment));
  expect(packet).toMatchObject({ encoding, cp: `i11001-Info=//${read}//` });
  expect(parseGroups(packet.cp)[0]?.[0]?.value).toBe(`//${read}//`);
});

test('a protocol that says UTF-8 is believed', () => {
  const segment = encodeSegment('ST=22;CN=3020;PW=1;MN=1;Flag=4;CP=&&i11001-Info=//У׼//&&');
  expect(parseGroups(decode(segment, 'utf-8').cp)[0]?.[0]?.value).toBe('//У׼//');
});

test('groups keep order and repetition', () => {
  const cp = 'PolId=w01019,i12001-Info=0,i12002-Info=0;PolId=w21003,i12001-Info=1';
  expect(formatGroups(parseGroups(cp))).toBe(cp);
  expect(parseGroups(cp).map((items) => items[0]?.value)).toEqual(['w01019', 'w21003']);
});

test('an answer copies the request, with the version of what it answers', () => {
  const upload = decode(bytes(`${golden[3]}\r\n`));
  expect(ascii(encodePacket(dataAnswer(upload)))).toBe(
    `##0087QN=20240601120500123;ST=91;CN=9014;PW=123456;MN=${MN};Flag=4;CP=&&&&6300\r\n`,
  );
  expect(noticeAnswer({ ...upload, flag: 9 })).toMatchObject({ cn: '9013', flag: 8, cp: [] });
  const old = decode(bytes(`${golden[7]}\r\n`));
  expect(ascii(encodePacket(dataAnswer({ ...old, qn: '20040516010101001' })))).toContain(
    'CP=&&QN=20040516010101001;CN=2011&&',
  );
});
