import { useMemo } from 'react';
import { menus } from '#shared/contract/access/menus.ts';
import { usePowers } from '#web/api/powers.ts';
import { useSession } from '#web/api/session.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { buildMenu, type Menu, type MenuPage } from './menu-model.ts';

export interface MenuState {
  /** Absent until powers and rows have arrived for the first time. */
  menu: Menu | undefined;
  error: Error | null;
  /** Asks again for both; what is shown stays until the answers come. */
  renew(): void;
}

const none: never[] = [];

export function useMenu(): MenuState {
  const session = useSession();
  const { ready, everything, entries, error, retry } = usePowers();
  const rows = useCall(
    menus.list,
    { page_index: 1, page_size: 1000 },
    { shell: true, enabled: session !== undefined, staleMs: Number.POSITIVE_INFINITY },
  );
  // A menu without its overlay is still a menu: only the powers are indispensable.
  const overlay = rows.data?.data_info ?? (rows.error ? none : undefined);
  const menu = useMemo(
    () => (ready && overlay ? buildMenu({ everything, powers: entries, rows: overlay }) : undefined),
    [ready, everything, entries, overlay],
  );
  return {
    menu,
    error,
    renew: () => {
      retry();
      if (session) void rows.refetch();
    },
  };
}

/** An entry's name in the reader's language: the menu table's, or the product's own. */
export function useEntryName(): (entry: MenuPage) => string {
  const t = useT();
  const language = useLanguage();
  return ({ key, row }) => {
    const given = language === 'en' ? row?.menu_name_en : row?.menu_name;
    return given || t.tx(`menu.${key}`);
  };
}
