import { expect, test } from 'vitest';
import { deviceName } from './device-name.ts';

test('a device is called by its browser and system, or by its platform', () => {
  const edge =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36 Edg/141.0';
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/604.1';
  expect(deviceName('Web', edge)).toBe('Edge · Windows');
  expect(deviceName('iOS', phone)).toBe('Safari · iOS');
  expect(deviceName('Android', 'okhttp/4')).toBe('Android');
  expect(deviceName('Web', null)).toBe('Web');
});
