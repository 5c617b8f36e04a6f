import { describe, expect, test } from 'vitest';
import { commandParams } from '#shared/i18n/zh/commands.ts';
import { type CommandKind, commandKind, commandKindNames, paces, settledBy } from './command-kinds.ts';
import { decimal, isSame, valueIn } from './command-params.ts';
import { slotsOf, templateProblem } from './command-template.ts';

const every = commandKindNames.map((name): [string, CommandKind] => [name, commandKind(name)]);

/** Filled in by the engine at the moment of sending. */
const MADE = ['now', 'begin', 'end'];

describe.each(every)('%s', (_name, kind) => {
  const wires = [...kind.wires, ...(kind.proof ? [kind.proof] : [])];

  test('has templates that can be filled from its params and read into its values', () => {
    for (const { ask, reply = '' } of wires) {
      expect(templateProblem(ask)).toBeUndefined();
      expect(templateProblem(reply)).toBeUndefined();
      const params = [...Object.keys(kind.params), ...MADE];
      expect(slotsOf(ask).whole.filter((slot) => !params.includes(slot))).toEqual([]);
      const values = [...Object.keys(kind.values ?? {}), ...Object.keys(kind.params)];
      expect(slotsOf(reply).whole.filter((slot) => !values.includes(slot))).toEqual([]);
    }
  });

  test('has words for all that it is told and reads', () => {
    const { params, values, list } = kind;
    expect(Object.keys({ ...params, ...values, ...list }).filter((name) => !(name in commandParams))).toEqual(
      [],
    );
  });

  test('is sent once where it would run once more each time that it is heard', () => {
    if (kind.does === 'act') expect(paces[kind.pace].sends).toBe(1);
    else expect(paces[kind.pace].sends).toBe(4);
  });

  test('is read back by a kind that reads what it sets', () => {
    if (!kind.readBy) return;
    const reader = commandKind(kind.readBy as never);
    expect(kind.does).toBe('write');
    expect(reader.does).toBe('read');
    const set = Object.keys(kind.params).filter((name) => !(name in reader.params));
    expect(Object.keys(reader.values ?? {})).toEqual(expect.arrayContaining(set));
    expect(Object.keys(reader.params).filter((name) => !(name in kind.params))).toEqual([]);
    expect(reader.list).toEqual(kind.list);
  });
});

test('calibration, upgrade, reboot, password and K/B are dangerous', () => {
  for (const name of ['calibrate', 'upgrade', 'reboot', 'password_set', 'kb_set', 'kcc_set'] as const)
    expect(commandKind(name).dangerous).toBe(true);
  expect(commandKind('time_read').dangerous).toBeUndefined();
});

test('what was lost is settled by reading back what was set, and by asking again what only asks', () => {
  expect(settledBy(commandKind('kb_set'))).toBe('read');
  expect(settledBy(commandKind('password_set'))).toBe('read');
  expect(settledBy(commandKind('kb_read'))).toBe('repeat');
  expect(settledBy(commandKind('history_hour'))).toBe('repeat');
  expect(settledBy(commandKind('calibrate'))).toBe('none');
  expect(settledBy(commandKind('timeout_set'))).toBe('none');
});

describe('values', () => {
  test.each([
    [1.05, '1.05'],
    [0, '0'],
    [-12.5, '-12.5'],
    [0.0000001, '0.0000001'],
    [1e21, '1000000000000000000000'],
  ])('%s goes out as %s', (value, said) => expect(decimal(value)).toBe(said));

  test('are the same as far as a float tells them apart', () => {
    expect(isSame(1.05, '1.0500000')).toBe(true);
    expect(isSame(1.05, 1.0500001)).toBe(true);
    expect(isSame(1.05, 1.051)).toBe(false);
    expect(isSame('ABC', 'ABD')).toBe(false);
    expect(isSame(undefined, 1)).toBe(false);
    expect(isSame('', 0)).toBe(false);
  });

  test('that are no numbers are none', () => {
    expect(valueIn({ type: 'number' }, '1.5')).toBe(1.5);
    expect(valueIn({ type: 'number' }, '--')).toBeUndefined();
    expect(valueIn({ type: 'number' }, ' ')).toBeUndefined();
    expect(valueIn({ type: 'text', max: 9 }, 'x')).toBe('x');
  });
});
