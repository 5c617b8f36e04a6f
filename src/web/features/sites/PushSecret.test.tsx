import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pushSecrets } from '#shared/contract/sites/push.ts';
import { ok, showPage, signInAs, stubServer } from '#web/ui/testing.tsx';
import { PushSecret } from './PushSecret.tsx';
import type { Site } from './useSiteActions.tsx';

const site = { site_id: 5, site_name: '历下站', mn: 'A/1' } as Site;

/** A site after this many secrets; each renewal creates the next. */
async function show(number: number) {
  let made = number;
  const answer = () =>
    ok({ secret: made > 0 ? `secret-${made}` : null, created_at: made > 0 ? '2026-11-15T02:00:00Z' : null });
  const server = stubServer({
    [pushSecrets.get.path]: answer,
    [pushSecrets.renew.path]: () => {
      made += 1;
      return answer();
    },
    [pushSecrets.revoke.path]: () => {
      made = 0;
      return ok();
    },
  });
  await showPage(<PushSecret site={site} onClosed={() => undefined} />);
  return server;
}

beforeEach(() => signInAs(0));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Clicks the button and then the one that confirms. */
async function confirm(name: string) {
  fireEvent.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(screen.getAllByRole('button', { name })).toHaveLength(2));
  fireEvent.click(screen.getAllByRole('button', { name })[1] as HTMLElement);
}

test('a site gets its secret with one click, beside the address to post to', async () => {
  const server = await show(0);
  fireEvent.click(await screen.findByRole('button', { name: '生成密钥' }));
  await screen.findByText('secret-1');
  screen.getByText(/\/push\/A%2F1$/);
  expect(server.inputsOf(pushSecrets.renew.path)).toEqual([{ site_id: 5 }]);
});

test('a new secret takes the place of the old one, after a question', async () => {
  await show(1);
  await screen.findByText('secret-1');
  await confirm('更换密钥');
  await screen.findByText('secret-2');
  expect(screen.queryByText('secret-1')).toBeNull();
});

test('a secret that is revoked is gone', async () => {
  const server = await show(1);
  await confirm('停用推送');
  await screen.findByRole('button', { name: '生成密钥' });
  expect(server.inputsOf(pushSecrets.revoke.path)).toEqual([{ site_id: 5 }]);
});
