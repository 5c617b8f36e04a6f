import { expect, test } from 'vitest';
import { readCommand, UsageError } from './options.ts';

test('what can be said is understood', () => {
  expect(readCommand(['--help'])).toBeUndefined();
  const said =
    '--sites 3 --port 9000 --interval 30 --minutes 5 --types 2011,2061 --password a1b2c3 --speed 2.5';
  expect(readCommand([...said.split(' '), '--timeout', '0.5'])?.fleet).toMatchObject({
    sites: 3,
    port: 9000,
    interval: 30,
    minutes: 5,
    types: ['2011', '2061'],
    password: 'a1b2c3',
    timeoutMs: 500,
  });
});

test.each([
  ['--sites 2.5', '--sites must be a whole number'],
  ['--sites Infinity', '--sites must be a number from 1 to 100000'],
  ['--port 99999', '--port must be a number from 1 to 65535'],
  ['--minutes 7', '--minutes must be one of 1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30'],
  ['--types 2011,2099', '--types must be some of 2011,2051,2061,2031,2021,3020,2081'],
  ['--types ', '--types must be some of 2011,2051,2061,2031,2021,3020,2081'],
  ['--password 1;CN=9', '--password must be of letters and digits'],
  ['--max-cp 99999', '--max-cp must be a number from 120 to 10000'],
  ['--from 20991231000000', '--from must be a time that has been, as yyyyMMddHHmmss'],
])('%s is refused in a sentence', (said, sentence) => {
  const read = () => readCommand(said.split(' '));
  expect(read).toThrow(UsageError);
  expect(read).toThrow(sentence);
});

test('faults are named with their commands and stations', () => {
  const said = ['--fault', 'mute:1062+3012@2+MN7', '--fault', 'twice', '--edition', 'water'];
  expect(readCommand(said)?.fleet).toMatchObject({
    edition: 'water',
    faults: [
      { fault: 'mute', cns: ['1062', '3012'], stations: ['2', 'MN7'] },
      { fault: 'twice', cns: [], stations: [] },
    ],
  });
  expect(() => readCommand(['--fault', 'sulks'])).toThrow(UsageError);
  expect(() => readCommand(['--edition', '1999'])).toThrow(UsageError);
});
