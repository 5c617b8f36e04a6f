import { sounds } from '#shared/domain/sounds.ts';
import type { T } from '#web/i18n.ts';
import type { Marks } from '#web/widgets/marks.ts';
import { matchingSites, type ShortSite } from '#web/widgets/site-tree.ts';
import { fitOf, pinyinInitials, wordInitials } from './fuzzy.ts';
import type { Menu, MenuPage } from './menu-model.ts';

export interface Destination {
  path: string;
  name: string;
  /** Group and section, to distinguish pages with similar names. */
  where: string;
  /** All texts that a keyword is matched with. */
  texts: string[];
  /** Pinyin of the Chinese name. */
  syllables?: string;
  /** Other words for what is on the page. */
  words?: string;
}

/** Most sites in the results; more letters narrow them down. */
const sitesShown = 8;

/** Shown without a keyword: favourite sites, then recent ones. */
export function markedDestinations(
  sites: readonly ShortSite[],
  { favourites, recent }: Marks,
  t: T,
): Pick<Destination, 'path' | 'name' | 'where'>[] {
  const byId = new Map(sites.map((site) => [site.site_id, site]));
  const of = (site_ids: readonly number[], where: string) =>
    site_ids.flatMap((site_id) => {
      const site = byId.get(site_id);
      return site ? { ...siteDestination(site), where } : [];
    });
  const lately = recent.filter((site_id) => !favourites.includes(site_id));
  return [
    ...of(favourites.slice(0, sitesShown), t('sitePicker.favourite')),
    ...of(lately.slice(0, sitesShown), t('sitePicker.recent')),
  ];
}

function siteDestination({ mn, site_name }: ShortSite) {
  return { path: `/sites/${encodeURIComponent(mn)}`, name: site_name };
}

/** Matching sites, listed after the pages; none without a keyword, as they would bury the pages. */
export function siteDestinations(
  sites: readonly ShortSite[],
  keyword: string,
  { favourites, recent }: Marks,
  t: T,
): Pick<Destination, 'path' | 'name' | 'where'>[] {
  if (keyword.trim() === '') return [];
  const rank = new Map([...recent, ...favourites].map((site_id, at) => [site_id, at + 1]));
  const typed = keyword.trim().toLowerCase();
  return matchingSites(sites, { keyword })
    .map((site) => ({ site, rank: rank.get(site.site_id) ?? 0, begins: begins(site, typed) ? 1 : 0 }))
    .toSorted((a, b) => b.rank - a.rank || b.begins - a.begins)
    .map(({ site }) => site)
    .slice(0, sitesShown)
    .map((site) => ({
      ...siteDestination(site),
      where: `${t(`sites.site_type_${site.site_type}`)} / ${site.mn}`,
    }));
}

/** Letters within a word, as nj in Jinjiang, are a weaker match than the beginning or the initials of a name. */
function begins({ site_name, other_name = '', initials, syllables }: ShortSite, typed: string): boolean {
  return (
    [site_name, other_name, initials].some((text) => text.toLowerCase().startsWith(typed)) ||
    syllables.replaceAll(' ', '').startsWith(typed.replaceAll(' ', ''))
  );
}

export function destinationsOf(menu: Menu, nameOf: (entry: MenuPage) => string, t: T): Destination[] {
  const alone = ['homepages', 'personal'].map((key) => ({ path: `/${key}`, key, row: undefined }));
  return [
    ...[...alone, ...(menu.wisdomScreen ? [menu.wisdomScreen] : [])].map((page) =>
      destination(page, nameOf(page), '', t),
    ),
    ...menu.groups.flatMap(({ key, sections }) =>
      sections.flatMap((section) => {
        const where = `${t(`menu.group_${key}`)} / ${nameOf(section)}`;
        return section.pages.map((page) => destination(page, nameOf(page), where, t));
      }),
    ),
  ];
}

/** Sorted by match; without a keyword all pages in menu order. */
export function findDestinations(all: readonly Destination[], keyword: string): Destination[] {
  if (keyword.trim() === '') return [...all];
  return all
    .map((one) => ({
      one,
      fit: Math.max(
        spokenFit(one, keyword),
        wordsFit(one, keyword),
        ...one.texts.map((text) => fitOf(keyword, text)),
      ),
    }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit)
    .map(({ one }) => one);
}

/** Score of a pinyin match: like a match within the name. */
const SPOKEN = 90;

function spokenFit({ syllables = '' }: Destination, keyword: string): number {
  return sounds(syllables, keyword.trim().toLowerCase()) ? SPOKEN : 0;
}

/** A name comes before another word for the page, and that before scattered letters. */
const WORDS = 45;

function wordsFit({ words = '' }: Destination, keyword: string): number {
  const among = words.toLowerCase();
  const typed = keyword.trim().toLowerCase().split(/\s+/);
  return typed.every((word) => among.includes(word)) ? WORDS : 0;
}

function destination(page: MenuPage, name: string, where: string, t: T): Destination {
  const names = [name, ...otherNames(page)];
  const { path, row } = page;
  return {
    path,
    name,
    where,
    syllables: row?.syllables ?? '',
    words: t.has(`pageWords.${page.key}`) ? t.tx(`pageWords.${page.key}`) : '',
    texts: [...names, ...names.map(pinyinInitials), ...names.map(wordInitials), path],
  };
}

/** Names in both languages from the menu table: users mix them. */
function otherNames({ row }: MenuPage): string[] {
  return row ? [row.menu_name, row.menu_name_en].filter(Boolean) : [];
}
