import pino from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import type { DataType } from '#protocol/commands.ts';
import type { Batch, RawPacket, SeriesStore } from '#server/series/store.ts';
import { gate } from '#test/helpers/gate.ts';
import { type Arrival, Writer } from './writer.ts';

const log = pino({ level: 'silent' });
const kept = { outgoing: false, site_id: 1, st: '22', cn: '', qn: '', deviations: [] };

function arrival(mn: string, data_type: DataType): Arrival {
  const at = new Date(0);
  return {
    packet: { ...kept, mn, remote: mn, received_at: at, raw: new Uint8Array(), verdict: 'ok' },
    reading: { site_id: 1, data_type, ts: at, fids: [1], avg: [1], origin: 'l' },
  };
}

const databaseError = (code: string) => Object.assign(new Error(code), { code, severity: 'ERROR' });

/** Records which packets are stored together; all batches are blocked until `letGo` is called. */
function recording(refuses: (batch: Batch) => boolean = () => false) {
  const batches: string[][] = [];
  const [held, letGo] = gate();
  const [begun, begin] = gate();
  const store: Pick<SeriesStore, 'append'> = {
    append: async (batch) => {
      begin();
      await held;
      if (refuses(batch)) throw databaseError('22003');
      batches.push(batch.packets.map(({ mn }) => mn));
    },
  };
  return { store, batches, begun, letGo };
}

afterEach(() => void vi.useRealTimers());

const named = (kind: string, count: number) => Array.from({ length: count }, (_, i) => `${kind}${i}`);

test('real-time values are stored before others, but take at most half of a batch', async () => {
  const { store, batches, begun, letGo } = recording();
  const writer = new Writer(store, log, { maxBatch: 4, lingerMs: 0 });
  writer.push(arrival('first', 'minute'));
  await begun;
  for (const mn of named('minute', 4)) writer.push(arrival(mn, 'minute'));
  for (const mn of named('live', 3)) writer.push(arrival(mn, 'realtime'));
  letGo();
  await writer.stop();
  expect(batches).toEqual([
    ['first'],
    ['live0', 'live1', 'minute0', 'minute1'],
    ['live2', 'minute2', 'minute3'],
  ]);
});

test('a batch waits for company, longer where there was some, and a lone packet not long', async () => {
  vi.useFakeTimers();
  const { store, batches, letGo } = recording();
  letGo();
  const writer = new Writer(store, log, { lingerMs: 50 });
  const after = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return batches.at(-1)?.join(' ');
  };
  writer.push(arrival('lone', 'minute'));
  expect(await after(50)).toBe('lone');
  for (const mn of ['lone', 'lone']) writer.push(arrival(mn, 'minute'));
  expect(await after(50)).toBe('lone lone');
  for (const mn of ['one', 'other']) writer.push(arrival(mn, 'minute'));
  expect(await after(50)).toBe('one other');
  writer.push(arrival('next', 'minute'));
  expect(await after(199)).toBe('one other');
  expect(await after(1)).toBe('next');
  await writer.stop();
});

test('two hundred are company enough: they are stored at once', async () => {
  vi.useFakeTimers();
  const { store, batches, letGo } = recording();
  letGo();
  const writer = new Writer(store, log, { lingerMs: 50 });
  for (const mn of named('early', 199)) writer.push(arrival(mn, 'minute'));
  await vi.advanceTimersByTimeAsync(10);
  expect(batches).toEqual([]);
  writer.push(arrival('last', 'minute'));
  await vi.advanceTimersByTimeAsync(1);
  expect(batches.map(({ length }) => length)).toEqual([200]);
  await writer.stop();
});

test('a packet that waited for the running batch does not wait for more packets as well', async () => {
  vi.useFakeTimers();
  const { store, batches, begun, letGo } = recording();
  const writer = new Writer(store, log, { lingerMs: 50 });
  for (const mn of ['one', 'other']) writer.push(arrival(mn, 'minute'));
  await vi.advanceTimersByTimeAsync(50);
  await begun;
  writer.push(arrival('early', 'minute'));
  await vi.advanceTimersByTimeAsync(150);
  letGo();
  await vi.advanceTimersByTimeAsync(49);
  expect(batches).toEqual([['one', 'other']]);
  writer.push(arrival('late', 'minute'));
  await vi.advanceTimersByTimeAsync(1);
  expect(batches.at(-1)).toEqual(['early', 'late']);
  await writer.stop();
});

