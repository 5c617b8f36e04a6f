import { expect, test } from 'vitest';
import { canonicalPath, isScreenPath } from './menu.ts';

test.each([
  ['/', '/'],
  ['/userconfigs/users', '/userconfigs/users'],
  ['/userconfigs/users/', '/userconfigs/users'],
  ['/USERCONFIGS/Users', '/userconfigs/users'],
  ['/alarmdatas/', '/alarmdatas'],
  ['/WisdomScreen//', '/wisdomscreen'],
  ['/sites/Ab_1', '/sites/Ab_1'],
  ['/nothing/Here', '/nothing/Here'],
])('the address %s is %s', (path, expected) => {
  expect(canonicalPath(path)).toBe(expected);
});

test('screens and sections are known, files and calls are not', () => {
  expect(['/', '/login', '/datareports', '/datareports/daily'].every(isScreenPath)).toBe(true);
  expect(['/auth_login/login', '/favicon.svg', '/datareports/hourly'].some(isScreenPath)).toBe(false);
});
