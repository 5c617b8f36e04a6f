import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showPage, signInAs, stubServer } from '#web/ui/testing.tsx';
import { WallFailed } from './WallFailed.tsx';

beforeEach(() => {
  signInAs(0);
  stubServer({});
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test('a wall that could not load says so and tries again by itself', async () => {
  const again = vi.fn();
  await showPage(<WallFailed error={new Error('x')} onRetry={again} />);
  expect((await screen.findByRole('alert')).textContent).toContain('加载失败');
  cleanup();
  vi.useFakeTimers();
  await act(() => showPage(<WallFailed error={new Error('x')} onRetry={again} />));
  act(() => void vi.advanceTimersByTime(31_000));
  expect(again).toHaveBeenCalledOnce();
});
