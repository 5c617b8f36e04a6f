import { expect, inject, test } from 'vitest';
import { atEnd } from '#test/helpers/at-end.ts';
import { isConnectionError, isRowError, isUnavailable, refusesWrites } from './errors.ts';
import { openPool } from './pool.ts';
import { type Sql, sql } from './sql.ts';

const coded = (code: string) => Object.assign(new Error('x'), { code, severity: 'ERROR' });

test('what says that the connection is gone is told from what says that the query was wrong', () => {
  const noSocket = { code: 'ENOENT', syscall: 'connect' };
  expect(isConnectionError(Object.assign(new Error(), noSocket))).toBe(true);
  expect(isConnectionError(Object.assign(new Error(), { ...noSocket, syscall: 'open' }))).toBe(false);
  for (const code of ['08006', '57P01', '57P03', '53300', '25P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'])
    expect(isConnectionError(coded(code)), code).toBe(true);
  for (const code of ['23505', '42P01', '22012', '57014', 'ENOENT'])
    expect(isConnectionError(coded(code)), code).toBe(false);
  expect(isConnectionError(new Error('Connection terminated unexpectedly'))).toBe(true);
  expect(isConnectionError(new Error('connection string is odd'))).toBe(false);
  expect(isConnectionError('57P01')).toBe(false);
  expect(isConnectionError(undefined)).toBe(false);
});

test('a database that is away, read-only or out of space is unavailable; a wrong query is not', () => {
  for (const code of ['08006', '57P01', '25006', '53100', '53200', '53400', '58030'])
    expect(isUnavailable(coded(code)), code).toBe(true);
  for (const code of ['23505', '42P01', '22012']) expect(isUnavailable(coded(code)), code).toBe(false);
  for (const code of ['25006', '53100', '58030']) expect(refusesWrites(coded(code)), code).toBe(true);
  for (const code of ['08006', '57P01', '53300']) expect(refusesWrites(coded(code)), code).toBe(false);
});

test('only what rows themselves cause is held against them', async () => {
  const pool = openPool(inject('adminUrl'), () => undefined);
  atEnd(() => pool.end());
  const errorOf = (query: Sql) => pool.run(query).catch((error: unknown) => error);
  expect(isRowError(await errorOf(sql`select 1e300::real`))).toBe(true);
  expect(isRowError(await errorOf(sql`select ${'a\0b'}::text`))).toBe(true);
  expect(isRowError(await errorOf(sql`select from no_such_table`))).toBe(false);
  expect(isRowError(new RangeError('Invalid time value'))).toBe(true);
  for (const code of ['22003', '22021', '23503', '23514', '21000', '54000'])
    expect(isRowError(coded(code)), code).toBe(true);
  for (const code of [
    '25006',
    '53100',
    '53200',
    '53400',
    '57014',
    '58030',
    '40P01',
    '42501',
    'XX000',
    'P0001',
  ])
    expect(isRowError(coded(code)), code).toBe(false);
  expect(isRowError(Object.assign(new Error(), { code: '22003' }))).toBe(false);
});
