import type { RolePower } from '#shared/contract/access/roles.ts';
import { type GroupKey, groups, type Section, screenAt, sectionOf, sections } from '#shared/menu.ts';
import { pending } from '#web/pending.ts';

/** Row of the menu table: overrides the route tree, and may require more than the page's own power. */
export interface MenuRow {
  path: string;
  menu_name: string;
  menu_name_en: string;
  /** Pinyin of `menu_name`. */
  syllables?: string;
  icon: string;
  sort: number;
  hidden: boolean;
  /** If not empty, one of these is required besides the page's own power. */
  power_ids: readonly number[];
}

export interface MenuPage {
  path: string;
  /** Word key of the screen's name, if the menu table has none. */
  key: string;
  row: MenuRow | undefined;
}

export interface MenuSection extends MenuPage {
  icon: string;
  /** Target of the section's own path: its default page, or the first permitted one. */
  target: string;
  pages: MenuPage[];
}

export interface MenuGroup {
  key: GroupKey;
  /** The first section's target that is built. */
  target: string;
  sections: MenuSection[];
}

export interface Menu {
  groups: MenuGroup[];
  /** Absent if not permitted or hidden. */
  wisdomScreen: MenuPage | undefined;
  /** Whether the page at a path may be opened; hidden pages may. */
  permits(path: string): boolean;
  /** Menu entry of the screen at a path, also of screens outside the menu. */
  entryAt(path: string): MenuPage | undefined;
}

interface MenuSources {
  /** True for role 0, which sees the whole route tree. */
  everything: boolean;
  powers: readonly RolePower[];
  rows: readonly MenuRow[];
}

/** Matched by power code, as names can be edited. */
const wisdomScreenPower = 'page.wisdomscreen';

/** Spec §6: page powers (type 2) decide which entries exist, the menu table how they look. */
export function buildMenu({ everything, powers, rows }: MenuSources): Menu {
  const permitted = permittedPaths(powers);
  const rowAt = new Map(rows.map((row) => [row.path, row]));
  const held = new Set(powers.map(({ power_id }) => power_id));
  const isMet = (path: string) => {
    const asked = rowAt.get(path)?.power_ids ?? [];
    return asked.length === 0 || asked.some((id) => held.has(id));
  };
  const mayOpen = (path: string) =>
    everything || (permitted.has(path) && isMet(path) && isMet(sectionPath(path)));
  const mayWatch = everything || powers.some(({ power_code }) => power_code === wisdomScreenPower);
  const wisdom = { path: '/wisdomscreen', key: 'wisdomscreen', row: rowAt.get('/wisdomscreen') };
  return {
    wisdomScreen: mayWatch && !wisdom.row?.hidden ? wisdom : undefined,
    permits: (path) => {
      const found = screenAt(path);
      if (found?.section) return mayOpen(found.screen.path);
      return found?.screen.key === 'wisdomscreen' ? mayWatch : true;
    },
    entryAt: (path) => {
      const found = screenAt(path)?.screen;
      return found && { path, key: found.key, row: rowAt.get(path) };
    },
    groups: groups.flatMap((key) => {
      const shown = inOrder(
        sections
          .filter(({ group }) => group === key)
          .flatMap((section) => sectionEntry(section, rowAt, mayOpen) ?? []),
      );
      const target = (shown.find((section) => !pending.includes(section.target)) ?? shown[0])?.target;
      return target ? [{ key, target, sections: shown }] : [];
    }),
  };
}

function sectionEntry(
  section: Section,
  rowAt: ReadonlyMap<string, MenuRow>,
  mayOpen: (path: string) => boolean,
): MenuSection | undefined {
  const row = rowAt.get(section.path);
  const pages = inOrder(
    section.pages
      .filter(({ path }) => mayOpen(path))
      .map(({ path, key }) => ({ path, key, row: rowAt.get(path) })),
  );
  const first = pages[0];
  if (!first || row?.hidden) return undefined;
  const byDefault = pages.find(({ path }) => path === section.default) ?? first;
  return {
    path: section.path,
    key: `section_${section.key}`,
    row,
    icon: row?.icon || section.icon,
    target: byDefault.path,
    pages,
  };
}

/** Sorted entries first; entries without a row follow in the spec's order. */
function inOrder<Entry extends MenuPage>(entries: Entry[]): Entry[] {
  const place = ({ row }: Entry) => row?.sort ?? Number.MAX_SAFE_INTEGER;
  return entries.filter(({ row }) => !row?.hidden).sort((a, b) => place(a) - place(b));
}

function sectionPath(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

function permittedPaths(powers: readonly RolePower[]): Set<string> {
  const paths = new Set<string>();
  for (const { type, power_url } of powers) {
    const section = type === 2 ? sectionOf(power_url) : undefined;
    if (!section) continue;
    const path = pageOf(power_url, section);
    if (path) paths.add(path);
  }
  return paths;
}

/**
 * The page that a power's URL names within its section. The longest match wins; the bare section is its default page.
 */
function pageOf(powerUrl: string, section: Section): string | undefined {
  const fits = section.pages
    .filter(({ path }) => powerUrl.includes(path.slice(1)))
    .sort((a, b) => b.path.length - a.path.length);
  if (fits[0]) return fits[0].path;
  return powerUrl.replace(/\/+$/, '').endsWith(section.key) ? section.default : undefined;
}
