import type { T } from '#web/i18n.ts';
import { matchingSites, type ShortSite } from '#web/widgets/site-tree.ts';
import { fitOf, pinyinInitials, wordInitials } from './fuzzy.ts';
import type { Menu, MenuPage } from './menu-model.ts';

export interface Destination {
  path: string;
  name: string;
  /** Group and section, to tell two pages of like names apart. */
  where: string;
  /** Everything a keyword may meet. */
  texts: string[];
}

/** As many sites as one looks through; whoever wants another one types more of its name. */
const sitesShown = 8;

/** Sites that a keyword may mean: they follow the pages. Without one they would bury them. */
export function siteDestinations(
  sites: readonly ShortSite[],
  keyword: string,
  t: T,
): Pick<Destination, 'path' | 'name' | 'where'>[] {
  if (keyword.trim() === '') return [];
  return matchingSites(sites, { keyword })
    .slice(0, sitesShown)
    .map(({ mn, site_name, site_type }) => ({
      path: `/sites/${encodeURIComponent(mn)}`,
      name: site_name,
      where: `${t(`sites.site_type_${site_type}`)} / ${mn}`,
    }));
}

export function destinationsOf(menu: Menu, nameOf: (entry: MenuPage) => string, t: T): Destination[] {
  const alone = ['homepages', 'personal'].map((key) => ({ path: `/${key}`, key, row: undefined }));
  return [
    ...[...alone, ...(menu.wisdomScreen ? [menu.wisdomScreen] : [])].map((page) =>
      destination(page.path, nameOf(page), '', otherNames(page)),
    ),
    ...menu.groups.flatMap(({ key, sections }) =>
      sections.flatMap((section) => {
        const where = `${t(`menu.group_${key}`)} / ${nameOf(section)}`;
        return section.pages.map((page) => destination(page.path, nameOf(page), where, otherNames(page)));
      }),
    ),
  ];
}

/** Best first; without a keyword all of them in the menu's order. */
export function findDestinations(all: readonly Destination[], keyword: string): Destination[] {
  if (keyword.trim() === '') return [...all];
  return all
    .map((one) => ({ one, fit: Math.max(...one.texts.map((text) => fitOf(keyword, text))) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit)
    .map(({ one }) => one);
}

function destination(path: string, name: string, where: string, others: string[]): Destination {
  const names = [name, ...others];
  return {
    path,
    name,
    where,
    texts: [...names, ...names.map(pinyinInitials), ...names.map(wordInitials), path],
  };
}

/** The name in the other language, when the menu table knows it: people mix them. */
function otherNames({ row }: MenuPage): string[] {
  return row ? [row.menu_name, row.menu_name_en].filter(Boolean) : [];
}
