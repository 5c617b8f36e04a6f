import { expect, test } from 'vitest';
import { compareTexts } from './compare.ts';

test('a changed line shows which characters changed, others stay as they are', () => {
  expect(compareTexts('标题\n每天校准零点一次。\n完', '标题\n每周校准零点一次。\n完')).toEqual([
    { kind: 'same', parts: [{ kind: 'same', text: '标题' }] },
    {
      kind: 'changed',
      parts: [
        { kind: 'same', text: '每' },
        { kind: 'removed', text: '天' },
        { kind: 'added', text: '周' },
        { kind: 'same', text: '校准零点一次。' },
      ],
    },
    { kind: 'same', parts: [{ kind: 'same', text: '完' }] },
  ]);
});

test('English is compared by word', () => {
  const [block] = compareTexts('Check the zero point daily', 'Check the span point daily');
  expect(block?.parts.filter(({ kind }) => kind !== 'same').map(({ text }) => text)).toEqual([
    'zero',
    'span',
  ]);
});

test('another line is not a changed one', () => {
  expect(compareTexts('采样管路检查', 'Software keys').map(({ kind }) => kind)).toEqual(['removed', 'added']);
});

test('nothing before is all added, and nothing after all removed', () => {
  expect(compareTexts('', '甲\n乙').map(({ kind }) => kind)).toEqual(['added', 'added']);
  expect(compareTexts('甲\n乙', '').map(({ kind }) => kind)).toEqual(['removed', 'removed']);
});

test('the kept and added parts together are the text after, the kept and removed ones the text before', () => {
  const before = '一、准备\n带好标气和工具。\n二、步骤\n通零气十分钟，读数。\n三、记录';
  const after = '一、准备\n带好标气、工具和手套。\n二、操作步骤\n通零气十五分钟，稳定后读数。\n附表';
  const blocks = compareTexts(before, after);
  const text = (leave: string) =>
    blocks
      .filter(({ kind }) => kind !== leave)
      .map(({ parts }) =>
        parts
          .filter(({ kind }) => kind !== leave)
          .map((part) => part.text)
          .join(''),
      )
      .join('\n');
  expect(text('removed')).toBe(after);
  expect(text('added')).toBe(before);
});

const random = (length: number, from: number) =>
  Array.from({ length }, (_, at) => String.fromCharCode(0x4e00 + from + ((at * 7919) % 2003))).join('');

test.each([
  ['two long lines that share nothing', random(50_000, 0), random(50_000, 3000)],
  [
    'two long lines that share all but their order',
    random(50_000, 0),
    [...random(50_000, 0)].reverse().join(''),
  ],
  [
    'many lines that share nothing',
    Array.from({ length: 2000 }, (_, at) => `${at}${random(100, at % 50)}`).join('\n'),
    Array.from({ length: 2000 }, (_, at) => `${at}${random(100, 3000 + (at % 50))}`).join('\n'),
  ],
])('%s do not keep the server', (_name, before, after) => {
  const began = performance.now();
  const blocks = compareTexts(before, after);
  expect(performance.now() - began).toBeLessThan(2000);
  const said = (kind: 'added' | 'removed') =>
    blocks
      .map(({ parts }) =>
        parts.flatMap((part) => (part.kind === 'same' || part.kind === kind ? part.text : '')).join(''),
      )
      .filter((line) => line !== '')
      .join('\n');
  // No text of either version is lost.
  expect(said('removed') === before).toBe(true);
  expect(said('added') === after).toBe(true);
});
