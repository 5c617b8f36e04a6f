import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openLog, rotatingFile } from './log.ts';

const folder = mkdtempSync(join(tmpdir(), 'lanjing-log-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the log file holds every entry as JSON and is closed to other users', () => {
  const log = openLog(folder, 'info');
  log.info({ request_id: 'r1' }, 'answered');
  log.debug('not this one');
  const lines = readFileSync(join(folder, 'server.log'), 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ request_id: 'r1', msg: 'answered' }]);
  expect(statSync(join(folder, 'server.log')).mode & 0o777).toBe(0o600);
});

test('a full log file becomes the older one, so that the log never fills the disk', () => {
  const small = mkdtempSync(join(folder, 'small-'));
  const file = rotatingFile(join(small, 'server.log'), 100);
  for (let n = 0; n < 50; n++) file.write(`line ${n} ${'.'.repeat(40)}\n`);
  expect(readdirSync(small).toSorted()).toEqual(['server.log', 'server.log.1']);
  expect(readFileSync(join(small, 'server.log'), 'utf8')).toContain('line 49');
  expect(statSync(join(small, 'server.log.1')).size).toBeLessThan(200);
});
