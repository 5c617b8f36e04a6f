import { cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { startI18n } from '#web/i18n.ts';
import { SideMenu } from './SideMenu.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function isFolded(width: number): Promise<boolean> {
  vi.stubGlobal('innerWidth', width);
  await startI18n();
  const { container } = render(
    <MemoryRouter initialEntries={['/userconfigs/users']}>
      <SideMenu menu={undefined} />
    </MemoryRouter>,
  );
  return container.querySelector('[data-collapsed]')?.getAttribute('data-collapsed') === 'true';
}

test.each([
  [1024, true],
  [1025, false],
])(
  'at %i px it is folded, where the header has the whole menu behind a button: %s',
  async (width, folded) => {
    expect(await isFolded(width)).toBe(folded);
  },
);

test('whoever unfolded it finds it so, also on a tablet', async () => {
  localStorage.setItem('side_menu_collapsed', 'no');
  expect(await isFolded(1024)).toBe(false);
});
