import { expect, test } from 'vitest';
import { titleSize } from './WallHeader.tsx';

test('a long title is written smaller, a usual one is not', () => {
  expect(titleSize('蓝境 · 环境监测智慧大屏')).toBe(40);
  expect(titleSize('Lanjing environmental monitoring')).toBe(40);
  expect(titleSize('Air Quality Monitoring Integrated Management Platform of Shaanxi')).toBeLessThan(24);
});
