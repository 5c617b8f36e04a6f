import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tryIaqi } from './iaqi.ts';
import { tryStats } from './stats.ts';
import { tryWater } from './water.ts';

describe('one question to the standards', () => {
  test.each([
    ['{"rules":"2012","item":"pm25_24h","c":75}', { iaqi: 100 }],
    ['{"rules":"2026","item":"pm25_24h","c":75}', { iaqi: 114 }],
    ['{"rules":"2012","item":"so2_1h","c":801}', { iaqi: null }],
    ['{"rules":"2026","item":"so2_1h","c":null}', { iaqi: null }],
  ])('iaqi: %s', (line, answer) => expect(tryIaqi(line)).toEqual(answer));

  test.each([
    ['{"item":"do","c":7.4}', { class: 2 }],
    ['{"item":"tp_lake","c":0.21}', { class: 6 }],
    ['{"item":"ph","c":null}', { class: null }],
  ])('water: %s', (line, answer) => expect(tryWater(line)).toEqual(answer));

  test.each([
    ['{"kind":"percentile","p":90,"xs":[1,2,3,4,5,6,7,8,9,10,11]}', { v: 10 }],
    ['{"kind":"percentile","p":90,"xs":[]}', { v: null }],
    ['{"kind":"circular_mean","dirs":[350,10]}', { v: 0 }],
    ['{"kind":"circular_mean","dirs":[0,180]}', { v: null }],
    [`{"kind":"o3_8h_daily","hours":[${Array(24).fill(120)}]}`, { v: 120, valid: true }],
    [`{"kind":"o3_8h_daily","hours":[${Array(24).fill('null')}]}`, { v: null, valid: false }],
  ])('stats: %s', (line, answer) => expect(tryStats(line)).toEqual(answer));
});

test('thousands of lines have an answer each, and bad ones are told so', () => {
  const lines = Array.from({ length: 3000 }, (_, i) =>
    i % 3 === 0 ? '{"item":"do"' : `{"item":"${i % 3 === 1 ? 'codmn' : 'unknown'}","c":${i}}`,
  );
  const tsx = join(import.meta.dirname, '../../node_modules/.bin/tsx');
  const door = join(import.meta.dirname, '../try.ts');
  const { stdout, status } = spawnSync(tsx, [door, 'water'], { input: lines.join('\n'), encoding: 'utf8' });
  const answers = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(status).toBe(0);
  expect(answers).toHaveLength(lines.length);
  expect(answers.map((answer) => Object.keys(answer)[0])).toEqual(
    lines.map((_, i) => (i % 3 === 1 ? 'class' : 'error')),
  );
});
