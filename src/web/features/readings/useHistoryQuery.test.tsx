import { act, cleanup, renderHook } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { useHistoryQuery } from './useHistoryQuery.ts';

afterEach(cleanup);

test('a link to a part of the time says of which time it is a part', () => {
  const { result } = renderHook(() => ({ query: useHistoryQuery(), address: useLocation().search }), {
    wrapper: ({ children }) => <MemoryRouter initialEntries={['/history?sites=1']}>{children}</MemoryRouter>,
  });
  const { from, to, look } = result.current.query;
  act(() => look({ from: 1000.4, to: 2000.6 }));
  const { query, address } = result.current;
  expect(query.zoom).toEqual({ from: 1000, to: 2001 });
  expect(Object.fromEntries(new URLSearchParams(address))).toMatchObject({ sites: '1', from, to });
  act(() => query.look(undefined));
  expect(result.current.query).toMatchObject({ zoom: undefined, from, to });
});
