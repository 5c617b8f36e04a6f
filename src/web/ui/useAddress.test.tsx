import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { useAddress } from './useAddress.ts';

function at(address: string) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
  );
  return renderHook(() => useAddress(), { wrapper });
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
