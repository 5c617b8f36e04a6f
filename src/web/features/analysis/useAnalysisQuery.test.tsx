import { act, cleanup, renderHook } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { useAnalysisQuery } from './useAnalysisQuery.ts';

afterEach(cleanup);

const from = '2026-03-01T16:00:00.000Z';
const to = '2026-03-08T16:00:00.000Z';
const at = (time: string, hours: number) => Date.parse(time) + hours * HOUR_MS;

function openQuery() {
  const address = `/dataanalysis?from=${from}&to=${to}`;
  const { result } = renderHook(() => useAnalysisQuery(), {
    wrapper: ({ children }) => <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>,
  });
  return result;
}

test('panning keeps the length of the range, and the reset shows the first range again', () => {
  const query = openQuery();
  act(() => query.current.look({ from: at(from, -24.3), to: at(to, -24.3) }));
  expect(query.current).toMatchObject({ from: '2026-02-28T16:00:00.000Z', isPart: true });
  act(() => query.current.look({ from: at(from, -100.6), to: at(to, -100.6) }));
  expect(Date.parse(query.current.to) - Date.parse(query.current.from)).toBe(7 * DAY_MS);
  act(() => query.current.look(undefined));
  expect(query.current).toMatchObject({ from, to, isPart: false });
});

test('the shortest zoom is one hour', () => {
  const query = openQuery();
  act(() => query.current.look({ from: at(from, 2.1), to: at(from, 2.2) }));
  expect(query.current).toMatchObject({ from: '2026-03-01T18:00:00.000Z', to: '2026-03-01T19:00:00.000Z' });
});

test('another range ends the zoom', () => {
  const query = openQuery();
  act(() => query.current.look({ from: at(from, 2), to: at(from, 9) }));
  act(() => query.current.ask({ from, to: '2026-03-02T16:00:00.000Z' }));
  expect(query.current).toMatchObject({ to: '2026-03-02T16:00:00.000Z', isPart: false });
});
