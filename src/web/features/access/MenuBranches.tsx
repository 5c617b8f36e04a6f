import { useState } from 'react';
import { useT } from '#web/i18n.ts';
import { MenuIcon } from '#web/shell/icons.tsx';
import { FoldButton } from '#web/ui/FoldButton.tsx';
import { MenuEntry, useMenuName } from './MenuEntry.tsx';
import type { Branch, MenuRow } from './menu-tree.ts';
import styles from './menus.module.css';
import { type Place, useOrdering } from './useOrdering.ts';

interface EntryActions {
  disabled: boolean;
  reload(): Promise<unknown>;
  onEdit(row: MenuRow): void;
}

/** Sections with their pages; both can be reordered among their siblings. */
export function MenuBranches({ branches, ...actions }: EntryActions & { branches: readonly Branch[] }) {
  const { entries, placeOf } = useOrdering(branches, ({ row }) => row.menu_id, actions.reload);
  return (
    <ul className={styles.entries}>
      {entries.map((branch, at) => (
        <BranchEntry key={branch.row.menu_id} {...branch} {...actions} place={placeOf(at)} />
      ))}
    </ul>
  );
}

function BranchEntry({ row, pages, place, ...actions }: Branch & EntryActions & { place: Place }) {
  const _t = useT();
  const name = useMenuName()(row);
  const [open, setOpen] = useState(false);
  const { entries, placeOf } = useOrdering(pages, ({ menu_id }) => menu_id, actions.reload);
  return (
    <li>
      <MenuEntry row={row} place={place} {...actions}>
        {pages.length > 0 && (
          <>
            <FoldButton name={name} open={open} onToggle={() => setOpen(!open)} />
            <MenuIcon name={row.icon} />
          </>
        )}
      </MenuEntry>
      {open && (
        <ul className={styles.entries}>
          {entries.map((page, at) => (
            <li key={page.menu_id}>
              <MenuEntry row={page} place={placeOf(at)} {...actions} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
