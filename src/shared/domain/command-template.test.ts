import { describe, expect, test } from 'vitest';
import { fillWire, readTemplate, slotsOf, templateProblem, type WireGroups } from './command-template.ts';

const text = (groups: WireGroups) =>
  groups.map((group) => group.map(({ name, value }) => `${name}=${value}`).join(',')).join(';');
const groupsOf = (cp: string): WireGroups =>
  cp.split(';').map((group) =>
    group.split(',').map((item) => {
      const [name = '', value = ''] = item.split('=');
      return { name, value };
    }),
  );

describe('a request', () => {
  test.each([
    ['RtdInterval={seconds}', { seconds: '60' }, 'RtdInterval=60'],
    [
      'PolId={factor};InfoId=i13008;i13008-Info={k}',
      { factor: 'a21026', k: '1.05' },
      'PolId=a21026;InfoId=i13008;i13008-Info=1.05',
    ],
    ['{factor}-K={k},{factor}-B={b}', { factor: 'a34004', k: '1', b: '0' }, 'a34004-K=1,a34004-B=0'],
    ['', {}, ''],
  ])('%s is filled in', (template, slots, expected) => {
    expect(text(fillWire(template, slots))).toBe(expected);
  });

  test('leaves out what has no value', () => {
    expect(text(fillWire('PolId={factor};SystemTime={now}', { now: '20261115100000' }))).toBe(
      'SystemTime=20261115100000',
    );
  });

  test('repeats a piece for each entry of a list', () => {
    const list = [
      { other: 'a05024', c: '0.02' },
      { other: 'a21005', c: '-0.1' },
    ];
    expect(text(fillWire('PolId={factor}<;{other}-C={c}>', { factor: 'a21004' }, list))).toBe(
      'PolId=a21004;a05024-C=0.02;a21005-C=-0.1',
    );
    expect(text(fillWire('PolId={factor}<;{other}-C={c}>', { factor: 'a21004' }))).toBe('PolId=a21004');
  });

  test('a value cannot end an item, whatever it holds', () => {
    expect(fillWire('Name={name}', { name: 'a;CN=3043' })).toEqual([[{ name: 'Name', value: 'a;CN=3043' }]]);
  });
});

describe('a reply', () => {
  test('is read by the names that were asked for, in any case', () => {
    const groups = groupsOf('DataTime=20261115100000;PolId=a21026;I13008-info=1.05');
    expect(readTemplate('i13008-Info={k}', groups, {})).toEqual({ values: { k: '1.05' }, list: [] });
  });

  test('a slot in a name is the one that was asked for', () => {
    const groups = groupsOf('PolId=a21026;a34004-SN=0A;a21026-SN=0B');
    expect(readTemplate('{factor}-SN={serial}', groups, { factor: 'a21026' })).toMatchObject({
      values: { serial: '0B' },
    });
  });

  test('a list is as long as what came', () => {
    const groups = groupsOf('PolId=a21004;a05024-C=0.02,a05024-M=raw;a21005-C=0.1');
    expect(readTemplate('PolId={target}<;{other}-C={c},{other}-M={mode}>', groups, {})).toEqual({
      values: { target: 'a21004' },
      list: [
        { other: 'a05024', c: '0.02', mode: 'raw' },
        { other: 'a21005', c: '0.1' },
      ],
    });
  });

  test('that says nothing of it is none', () => {
    expect(readTemplate('RtdInterval={seconds}', groupsOf('MinInterval=5'), {})).toBeUndefined();
  });
});

test('slots are known by name', () => {
  expect(slotsOf('PolId={factor}<;{other}-C={c}>')).toEqual({ whole: ['factor'], entry: ['other', 'c'] });
});

test.each([
  ['PolId={factor}<;{other}-C={c}>', undefined],
  ['', undefined],
  ['PolId={factor', 'template_brackets'],
  ['<<{a}=1>>', 'template_brackets'],
  ['{factor}', 'template_name'],
  ['=5', 'template_name'],
  ['A=1&&', 'template_marks'],
  ['A = 1', 'template_marks'],
])('%s: %s', (template, problem) => {
  expect(templateProblem(template)).toBe(problem);
});

test('a name with several open slots is read as none, and in no time', () => {
  const template = `<${'{other}'.repeat(30)}={c}>`;
  const name = `${'a'.repeat(2000)}-`;
  const began = performance.now();
  expect(readTemplate(template, [[{ name, value: '1' }]], {})).toBeUndefined();
  expect(performance.now() - began).toBeLessThan(1000);
});
