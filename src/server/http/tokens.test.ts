import { expect, test } from 'vitest';
import { readToken, signToken } from './tokens.ts';

const payload = {
  type: 'access',
  uid: 7,
  role_id: 2,
  sid: '6f1f2a52-3c1c-4d0b-9a43-4f4f5f0e9f11',
} as const;
const now = new Date('2026-11-15T02:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const reading = (token: string, at: Date, secret = 'secret') => readToken(token, 'access', secret, at);

test('a token says the same each time it is read, until it expires', async () => {
  const token = await signToken(payload, 'secret', now, 60);
  expect(await reading(token, now)).toEqual(payload);
  expect(await reading(token, later(59))).toEqual(payload);
  await expect(reading(token, later(60))).rejects.toMatchObject({ fault: 'token_expired' });
  await expect(reading(token, later(61))).rejects.toMatchObject({ fault: 'token_expired' });
});

test('that a token was read before helps none that is like it', async () => {
  const token = await signToken(payload, 'secret', now, 60);
  await reading(token, now);
  const forged = token.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
  await expect(reading(forged, now)).rejects.toMatchObject({ fault: 'token_signature' });
  await expect(reading(token, now, 'another secret')).rejects.toMatchObject({ fault: 'token_signature' });
  await expect(readToken(token, 'refresh', 'secret', now)).rejects.toMatchObject({ fault: 'token_type' });
});
