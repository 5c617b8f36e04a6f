import { beforeAll, describe, expect, test } from 'vitest';
import { encodePacket } from '#protocol/packet.ts';
import { testDatabase } from '#test/helpers/database.ts';
import { engines } from '#test/helpers/engines.ts';
import type { PacketsQuestion } from './packets.ts';
import type { RawPacket, SeriesStore } from './store.ts';

describe.each(engines)('on the %s engine', (_name, open) => {
  let store: SeriesStore;

  const at = (time: string) => new Date(`2026-11-15T${time}Z`);
  const frame = (cn: string, cp: Record<string, string> = {}) =>
    encodePacket({
      qn: '20261115095900001',
      st: '22',
      cn,
      pw: 'pa55wd',
      mn: 'MN',
      flag: 5,
      cp: [Object.entries(cp).map(([name, value]) => ({ name, value }))],
    });
  /** Told apart by `qn`. */
  const packet = (qn: string, time: string, more: Partial<RawPacket> = {}): RawPacket => ({
    received_at: at(time),
    outgoing: false,
    site_id: 1,
    mn: 'MN1',
    st: '22',
    cn: '2011',
    qn,
    verdict: 'ok',
    deviations: [],
    raw: frame(more.cn ?? '2011'),
    remote: '127.0.0.1:1',
    ...more,
  });
  const bytes = (text: string) => new TextEncoder().encode(text);
  const everything: PacketsQuestion = {
    site_ids: [1, 2],
    strangers: { except: [] },
    from: at('00:00:00'),
    to: at('12:00:00'),
  };

  beforeAll(async () => {
    store = open(await testDatabase());
    const stored = [
      packet('a', '01:00:00'),
      packet('b', '01:00:00', { outgoing: true, cn: '9014', st: '91', command_id: 7 }),
      packet('c', '02:00:00', { verdict: 'bad_crc', deviations: ['crc_modbus', 'tolerated'] }),
      packet('d', '03:00:00', { site_id: 2, mn: 'MN2', cn: '1072', raw: frame('1072', { NewPW: 'n3wpwd' }) }),
      packet('e', '04:00:00', { site_id: null, mn: 'Stranger' }),
      packet('f', '05:00:00', { site_id: null, mn: 'OTHER', raw: Uint8Array.of(0xc7, 0xe5, 0xcf, 0xb4) }),
      packet('g', '06:00:00', {
        remote: 'mqtt://broker/topic',
        raw: bytes('{"time": "2026-11-10T08:00:00+08:00", "values": {"a": 1}}'),
      }),
      packet('h', '07:00:00', { remote: 'http://1.2.3.4', raw: bytes('{"time":"2026-11-10 09:00:00"}') }),
      packet('i', '08:00:00', { cn: '2061', raw: frame('2061', { DataTime: '20261110080000' }) }),
      packet('j', '09:00:00', {
        site_id: 2,
        cn: '2061',
        raw: frame('2061', { DataTime: '20261110090000' }),
      }),
      packet('z', '10:00:00', { site_id: 3 }),
    ];
    for (const one of stored) await store.append({ readings: [], packets: [one] });
  });

  async function found(more: Partial<PacketsQuestion>): Promise<string> {
    const rows = await store.packets({ ...everything, ...more }, { limit: 100 });
    return rows.map(({ qn }) => qn).join('');
  }

  describe('frames', () => {
    test('come newest first, those of one moment too, or the other way round', async () => {
      expect(await found({})).toBe('jihgfedcba');
      const rows = await store.packets(everything, { limit: 3, offset: 1, oldest_first: true });
      expect(rows.map(({ qn }) => qn)).toEqual(['b', 'c', 'd']);
    });

    test('are what was stored', async () => {
      const [last] = await store.packets({ ...everything, verdict: 'bad_crc' }, { limit: 1 });
      expect(last).toEqual({
        ...packet('c', '02:00:00', { verdict: 'bad_crc', deviations: ['crc_modbus', 'tolerated'] }),
        packet_id: expect.any(Number),
        received_at: '2026-11-15T02:00:00.000Z',
        raw: expect.anything(),
        command_id: null,
      });
      expect(new Uint8Array(last?.raw ?? [])).toEqual(new Uint8Array(frame('2011')));
    });

    test('are all had in batches, and counted as far as one likes', async () => {
      let all = '';
      for await (const some of store.eachPacket(everything)) for (const { qn } of some) all += qn;
      expect(all).toBe('jihgfedcba');
      let back = '';
      for await (const some of store.eachPacket(everything, true)) for (const { qn } of some) back += qn;
      expect(back).toBe('abcdefghij');
      expect(await store.countPackets(everything)).toBe(10);
      expect(await store.countPackets(everything, 4)).toBe(4);
    });

    test.each([
      [{ site_ids: [2], strangers: undefined }, 'jd'],
      [{ site_ids: [], strangers: undefined }, ''],
      [{ site_ids: [], strangers: { mn: 'OTHER', except: [] } }, 'f'],
      [{ site_ids: [], strangers: { mn: 'other', except: [] } }, ''],
      [{ site_ids: [], strangers: { except: ['stranger'] } }, 'f'],
      [{ site_ids: [2], strangers: { mn: 'Stranger', except: ['stranger'] } }, 'jd'],
      [{ from: at('02:00:00'), to: at('04:00:00') }, 'dc'],
      [{ outgoing: true }, 'b'],
      [{ st: '91' }, 'b'],
      [{ command_id: 7 }, 'b'],
      [{ cn: '2061' }, 'ji'],
      [{ verdict: 'bad_crc' as const }, 'c'],
      [{ deviation: 'tolerated' }, 'c'],
      [{ source: 'mqtt' as const }, 'g'],
      [{ source: 'http' as const }, 'h'],
      [{ source: 'tcp' as const, site_ids: [1], strangers: undefined }, 'icba'],
    ])('are narrowed by %j', async (more, expected) => {
      expect(await found(more as Partial<PacketsQuestion>)).toBe(expected);
    });

    test('are found by their number', async () => {
      const [third] = await store.packets(everything, { limit: 1, offset: 2 });
      expect(await found({ packet_id: third?.packet_id })).toBe('h');
    });
  });

  describe('a text', () => {
    test('is found in either encoding', async () => {
      expect(await found({ text: '清洗' })).toBe('f');
      expect(await found({ text: '"values"' })).toBe('g');
    });

    test('is looked for where no password stands when that is asked', async () => {
      expect(await found({ text: 'pa55' })).toBe('jiedcba');
      expect(await found({ text: 'n3wpwd' })).toBe('d');
      expect(await found({ text: 'pa55', searched: 'content' })).toBe('');
      expect(await found({ text: 'n3wpwd', searched: 'content' })).toBe('');
      expect(await found({ text: 'DataTime', searched: 'content' })).toBe('ji');
      expect(await found({ text: '"values"', searched: 'content' })).toBe('g');
    });
  });

  describe('the time of the values', () => {
    const hour = (clock: string) => new Date(`2026-11-10T${clock}+08:00`);

    test('is read from frames and from items, with its offset or on the network’s clock', async () => {
      expect(await found({ values_from: hour('08:00'), values_to: hour('09:00') })).toBe('ig');
      expect(await found({ values_from: hour('09:00') })).toBe('jh');
      expect(await found({ values_to: hour('08:00') })).toBe('');
    });

    test('is earlier than its name where devices name periods by their end', async () => {
      const labels = [{ site_ids: [2], cn: '2061', later_ms: 3_600_000 }];
      expect(await found({ values_from: hour('08:00'), values_to: hour('09:00'), labels })).toBe('jig');
      expect(await found({ values_from: hour('09:00'), labels })).toBe('h');
    });
  });
});
