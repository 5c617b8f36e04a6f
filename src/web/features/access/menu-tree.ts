import type { menus } from '#shared/contract/access/menus.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { type GroupKey, groups, sections } from '#shared/menu.ts';

export type MenuRow = AnswerOf<typeof menus.list>['data_info'][number];

/** Entries that stand beside each other and can change places: the sections of a group, the pages of a section. */
export interface Branch {
  row: MenuRow;
  pages: MenuRow[];
}

export interface MenuGroup {
  /** The name of a group of the shell; the wisdom screen belongs to none. */
  key: GroupKey | 'alone';
  branches: Branch[];
}

/** Where an entry stands is the product's; how it looks is the row's. Rows of no screen are not shown anywhere. */
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

/** The same entries with one of them moved to another's place. */
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
