import { expect, test } from 'vitest';
import { Framer } from '#protocol/framer.ts';
import { encodePacket, parsePacket } from '#protocol/packet.ts';
import { measuredItem } from '#shared/contract/items.ts';
import { parseTime } from '#shared/domain/time.ts';
import { knownSite } from '#test/helpers/known-site.ts';
import { itemRow } from './items.ts';
import { toRow } from './rows.ts';

const now = new Date('2026-11-15T02:00:00Z');

const site = knownSite({
  codes: new Map([
    ['a34004', { fid: 3, scale: 1, shift: 0 }],
    ['NOX', { fid: 2, scale: 1000, shift: 0 }],
    ['a21026', { fid: 1, scale: 1, shift: 0, stackScale: 1000 }],
  ]),
  corrections: new Map([[3, [{ from: Number.NEGATIVE_INFINITY, k: 2, b: 1, list: [] }]]]),
  agreement: { sentinels: [-999] },
});

const read = (item: unknown) => itemRow(site, measuredItem.parse(item), now);

function sent(cn: string, st: string, groups: string[]) {
  const cp = groups.map((group) =>
    group.split(',').map((item) => {
      const [name = '', value = ''] = item.split('=');
      return { name, value };
    }),
  );
  const [frame] = new Framer().push(
    encodePacket({ qn: '20261115095900001', st, cn, pw: '', mn: 'MN1', flag: 5, cp }),
  );
  if (!frame) throw new Error('no frame');
  return toRow(site, parsePacket(frame), now);
}

test('an item is the row that the same packet is: codes, units, corrections, meaningless numbers and flags', () => {
  const packet = sent('2051', '22', [
    'DataTime=20261115095900',
    'a34004-Avg=35.25,a34004-Min=-999,a34004-Max=40,a34004-Flag=N',
    'NOX-Avg=0.031,NOX-Flag=D',
    'a21026-Avg=10,a21026-Cou=5',
    'zz-Avg=1',
  ]);
  expect(packet.row?.fids).toEqual([1, 2, 3]);
  expect(
    read({
      data_type: 'minute',
      time: '2026-11-15 09:59:00',
      values: {
        a34004: { avg: 35.25, min: -999, max: 40, flag: 'N' },
        NOX: { avg: 0.031, flag: 'D' },
        a21026: { avg: 10, cou: 5 },
        zz: 1,
      },
    }),
  ).toEqual({ ...packet, deviations: [] });
});

test('a real-time value is a bare number; a stack says that it is one', () => {
  const realtime = sent('2011', '31', ['DataTime=20261115095930', 'a21026-Rtd=0.5,a21026-ZsRtd=0.6']);
  expect(realtime.row?.avg).toEqual([500]);
  expect(
    read({
      data_type: 'realtime',
      time: '2026-11-15T01:59:30Z',
      st: '31',
      values: { a21026: { avg: 0.5, zs: 0.6 } },
    }).row,
  ).toEqual(realtime.row);
  expect(
    read({ data_type: 'realtime', time: '2026-11-15T01:59:30Z', values: { a34004: 1, a21026: null } }).row,
  ).toMatchObject({ fids: [1, 3], avg: [null, 3] });
});

test.each([
  ['a time in the future', '2026-11-15 10:11:00', 'future_time'],
  ['a time before there was a network', '1999-01-01 00:00:00', 'too_old'],
])('%s is refused, and told for what is kept aside', (_, time, reason) => {
  expect(read({ data_type: 'minute', time, values: { a34004: 1 } })).toEqual({
    row: undefined,
    unmapped: [],
    deviations: [reason],
    refused: { reason, data_type: 'minute', ts: parseTime(time) },
  });
});

test.each([
  ['no time at all', { data_type: 'minute', time: 'soon', values: { a34004: 1 } }, ['time']],
  ['no values', { data_type: 'minute', time: '2026-11-15 09:59:00', values: {} }, ['values']],
  [
    'a kind that nobody knows',
    { data_type: 'week', time: '2026-11-15 09:59:00', values: { a: 1 } },
    ['data_type'],
  ],
  [
    'a part that nobody knows',
    { data_type: 'minute', time: '2026-11-15 09:59:00', values: { a: { mean: 1 } } },
    ['values', 'a'],
  ],
])('%s is named', (_, item, path) => {
  const parsed = measuredItem.safeParse(item);
  expect(parsed.error?.issues[0]?.path.slice(0, path.length)).toEqual(path);
});
