import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'esbuild';
import { type AccessPayload, signToken } from '#server/http/tokens.ts';
import { roles } from '#shared/contract/access/roles.ts';
import { signIn } from '#shared/contract/access/sign-in.ts';
import type { Product } from './product.ts';
import { expect, test } from './signed-in.ts';

/** Replaces the session's token by an expired one that differs only in its times. */
async function expireToken(page: Page, product: Product): Promise<void> {
  const secrets = JSON.parse(await readFile(join(product.dataDir, 'secrets.json'), 'utf8'));
  const info = JSON.parse(await page.evaluate(() => sessionStorage.getItem('user_info') ?? ''));
  const payload = JSON.parse(Buffer.from(info.access_token.split('.')[1], 'base64url').toString());
  const { type, uid, role_id, sid } = payload as AccessPayload;
  const anHourAgo = new Date(Date.now() - 3_600_000);
  const expired = await signToken({ type, uid, role_id, sid }, secrets.token_secret, anHourAgo, 900);
  const stored = JSON.stringify({ ...info, access_token: expired });
  await page.evaluate((value) => sessionStorage.setItem('user_info', value), stored);
}

/** Counts token refreshes and answers that say that the token has expired. */
function watch(page: Page) {
  const seen = { refreshes: 0, expired: 0 };
  page.on('response', async (response) => {
    if (new URL(response.url()).pathname === signIn.refresh.path) seen.refreshes += 1;
    else if (response.request().method() === 'POST' && (await response.json()).code === 1) seen.expired += 1;
  });
  return seen;
}

test('a page opened with an expired token renews it once and shows its list', async ({ open, product }) => {
  const page = await open('/userconfigs/roles', 'manager');
  await expect(page.getByRole('row').filter({ hasText: '审核员' })).toBeVisible();
  await expireToken(page, product);
  const seen = watch(page);
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: '审核员' })).toBeVisible();
  await expect(page).toHaveURL(/\/userconfigs\/roles$/);
  await expect.poll(() => seen.expired).toBeGreaterThan(1);
  expect(seen.refreshes).toBe(1);
});

test('fifty calls at once with an expired token make one refresh, and all succeed', async ({
  open,
  product,
}) => {
  const page = await open('/userconfigs/roles');
  // A blank page on the same origin, so that only the fifty calls are sent.
  await page.route('/blank', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  );
  await page.goto('/blank');
  await expireToken(page, product);
  const seen = watch(page);
  await page.evaluate(await clientWith(roles.list.path));
  const totals = await page.evaluate(() => (window as never as { fifty: Promise<number[]> }).fifty);
  expect(totals).toHaveLength(50);
  expect(Math.min(...totals)).toBeGreaterThan(4);
  await expect.poll(() => seen).toEqual({ refreshes: 1, expired: 50 });
});

/** The browser's client as one script that loads a list fifty times. */
async function clientWith(path: string): Promise<string> {
  const script = `
    import { send } from '#web/api/client.ts';
    const call = { path: '${path}', needs: 'role.read' };
    window.fifty = Promise.all(Array.from({ length: 50 }, async () => (await send(call, {})).total));`;
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}
