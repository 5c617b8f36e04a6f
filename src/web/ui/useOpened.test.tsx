import { act, cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { type Opened, useOpened } from './useOpened.tsx';

afterEach(cleanup);

let made = 0;
function Sheet({ name }: { name: string }) {
  const [nth] = useState(() => ++made);
  return <p>{`${name} ${nth}`}</p>;
}

let [first, second]: Opened<void>[] = [];
function Page() {
  [first, second] = [useOpened<void>(), useOpened<void>()];
  return (
    <div>
      {first.show(() => (
        <Sheet name="first" />
      ))}
      {second.show(() => (
        <Sheet name="second" />
      ))}
    </div>
  );
}

test('of two that are open side by side neither is drawn anew for the other', () => {
  render(<Page />);
  const shown = () => screen.getAllByRole('paragraph').map(({ textContent }) => textContent);
  act(() => second?.open());
  expect(shown()).toEqual(['second 1']);
  act(() => first?.open());
  expect(shown()).toEqual(['first 2', 'second 1']);
});

test('one that opens in the moment in which another closes is drawn anew', () => {
  render(<Page />);
  const shown = () => screen.getByRole('paragraph').textContent;
  act(() => first?.open());
  const before = shown();
  act(() => {
    first?.closed();
    first?.open();
  });
  expect(shown()).not.toBe(before);
});
