import type { MenuProps } from 'antd';
import { Link } from 'react-router';
import { MenuIcon } from './icons.tsx';
import type { MenuPage, MenuSection } from './menu-model.ts';

/** Items of antd's Menu for sections and their pages. */
export function sectionItems(
  sections: readonly MenuSection[],
  nameOf: (entry: MenuPage) => string,
): NonNullable<MenuProps['items']> {
  return sections.map((section) => ({
    key: section.path,
    icon: <MenuIcon name={section.icon} />,
    label: nameOf(section),
    children: section.pages.map((page) => ({
      key: page.path,
      label: <Link to={page.path}>{nameOf(page)}</Link>,
    })),
  }));
}
