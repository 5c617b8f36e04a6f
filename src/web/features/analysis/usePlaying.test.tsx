import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { usePlaying } from './usePlaying.ts';

test('another film begins at its own start, not at the step where the last one was left', () => {
  const { result, rerender } = renderHook(({ film }) => usePlaying(24, 23, film), {
    initialProps: { film: 'today' },
  });
  act(() => result.current.go(5));
  expect(result.current.step).toBe(5);
  rerender({ film: 'yesterday' });
  expect(result.current.step).toBe(23);
});
