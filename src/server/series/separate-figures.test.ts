import { beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '#test/helpers/database.ts';
import { engines } from '#test/helpers/engines.ts';
import type { Reference } from '#test/helpers/reference/store.ts';
import type { ReadingRow } from './store.ts';

describe.each(engines)('on the %s engine', (_name, open) => {
  let store: Reference;
  let site = 0;
  beforeAll(async () => {
    store = open(await testDatabase());
  });

  const ts = new Date('2026-11-15T08:00:00Z');
  const row = (more: Partial<ReadingRow>): ReadingRow => ({
    ...{ site_id: site, data_type: 'minute', ts, fids: [1], avg: [null], origin: 'l' },
    ...more,
  });
  const write = (...readings: ReadingRow[]) => store.append({ readings, packets: [] });
  const nextSite = () => {
    site += 1;
  };

  /** Of the present site's only factor, with the newest that is known of it. */
  async function stored() {
    const span = { from: new Date(0), to: new Date('2100-01-01T00:00:00Z') };
    const [row] = await store.range({ ...span, data_type: 'minute', site_ids: [site] });
    const kept = {
      ...{ avg: row?.avg[0] ?? null, min: row?.min?.[0] ?? null, max: row?.max?.[0] ?? null },
      flag: row?.flags?.[0] ?? null,
    };
    const [latest] = await store.latest([site], 'minute');
    return { ...kept, newest: [latest?.values[0]?.value, latest?.values[0]?.flag] };
  }

  const figures: Partial<ReadingRow>[] = [{ avg: [4], flags: ['D'] }, { min: [1] }, { max: [9] }];
  const orders = [
    [0, 1, 2],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
  ];
  test.each(orders)(
    'figures that come one by one, in the order %i %i %i, are one value with its flag, in one batch or three',
    async (...order) => {
      for (const together of [true, false]) {
        nextSite();
        const rows = order.map((i) => row(figures[i] ?? {}));
        if (together) await write(...rows);
        else for (const each of rows) await write(each);
        expect(await stored()).toEqual({ avg: 4, min: 1, max: 9, flag: 'D', newest: [4, 'D'] });
      }
    },
  );

  test('a value that comes anew brings its own flag, or none', async () => {
    nextSite();
    await write(row({ avg: [4], flags: ['D'] }));
    await write(row({ avg: [5] }));
    expect(await stored()).toMatchObject({ avg: 5, flag: null, newest: [5, ''] });
    await write(row({ flags: ['B'] }));
    expect(await stored()).toMatchObject({ avg: 5, flag: 'B', newest: [5, 'B'] });
  });

  test('a flag that a person takes away is gone', async () => {
    nextSite();
    await write(row({ avg: [4], flags: ['D'] }));
    await write(row({ origin: 'r' }));
    expect(await stored()).toMatchObject({ avg: 4, flag: null });
  });
});
