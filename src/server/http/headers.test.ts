import { beforeAll, expect, test } from 'vitest';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { jobs } from '#shared/contract/platform/jobs.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';

async function cookieOf(address: string, client: Client, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(address + jobs.list.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      imei: client.imei,
      access_token: client.tokens?.access_token ?? '',
      ...headers,
    },
    body: '{}',
  });
  expect(answer.status).toBe(200);
  return answer.headers.get('set-cookie') ?? '';
}

let plainly: TestApp;
let proxied: TestApp;
beforeAll(async () => {
  plainly = await testApp();
  proxied = await testApp({ TRUST_PROXY: 'true', API_DOCS: 'signed-in' });
});

test('the cookie is Secure for a browser that speaks TLS, whether or not its proxy is trusted', async () => {
  for (const { address, login } of [plainly, proxied]) {
    const client = await login('learner');
    const cookie = (headers: Record<string, string>) => cookieOf(address, client, headers);
    const plain = await cookie({});
    expect(plain).toMatch(/; HttpOnly; SameSite=Strict$/);
    expect(await cookie({ 'x-forwarded-proto': 'http' })).toBe(plain);
    for (const headers of [
      { 'x-forwarded-proto': 'https' },
      { 'x-forwarded-proto': 'HTTPS, http' },
      { forwarded: 'for=203.0.113.9;proto=https' },
    ] as Record<string, string>[]) {
      expect(await cookie(headers)).toBe(`${plain}; Secure`);
    }
  }
});

test('a form of a page may be sent to this server only', async () => {
  const { headers } = await fetch(`${plainly.address}/health`);
  expect(headers.get('content-security-policy')).toMatch(/(^|;) ?form-action 'self'(;|$)/);
});

test('the description of the API is public in the demo, for sessions elsewhere, and can be switched off', async () => {
  const documents = ['/docs', '/docs/', '/docs/json', '/docs/yaml', '/docs/static/swagger-ui.css'];
  const statuses = (address: string, cookie = '') =>
    Promise.all(
      documents.map(async (path) => {
        const answer = await fetch(address + path, { headers: { cookie }, redirect: 'manual' });
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
  const open = (status: number) => status < 400;
  expect((await statuses(plainly.address)).every(open)).toBe(true);

  expect(await statuses(proxied.address)).toEqual(documents.map(() => 401));
  const client = await proxied.login('learner');
  const [cookie] = (await cookieOf(proxied.address, client, {})).split(';');
  expect((await statuses(proxied.address, cookie)).every(open)).toBe(true);
  expect(await statuses(proxied.address, `${cookie}x`)).toEqual(documents.map(() => 401));
  await client.send(signIn.out, {});
  expect(await statuses(proxied.address, cookie)).toEqual(documents.map(() => 401));

  expect(await statuses((await testApp({ API_DOCS: 'off' })).address)).toEqual(documents.map(() => 404));
});
