import fc from 'fast-check';
import { afterAll, expect, inject, test } from 'vitest';
import { bytesColumn, plainColumn, textColumn, timeText } from './arrays.ts';
import { openPool } from './pool.ts';
import { sql } from './sql.ts';

const pool = openPool(inject('adminUrl'), () => undefined);
afterAll(() => pool.end());

test('a time is written as toISOString writes it, in whatever order times come', () => {
  const anyTime = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  });
  const closeTime = fc.integer({ min: 0, max: 200_000 }).map((ms) => new Date(1_763_000_000_000 + ms));
  fc.assert(
    fc.property(fc.array(fc.oneof(anyTime, closeTime)), (times) => {
      expect(times.map(timeText)).toEqual(times.map((at) => at.toISOString()));
    }),
  );
});

test('columns arrive as they were given', async () => {
  const rows = [
    {
      id: 1,
      at: new Date('2026-11-15T08:00:00.005Z'),
      name: 'a "quoted" \\ name',
      bytes: Buffer.from('##0'),
    },
    { id: 2, at: null, name: null, bytes: new Uint8Array(0) },
    { id: 3, at: new Date('2026-11-15T08:00:59.999Z'), name: '', bytes: Uint8Array.from([0, 255, 34, 92]) },
  ];
  const stored = await pool.rows(sql`
    select id, at, name, encode(bytes, 'hex') as bytes
      from unnest(${plainColumn(rows, ({ id }) => id)}::integer[], ${plainColumn(rows, ({ at }) => at)}::timestamptz[],
                  ${textColumn(rows, ({ name }) => name)}::text[],
                  ${bytesColumn(rows, ({ bytes }) => bytes)}::bytea[]) as i (id, at, name, bytes)`);
  expect(stored).toEqual(
    rows.map(({ id, at, name, bytes }) => ({
      ...{ id, at: at?.toISOString() ?? null, name, bytes: Buffer.from(bytes).toString('hex') },
    })),
  );
});