test('a packet whose values cannot be stored stays unacknowledged, takes no other with it, and its bytes are kept', async () => {
  const { store, batches, letGo } = recording(({ readings }) => readings.some(({ avg }) => avg[0] === 13));
  const writer = new Writer(store, log, { lingerMs: 0 });
  const settled: [string, boolean][] = [];
  for (const mn of ['good', 'bad', 'fine']) {
    const one = arrival(mn, 'minute');
    if (mn === 'bad' && one.reading) one.reading.avg = [13];
    writer.push({ ...one, settle: (stored) => settled.push([mn, stored]) });
  }
  letGo();
  await writer.stop();
  expect(Object.fromEntries(settled)).toEqual({ good: true, bad: false, fine: true });
  expect(batches.flat().sort()).toEqual(['bad', 'fine', 'good']);
  expect(writer.load).toMatchObject({ stored: 3, dropped: 1 });
});

test('a packet that cannot be stored is heard of only when its bytes are kept, marked, in a form that any database takes', async () => {
  const kept: RawPacket[] = [];
  const store: Pick<SeriesStore, 'append'> = {
    append: async ({ readings, packets }) => {
      if (readings.length > 0) throw databaseError('23514');
      if (packets.some(({ mn, cn }) => mn.length > 64 || cn.includes('\0'))) throw databaseError('54000');
      kept.push(...packets);
    },
  };
  const writer = new Writer(store, log, { lingerMs: 0 });
  const one = arrival('M'.repeat(3000), 'minute');
  const packet = { ...one.packet, cn: '20\u000051', deviations: ['no_qn'] };
  const settled = new Promise<number>((resolve) => {
    writer.push({ ...one, packet, settle: (stored) => resolve(stored ? -1 : kept.length) });
  });
  expect(await settled).toBe(1);
  expect(kept).toMatchObject([{ mn: 'M'.repeat(64), cn: '20\uFFFD51', deviations: ['no_qn', 'not_stored'] }]);
  await writer.stop();
});

test.each(['53100', '53200', '53400', '25006', '58030', '40001', '42P01', 'XX000', '57014', 'ETIMEDOUT'])(
  'error %s is nobody’s fault: the whole batch waits, unanswered, until it can be stored',
  async (code) => {
    vi.useFakeTimers();
    let refusals = 3;
    const batches: { mns: string[]; again: boolean | undefined }[] = [];
    const store: Pick<SeriesStore, 'append'> = {
      append: async ({ packets, again }) => {
        if (refusals-- > 0) throw databaseError(code);
        batches.push({ mns: packets.map(({ mn }) => mn), again });
      },
    };
    const writer = new Writer(store, log, { lingerMs: 10 });
    const settled: boolean[] = [];
    for (const mn of ['one', 'two'])
      writer.push({ ...arrival(mn, 'minute'), settle: (ok) => settled.push(ok) });
    await vi.advanceTimersByTimeAsync(15);
    expect(writer.load.blocked?.error).toMatchObject({ code });
    expect(settled).toEqual([]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(batches).toEqual([{ mns: ['one', 'two'], again: true }]);
    expect(settled).toEqual([true, true]);
    expect(writer.load).toMatchObject({ dropped: 0, blocked: undefined });
    await writer.stop();
  },
);

test('the items of a posted batch are stored together or not at all, even if one of them cannot be stored', async () => {
  const { store, batches, letGo } = recording(({ readings }) =>
    readings.some(({ site_id }) => site_id === 2),
  );
  const writer = new Writer(store, log, { lingerMs: 0 });
  letGo();
  const settled: [string, boolean][] = [];
  const group = (name: string, site_id: number): Arrival => {
    const [first, second] = named(name, 2).map((mn) => arrival(mn, 'minute')) as [Arrival, Arrival];
    Object.assign(second.reading ?? {}, { site_id });
    return { ...first, together: [second], settle: (stored) => settled.push([name, stored]) };
  };
  writer.push(group('good', 1));
  writer.push(group('bad', 2));
  await writer.stop();
  expect(settled.toSorted()).toEqual([
    ['bad', false],
    ['good', true],
  ]);
  expect(batches).toEqual([
    ['good0', 'good1'],
    ['bad0', 'bad1'],
  ]);
});

test('the end waits for a database that takes nothing only so long, and tells nobody that it was stored', async () => {
  const settled: boolean[] = [];
  let tries = 0;
  const store = {
    append: async () => {
      tries += 1;
      throw databaseError('25006');
    },
  };
  const writer = new Writer(store, log, { lingerMs: 0 });
  writer.push({ ...arrival('one', 'minute'), settle: (stored) => settled.push(stored) });
  await writer.stop(50);
  expect(settled).toEqual([]);
  const before = tries;
  // The attempt that was under way may still come, but no more after it.
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(tries - before).toBeLessThanOrEqual(1);
});
