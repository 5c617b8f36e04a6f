import { useMemo } from 'react';
import { menus } from '#shared/contract/access/menus.ts';
import { usePowers } from '#web/api/powers.ts';
import { useSession } from '#web/api/session.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { buildMenu, type Menu, type MenuPage } from './menu-model.ts';

export interface MenuState {
  /** Undefined until permissions and rows are loaded. */
  menu: Menu | undefined;
  error: Error | null;
  /** Reloads both; the old menu stays until the answers arrive. */
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
  // Without its rows the menu still works: only the permissions are indispensable.
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

/** Name of an entry in the user's language: from the menu table, or built in. */
export function useEntryName(): (entry: MenuPage) => string {
  const t = useT();
  const language = useLanguage();
  return ({ key, row }) => {
    const given = language === 'en' ? row?.menu_name_en : row?.menu_name;
    return given || t.tx(`menu.${key}`);
  };
}
