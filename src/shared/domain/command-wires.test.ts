import { describe, expect, test } from 'vitest';
import { type CommandKind, commandKind, commandKindNames } from './command-kinds.ts';
import { type WireSpec, wireProblems, wireSpecs, wiresOfSpecs } from './command-wires.ts';

const wire = (cn: string, ask = '', reply = '', more: Partial<WireSpec> = {}): WireSpec => ({
  ...{ cn, ask, reply, reply_cn: '', ends: 'result' },
  ...more,
});
const problemsOf = (name: (typeof commandKindNames)[number], ...wires: WireSpec[]) =>
  wireProblems(commandKind(name), wires).map(({ problem, name: slot }) => [problem, slot]);

test('a request whose slots are those of its kind is one', () => {
  expect(problemsOf('kb_set', wire('3032', 'PolId={factor};{factor}-K={k},{factor}-B={b}'))).toEqual([]);
  expect(problemsOf('kcc_set', wire('3034', 'PolId={factor}<;{other}-C={c}>'))).toEqual([]);
});

test('what the standard says of every kind would do as a protocol of its own too', () => {
  const ofStandard = commandKindNames
    .map((name): [string, CommandKind] => [name, commandKind(name)])
    .filter(([, { wires }]) => wires.length > 0);
  const found = ofStandard.flatMap(([name, kind]) => {
    const specs = kind.wires.map(({ cn, ask, reply, as }) =>
      wire(cn, ask, reply, { ends: as === 'notice' ? 'notice' : 'result' }),
    );
    expect(wiresOfSpecs(kind, specs)).toEqual(kind.wires.map(({ pw: _, ...rest }) => rest));
    return wireProblems(kind, specs).map(({ problem, name: slot }) => [name, problem, slot]);
  });
  expect(found).toEqual([]);
});

describe('is refused', () => {
  test('a slot that the kind does not know, in requests and replies', () => {
    expect(problemsOf('sim_read', wire('3036', 'X={factor}', 'Phone={number}'))).toEqual([
      ['unknown_placeholder', 'factor'],
    ]);
    expect(problemsOf('sim_read', wire('3036', '', 'Phone={number};Y={k}'))).toEqual([
      ['unknown_placeholder', 'k'],
    ]);
    expect(problemsOf('kcc_set', wire('3034', 'PolId={factor}<;{other}-C={c},{k}=1>'))).toEqual([
      ['unknown_placeholder', 'k'],
    ]);
  });

  test('a command that does not say what is to be set', () => {
    expect(problemsOf('kb_set', wire('3032', 'PolId={factor};{factor}-K={k}'))).toEqual([
      ['slot_missing', 'b'],
    ]);
    expect(problemsOf('kcc_set', wire('3034', 'PolId={factor}'))).toEqual([
      ['slot_missing', 'other'],
      ['slot_missing', 'c'],
    ]);
    expect(problemsOf('history_realtime', wire('2011', 'BeginTime={begin}'))).toEqual([
      ['slot_missing', 'end'],
    ]);
  });

  test('a read of which nothing is read, and history that cannot be told from other packets', () => {
    expect(problemsOf('sim_read', wire('3036'))).toEqual([['reply_missing', undefined]]);
    expect(problemsOf('history_realtime', wire('3037', 'B={begin};E={end}'))).toEqual([
      ['not_uploads', undefined],
    ]);
    expect(
      problemsOf('history_realtime', wire('3037', 'B={begin};E={end}', '', { reply_cn: '2011' })),
    ).toEqual([]);
  });

  test('a reading of K and B whose replies contain only one of them, at the last of these replies', () => {
    const read = (...replies: string[]) =>
      wireProblems(
        commandKind('kb_read'),
        replies.map((reply) => wire('3031', 'PolId={factor}', reply)),
      );
    const missing = (name: string, at = 0) => [{ at, field: 'reply', problem: 'reply_incomplete', name }];
    expect(read('{factor}-K={k}')).toEqual(missing('b'));
    expect(read('{factor}-B={b}')).toEqual(missing('k'));
    expect(read('K={k}', 'K={k}', '')).toEqual(missing('b', 1));
    expect(read('K={k}', 'B={b}')).toEqual([]);
    expect(read('')).toEqual([{ problem: 'reply_missing' }]);
    // Other readings may do with some of their values.
    expect(problemsOf('sensor_read', wire('3035', 'PolId={factor}', 'Raw={raw}'))).toEqual([]);
  });

  test.each([
    [{ cn: '30' }, 'bad_cn'],
    [{ cn: '3031', ask: 'PolId={factor' }, 'template_brackets'],
    [{ cn: '3031', ask: 'PolId=a&&' }, 'template_marks'],
    [{ cn: '3031', ask: '={factor}' }, 'template_name'],
    [{ cn: '3031', reply_cn: '2' }, undefined],
  ])('%j', (one, message) => {
    const { error } = wireSpecs.safeParse([one]);
    expect(error?.issues).toHaveLength(1);
    if (message) expect(error?.issues[0]?.message).toBe(message);
  });
});

test('9011 alone ends a request where the protocol says so', () => {
  const reboot = commandKind('reboot');
  expect(wiresOfSpecs(reboot, [wire('3039', '', '', { ends: 'ack' })])).toEqual([
    { cn: '3039', ask: '', ack_is_enough: true },
  ]);
});
