import { cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { startI18n } from '#web/i18n.ts';
import { buildMenu } from './menu-model.ts';
import { SideMenu } from './SideMenu.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
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

test('the entry of the current page is scrolled into view', async () => {
  const shown: (string | undefined)[] = [];
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this.getAttribute('data-menu-id')?.replace(/^[^/]*/, ''));
  });
  vi.stubGlobal('innerWidth', 1366);
  await startI18n();
  render(
    <MemoryRouter initialEntries={['/workorder/duty']}>
      <SideMenu menu={buildMenu({ everything: true, powers: [], rows: [] })} />
    </MemoryRouter>,
  );
  await vi.waitFor(() => expect(shown).toEqual(['/workorder/duty']));
});
