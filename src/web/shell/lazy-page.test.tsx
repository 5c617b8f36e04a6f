import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startI18n, t } from '#web/i18n.ts';
import { LazyPage, loadTimeoutMs, type PageChunk, pageChunk } from './lazy-page.tsx';
import { PageBoundary } from './PageBoundary.tsx';

beforeAll(startI18n);
beforeEach(() => {
  // React logs errors caught by a boundary, which are expected here.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const Page = () => <p>page</p>;

const show = (chunk: PageChunk, path = '/a') => (
  <PageBoundary resetKey={path}>
    <Suspense fallback={<p>skeleton</p>}>
      <LazyPage chunk={chunk} />
    </Suspense>
  </PageBoundary>
);

test('a chunk that fails is tried again on request', async () => {
  const fetchPage = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(Page);
  await act(async () => render(show(pageChunk(fetchPage))));
  expect(screen.getByText(t('common.load_failed'))).toBeDefined();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: t('common.retry') })));
  expect(screen.getByText('page')).toBeDefined();
  expect(fetchPage).toHaveBeenCalledTimes(2);
});

test('a chunk that hangs is a load error after 120 seconds', async () => {
  vi.useFakeTimers();
  const chunk = pageChunk(() => new Promise<never>(() => {}));
  await act(async () => render(show(chunk)));
  await act(() => vi.advanceTimersByTimeAsync(loadTimeoutMs - 1));
  expect(screen.getByText('skeleton')).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(loadTimeoutMs).toBe(120_000);
  expect(screen.getByText(t('common.load_error'))).toBeDefined();
});

test('a crash stays on its page: the next path shows its own', async () => {
  const broken = pageChunk(async () => () => {
    throw new Error('bug');
  });
  const whole = pageChunk(async () => Page);
  const view = await act(async () => render(show(broken, '/a')));
  expect(screen.getByText(t('common.page_error'))).toBeDefined();
  await act(async () => view.rerender(show(whole, '/b')));
  expect(screen.getByText('page')).toBeDefined();
});
