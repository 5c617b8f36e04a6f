import { expect, test } from 'vitest';
import { pinyinInitials } from './pinyin.ts';

test('a name is known by the initials that its readers would type', () => {
  expect(pinyinInitials('长江大桥')).toBe('cjdq');
  expect(pinyinInitials('重庆解放碑')).toBe('cqjfb');
  expect(pinyinInitials('玄武湖 2号站 A')).toBe('xwh 2hz a');
});
