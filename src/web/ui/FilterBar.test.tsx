import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { users } from '#shared/contract/access/users.ts';
import { FilterBar } from './FilterBar.tsx';
import { showPage } from './testing.tsx';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const asked: (string | undefined)[] = [];
let arrive: (keyword: string | undefined) => void = () => undefined;

/** The test changes the URL of the page through `arrive`. */
function Page() {
  const [keyword, setKeyword] = useState<string>();
  arrive = setKeyword;
  const list = {
    ...{ listing: users, query: { keyword }, filtered: false, clearFilters: () => undefined },
    change: (patch: Record<string, unknown>) => void asked.push(patch.keyword as string | undefined),
  };
  return <FilterBar list={list as never} />;
}

test('on a page that is too busy to follow, no letter that is typed is lost', async () => {
  asked.length = 0;
  await showPage(<Page />);
  vi.useFakeTimers();
  const field = screen.getByRole('textbox', { name: '账号、姓名、手机号或备注' });
  const type = (text: string) => {
    fireEvent.change(field, { target: { value: text } });
    act(() => void vi.advanceTimersByTime(400));
  };
  type('m');
  type('ma');
  // The URL of the first letter arrives only now, that of the second while the third is typed.
  act(() => arrive('m'));
  fireEvent.change(field, { target: { value: 'man' } });
  act(() => arrive('ma'));
  act(() => void vi.advanceTimersByTime(400));
  expect(asked).toEqual(['m', 'ma', 'man']);
  expect(field).toHaveProperty('value', 'man');
  // Changed from outside, as by Back.
  act(() => arrive('man'));
  act(() => arrive(undefined));
  expect(field).toHaveProperty('value', '');
});
