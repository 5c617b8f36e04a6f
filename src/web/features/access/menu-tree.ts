import type { menus } from '#shared/contract/access/menus.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { type GroupKey, groups, sections } from '#shared/menu.ts';

export type MenuRow = AnswerOf<typeof menus.list>['data_info'][number];

/** Siblings that can be reordered: sections of a group, or pages of a section. */
export interface Branch {
  row: MenuRow;
  pages: MenuRow[];
}

export interface MenuGroup {
  /** Group of the shell; the wisdom screen is in none. */
  key: GroupKey | 'alone';
  branches: Branch[];
}

/** The product defines the structure, the rows the appearance. Rows without a screen are omitted. */
export function menuTree(rows: readonly MenuRow[]): MenuGroup[] {
  const rowAt = new Map(rows.map((row) => [row.path, row]));
  const found = (paths: readonly string[]) =>
    paths.flatMap((path) => rowAt.get(path) ?? []).sort((a, b) => a.sort - b.sort);
  const pagesOf = ({ path }: MenuRow) =>
    found(sections.find((section) => section.path === path)?.pages.map((page) => page.path) ?? []);
  const branches = (paths: readonly string[]) => found(paths).map((row) => ({ row, pages: pagesOf(row) }));
  return [
    ...groups.map((key) => ({
      key,
      branches: branches(sections.filter(({ group }) => group === key).map(({ path }) => path)),
    })),
    { key: 'alone', branches: branches(['/wisdomscreen']) },
  ];
}

/** Moves one entry to another position. */
export function moved(ids: readonly number[], from: number, to: number): number[] {
  const id = ids[from];
  if (id === undefined || to < 0 || to >= ids.length) return [...ids];
  return ids.toSpliced(from, 1).toSpliced(to, 0, id);
}

export function inOrder<Entry>(
  entries: readonly Entry[],
  idOf: (entry: Entry) => number,
  ids: readonly number[],
): Entry[] {
  return [...entries].sort((a, b) => ids.indexOf(idOf(a)) - ids.indexOf(idOf(b)));
}
