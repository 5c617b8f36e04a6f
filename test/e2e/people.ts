import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';

export const password = 'lanjing123';
const imei = randomUUID();

/** Calls the API like the browser, for test preparation without the page. */
export async function call(request: APIRequestContext, path: string, data: object, token?: string) {
  const answer = await request.post(path, {
    data,
    headers: { OperationPlatform: 'Web', IMEI: imei, ...(token ? { access_token: token } : {}) },
  });
  return (await answer.json()) as { code: number; data: Record<string, unknown> };
}

/** Runs with a temporary account, so that other tests are not affected. */
export async function withUser(
  request: APIRequestContext,
  use: (account: string) => Promise<void>,
): Promise<void> {
  const admin = await call(request, '/auth_login/login', { account: 'admin', password });
  const token = String(admin.data.access_token);
  const account = `own-${randomUUID().slice(0, 8)}`;
  const user = { account, real_name: '独用账号', role_id: 3, password };
  const added = await call(request, '/auth_login/login/user/add', user, token);
  expect(added.code).toBe(0);
  await use(account);
  await call(request, '/auth_login/login/user/delete', { user_id: added.data.user_id }, token);
}
