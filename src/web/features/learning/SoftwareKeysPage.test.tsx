import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { softwareKeyActions, softwareKeys } from '#shared/contract/learning/software-keys.ts';
import { ok, showPage, signInAs, stubServer } from '#web/ui/testing.tsx';
import { SoftwareKeysPage } from './SoftwareKeysPage.tsx';

beforeEach(() => signInAs(0));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const expires_at = '2026-12-18T01:00:00.000Z';
const revoked = {
  ...{ key_id: 1, dc: '12345', ckb: '77', duration_days: 30, state: 'revoked', remark: '' },
  ...{ issued_by_name: '林清岚', issued_at: '2026-11-18T01:00:00.000Z', expires_at },
  ...{ revoked_by_name: '林清岚', revoked_at: '2026-11-19T01:00:00.000Z', revoke_reason: '设备报废' },
};

test('an old key, shown again, is not called new and nobody is told to pass it on', async () => {
  stubServer({
    [softwareKeys.list.path]: () => ok({ data_info: [revoked], total: 1 }),
    [softwareKeyActions.get.path]: () => ok({ key_id: 1, key_text: 'LJ1-AAAA', expires_at }),
  });
  await showPage(<SoftwareKeysPage />);
  fireEvent.click(await screen.findByText('查看密钥'));
  expect(await screen.findByText('LJ1-AAAA')).toBeTruthy();
  expect(screen.queryByText('新密钥')).toBeNull();
  expect(screen.queryByText(/请复制后交给设备方/)).toBeNull();
});
