import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { databaseFound } from '#web/api/connection.ts';
import { useLiveness } from './useWall.ts';

function Shown({ newest }: { newest: number }) {
  return <p>{useLiveness(newest, false).state}</p>;
}

beforeEach(() => {
  vi.useFakeTimers();
  // Module state is shared between tests.
  databaseFound('ok');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  databaseFound('ok');
});

const said = () => screen.getByRole('paragraph').textContent;

test('the wall is not live while the database does not work, nor without its socket', async () => {
  render(<Shown newest={Date.now()} />);
  expect(said()).toBe('live');
  act(() => databaseFound('away'));
  expect(said()).toBe('database');
  act(() => databaseFound('ok'));
  expect(said()).toBe('live');
  // No socket is open in this test.
  await act(() => vi.advanceTimersByTimeAsync(7000));
  expect(said()).toBe('lost');
});
