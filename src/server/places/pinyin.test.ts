import { expect, test } from 'vitest';
import { soundOf } from './pinyin.ts';

test('a name is known by the initials that its readers would type', () => {
  expect(soundOf('长江大桥').initials).toBe('cjdq');
  expect(soundOf('重庆解放碑').initials).toBe('cqjfb');
  expect(soundOf('玄武湖 2号站 A').initials).toBe('xwh 2hz a');
});

test('the kind of a place may be left out of its initials, each one or all', () => {
  expect(soundOf('北京市东城区').initials).toBe('bjsdcq bjdcq bjdc');
  expect(soundOf('广州市天河区体育西路').initials.split(' ')).toEqual([
    'gzsthqtyxl',
    'gzthqtyxl',
    'gzthtyxl',
  ]);
  expect(soundOf('内蒙古自治区').initials.split(' ')).toEqual(['nmgzzq', 'nmg']);
  expect(soundOf('市').initials).toBe('s');
});

test('and by its syllables', () => {
  expect(soundOf('长江大桥').syllables).toBe('chang jiang da qiao');
  expect(soundOf('西安市长安区').syllables).toBe(
    'xi an shi chang an qu / xi an chang an qu / xi an chang an',
  );
  expect(soundOf('绿博园').syllables).toBe('lv bo yuan');
});
