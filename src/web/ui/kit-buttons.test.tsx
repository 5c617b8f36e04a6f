import { cleanup, render, screen } from '@testing-library/react';
import { Button, ConfigProvider } from 'antd';
import { afterEach, expect, test } from 'vitest';
import { kitButtons } from './kit-buttons.tsx';

afterEach(cleanup);

test('a button that waited is called by its own name as soon as it no longer waits', () => {
  const page = (waits: boolean) => (
    <ConfigProvider button={kitButtons}>
      <Button loading={waits}>{'Verify'}</Button>
    </ConfigProvider>
  );
  const { rerender } = render(page(false));
  rerender(page(true));
  expect(screen.getByRole('button', { name: 'loading Verify' })).toBeDefined();
  rerender(page(false));
  expect(screen.getByRole('button', { name: 'Verify' })).toBeDefined();
});
