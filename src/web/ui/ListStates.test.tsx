import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { CallError } from '#web/api/call-error.ts';
import { EmptyRows, ListError } from './ListStates.tsx';
import { showPage } from './testing.tsx';

afterEach(cleanup);

test('a missing permission is named, and is not called a failure to load', async () => {
  const error = new CallError('refused', '', {
    fault: 'permission_denied',
    detail: 'power_missing',
    params: { power: 'product.read' },
  });
  await showPage(<ListError error={error} onRetry={() => {}} />);
  expect(await screen.findByText('您没有“查看产品线”权限，请联系管理员开通')).toBeTruthy();
  expect(screen.queryByText('加载失败')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a wide table without rows can be scrolled by keyboard', async () => {
  await showPage(<EmptyRows title="No data" hint="Choose another time." />);
  expect((await screen.findByText('No data')).closest('[tabindex="0"]')).toBeTruthy();
});
