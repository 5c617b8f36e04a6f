import { expect, test } from 'vitest';
import { soundOf } from './pinyin.ts';

test('a name is known by the initials that its readers would type', () => {
  expect(soundOf('长江大桥').initials).toBe('cjdq');
  expect(soundOf('重庆解放碑').initials).toBe('cqjfb');
  expect(soundOf('玄武湖 2号站 A').initials).toBe('xwh 2hz a');
});

test('and by its syllables', () => {
  expect(soundOf('长江大桥').syllables).toBe('chang jiang da qiao');
  expect(soundOf('西安市长安区').syllables).toBe('xi an shi chang an qu');
  expect(soundOf('绿博园').syllables).toBe('lv bo yuan');
});
