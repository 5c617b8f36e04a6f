import { expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { testApp } from '#test/helpers/app.ts';
import { MAX_PASSWORDS, Notes } from './notes.ts';

test('notes of unregistered devices that could not be stored are stored once the database is back', async () => {
  const { db } = await testApp();
  const notes = new Notes(db, 'the key of a data folder');
  const heard = (mn: string, second: number) =>
    notes.unregistered(
      { mn, st: '22', cn: '2011' },
      Buffer.from(mn),
      '10.0.0.1',
      new Date(Date.UTC(2026, 10, 15, 0, 0, second)),
    );
  heard('STRANGER1', 1);
  heard('STRANGER2', 2);
  await db.run(sql`alter table unregistered_device rename to unregistered_away`);
  await expect(notes.flush()).rejects.toThrow();
  heard('STRANGER1', 3);
  // New notes beyond the limit are dropped; waiting ones are kept.
  for (let i = 0; i < 1000; i++) heard(`FLOOD${i}`, 4);
  await expect(notes.flush()).rejects.toThrow();
  await db.run(sql`alter table unregistered_away rename to unregistered_device`);
  await notes.flush();
  const rows = await db.rows<{ mn: string; packets: number; first_at: string }>(sql`
    select mn, packets, first_at from unregistered_device where mn like 'STRANGER%' order by mn`);
  expect(rows.map(({ mn, packets, first_at }) => [mn, packets, new Date(first_at).getUTCSeconds()])).toEqual([
    ['STRANGER1', 2, 1],
    ['STRANGER2', 1, 2],
  ]);
  const all = await db.one<{ n: number }>(sql`select count(*)::integer as n from unregistered_device`);
  expect(all?.n).toBe(1000);
});

test('the passwords heard under an MN are counted, encrypted, and no more than a few', async () => {
  const { db } = await testApp();
  const notes = new Notes(db, 'the key of a data folder');
  const heard = (pw: string, second: number) =>
    notes.unregistered(
      { mn: 'GUESSED', st: '22', cn: '2011', pw },
      Buffer.from(''),
      '10.0.0.1',
      new Date(Date.UTC(2026, 10, 15, 0, 0, second)),
    );
  const marks = () =>
    db.rows<{ mark: string; packets: number; secret: string }>(sql`
      select mark, packets, secret from unregistered_password where mn = 'GUESSED' order by packets desc, last_at`);
  heard('pa55w0rd', 1);
  heard('pa55w0rd', 2);
  heard('', 2);
  await notes.flush();
  heard('pa55w0rd', 3);
  await notes.flush();
  expect((await marks()).map(({ packets }) => packets)).toEqual([3, 1]);
  expect(JSON.stringify(await marks())).not.toContain('pa55');

  for (let i = 0; i < 50; i++) heard(`guess${i}`, 4);
  await notes.flush();
  heard('pa55w0rd', 5);
  await notes.flush();
  const kept = await marks();
  expect(kept.length).toBeLessThanOrEqual(MAX_PASSWORDS + 1);
  expect(kept.some(({ mark }) => mark !== '')).toBe(true);
});
