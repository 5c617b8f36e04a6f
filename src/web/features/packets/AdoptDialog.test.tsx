import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unregisteredActions } from '#shared/contract/packets/unregistered.ts';
import { agreements } from '#shared/contract/site-config/agreements.ts';
import { products } from '#shared/contract/site-config/products.ts';
import { ok, showPage, signInAs, stubServer } from '#web/ui/testing.tsx';
import { AdoptDialog } from './AdoptDialog.tsx';

beforeEach(() => signInAs(0));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const heard = (mark: string, packets: number) => ({
  mark,
  masked: mark === '' ? '' : '1••••6',
  packets,
  last_at: '2026-11-15T01:00:00.000Z',
  remote: '10.0.0.1:4000',
});

async function showDialog(passwords: readonly ReturnType<typeof heard>[]) {
  const none = () => ok({ data_info: [], total: 0 });
  const server = stubServer({
    [unregisteredActions.told.path]: () => ok({ site_type: 'air', passwords }),
    [unregisteredActions.adopt.path]: () => ok({ site_id: 7 }),
    [agreements.list.path]: none,
    [products.list.path]: none,
  });
  await showPage(<AdoptDialog device={{ mn: 'NEW' } as never} onClosed={() => {}} onAdopted={() => {}} />);
  await screen.findByText('不核对密码');
  const create = () => fireEvent.click(screen.getByRole('button', { name: '建为站点' }));
  const sent = () => server.inputsOf(unregisteredActions.adopt.path).map(({ pw }) => pw);
  return { create, sent };
}

test('of several passwords none is chosen before a person does', async () => {
  const { create, sent } = await showDialog([heard('aaaa1111', 7), heard('bbbb2222', 2)]);
  create();
  expect(await screen.findByText('收到过多种密码，请选择一种，或选择不核对')).toBeTruthy();
  expect(sent()).toEqual([]);
  expect(screen.getByText(/报文 2 条 · 最近 2026-11-15 09:00:00 · 来自 10\.0\.0\.1:4000/)).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: /#aaaa/ }));
  create();
  await waitFor(() => expect(sent()).toEqual(['aaaa1111']));
});

test('a password and packets without one are several too, and it may be left unchecked', async () => {
  const { create, sent } = await showDialog([heard('aaaa1111', 7), heard('', 2)]);
  expect(screen.getByText(/不带密码的报文 2 条/)).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: /不核对密码/ }));
  create();
  await waitFor(() => expect(sent()).toEqual(['']));
});

test('the only password that was heard is chosen already', async () => {
  const { create, sent } = await showDialog([heard('aaaa1111', 7)]);
  create();
  await waitFor(() => expect(sent()).toEqual(['aaaa1111']));
});
