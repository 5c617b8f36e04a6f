import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { VirtualList } from './VirtualList.tsx';

test('of a long list only what is seen is made, and scrolling makes what comes next', () => {
  const rows = Array.from({ length: 10_000 }, (_, i) => i);
  const { container } = render(
    <VirtualList label="list" rows={rows} rowHeight={30} keyOf={(row) => row}>
      {(row) => `row ${row}`}
    </VirtualList>,
  );
  expect(screen.getByText('row 0')).toBeTruthy();
  expect(screen.queryByText('row 5000')).toBe(null);
  const box = container.firstElementChild as HTMLElement;
  box.scrollTop = 150_000;
  fireEvent.scroll(box);
  expect(screen.getByText('row 5000').getAttribute('aria-posinset')).toBe('5001');
  expect(screen.getAllByRole('listitem').length).toBeLessThan(100);
});
