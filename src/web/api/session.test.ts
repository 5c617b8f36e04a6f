import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deviceId, operationPlatform } from './device.ts';
import { renewed, roleId, signedIn, signedOut, userInfo } from './session.ts';
import { tokenFor, userInfoFor } from './test-platform.ts';
import { readToken } from './token.ts';

const otherTab = new BroadcastChannel('session');

beforeEach(() => {
  sessionStorage.clear();
  signedOut();
});

afterEach(() => {
  otherTab.onmessage = null;
});

test('role 0 is a role and not the absence of one', () => {
  signedIn(userInfoFor({ role_id: 0 }));
  expect(roleId()).toBe(0);
  signedOut();
  expect(roleId()).toBeUndefined();
});

test('a payload with Chinese text and url-safe characters is read', () => {
  expect(readToken(tokenFor({ uid: 1, role_id: 0, name: '管理员??>>' }))).toMatchObject({ role_id: 0 });
});

test('what is no token reads as none', () => {
  for (const text of ['', 'abc', 'a.b.c', tokenFor({ uid: 'x' })]) expect(readToken(text)).toBeUndefined();
});

test('user info is kept in session storage under its name from the spec', () => {
  const info = userInfoFor();
  signedIn(info);
  expect(JSON.parse(sessionStorage.getItem('user_info') ?? '')).toEqual(info);
  signedOut();
  expect(sessionStorage.getItem('user_info')).toBeNull();
});

test('rotated tokens reach the other tabs of the session', async () => {
  const heard: unknown[] = [];
  otherTab.onmessage = ({ data }) => heard.push(data);
  signedIn(userInfoFor({}, 'old'));
  const next = userInfoFor({}, 'new');
  renewed({ access_token: next.access_token, refresh_token: next.refresh_token });
  await vi.waitFor(() => expect(heard).toEqual([next]), 30_000);
});

test('tokens from another tab are taken over when they belong to this session, and only then', async () => {
  const mine = userInfoFor({}, 'old');
  signedIn(mine);
  otherTab.postMessage(userInfoFor({ sid: 's-2' }, 'foreign'));
  otherTab.postMessage(userInfoFor({ uid: 8 }, 'foreign'));
  otherTab.postMessage(userInfoFor({}, 'rotated'));
  await vi.waitFor(() => expect(userInfo()?.refresh_token).toBe('refresh-rotated'), 30_000);
});

test('the device id is made once, without the secure-context function', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  localStorage.clear();
  const made = deviceId();
  expect(made).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(deviceId()).toBe(made);
  expect(localStorage.getItem('userid')).toBe(made);
  vi.unstubAllGlobals();
});

test('the platform is told from the user agent', () => {
  expect(operationPlatform('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)')).toBe('iOS');
  expect(operationPlatform('Mozilla/5.0 (Linux; Android 15; HarmonyOS)')).toBe('Android');
  expect(operationPlatform('Mozilla/5.0 (X11; Linux x86_64) Chrome/140')).toBe('Web');
});
