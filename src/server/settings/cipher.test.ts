import { expect, test } from 'vitest';
import { decrypt, encrypt } from './cipher.ts';

test('a secret comes back under its own name and key, and under no other', () => {
  const secret = encrypt('密码 123', 'smtp_password', 'key-one');
  expect(secret).not.toContain('123');
  expect(decrypt(secret, 'smtp_password', 'key-one')).toBe('密码 123');
  expect(decrypt(secret, 'map_key', 'key-one')).toBeUndefined();
  expect(decrypt(secret, 'smtp_password', 'key-two')).toBeUndefined();
  expect(decrypt(`${secret.slice(0, -4)}AAA=`, 'smtp_password', 'key-one')).toBeUndefined();
  expect(decrypt('', 'smtp_password', 'key-one')).toBeUndefined();
});

test('the same secret is never stored the same way twice', () => {
  expect(encrypt('x', 'map_key', 'key')).not.toBe(encrypt('x', 'map_key', 'key'));
});
