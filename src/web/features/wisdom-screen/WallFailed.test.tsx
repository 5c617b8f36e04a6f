import { act, cleanup, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
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

/** Renders every second, as a page with a clock. */
function Ticking({ onRetry }: { onRetry(): void }) {
  const [, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((seconds) => seconds + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return <WallFailed error={new Error('x')} onRetry={() => onRetry()} />;
}

test('a wall that could not load says so and tries again by itself', async () => {
  const again = vi.fn();
  await showPage(<WallFailed error={new Error('x')} onRetry={again} />);
  expect((await screen.findByRole('alert')).textContent).toContain('加载失败');
  cleanup();
  vi.useFakeTimers();
  await act(() => showPage(<Ticking onRetry={again} />));
  for (let second = 0; second < 31; second++) act(() => void vi.advanceTimersByTime(1000));
  expect(again).toHaveBeenCalledOnce();
});
