import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { CountedIcon } from './CountedIcon.tsx';

afterEach(cleanup);

const bell = (count: number) => (
  <button type="button">
    <CountedIcon icon={<i />} count={count} nameOf={(shown) => `Alarms, ${shown} new`} />
  </button>
);
const shownIn = (button: HTMLElement) => [...button.querySelectorAll('[aria-hidden]')].at(-1)?.textContent;

test('the name of a counted icon says the number that it shows, also the moment after the count changed', () => {
  const { rerender } = render(bell(117));
  for (const [count, shown] of [
    [117, '99+'],
    [98, '98'],
    [1, '1'],
    [1200, '99+'],
  ] as const) {
    rerender(bell(count));
    const button = screen.getByRole('button', { name: `Alarms, ${shown} new` });
    expect(button.hasAttribute('aria-label')).toBe(false);
    expect(shownIn(button)).toBe(shown);
  }
});

test('without a count only the icon is shown', () => {
  render(bell(0));
  expect(shownIn(screen.getByRole('button'))).toBe('');
});
