import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { useAddress } from './useAddress.ts';

function at(address: string) {
  let shown: ReactNode;
  const router = createMemoryRouter([{ path: '/', element: <Shown /> }], { initialEntries: [address] });
  function Shown() {
    return shown;
  }
  return renderHook(() => useAddress(), {
    wrapper: ({ children }) => {
      shown = children;
      return <RouterProvider router={router} />;
    },
  });
}

test('a change that comes before the last one is shown builds on it', async () => {
  const { result } = at('/?site=A&state=online');
  await act(async () => {
    result.current.change({ site: undefined });
    result.current.change({ colour: 'pm25' });
  });
  expect(result.current.params.toString()).toBe('state=online&colour=pm25');
  await act(async () => result.current.change({ sites: [3, 4, 5] }));
  expect(result.current.numbers('sites')).toEqual([3, 4, 5]);
});
