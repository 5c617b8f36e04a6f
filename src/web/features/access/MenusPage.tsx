import { menus } from '#shared/contract/access/menus.ts';
import { useMay } from '#web/api/powers.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { FormDrawer } from '#web/ui/FormDrawer.tsx';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { Page } from '#web/ui/Page.tsx';
import { useOpened } from '#web/ui/useOpened.tsx';
import { IconSelect } from './IconSelect.tsx';
import { MenuBranches } from './MenuBranches.tsx';
import { type MenuRow, menuTree } from './menu-tree.ts';
import styles from './menus.module.css';

const names = ['menu_name', 'menu_name_en'];
/** Only sections have icons in the side menu. */
const withIcon = [...names, { key: 'icon', editor: <IconSelect /> }, 'hidden'];
const plain = [...names, 'hidden'];

/** Order, names, icons and visibility of menu entries. Permissions are configured elsewhere. */
export function MenusPage() {
  const t = useT();
  const answer = useCall(menus.list, { page_index: 1, page_size: 1000 });
  const mayWrite = useMay(menus.edit.needs);
  const editing = useOpened<MenuRow>();
  return (
    <Page hint={t('menus.hint')}>
      {answer.data ? (
        <div className={styles.groups}>
          {menuTree(answer.data.data_info).map(({ key, branches }) => (
            <section key={key} className={styles.group} aria-labelledby={`group-${key}`}>
              <h2 id={`group-${key}`}>{key === 'alone' ? t('menus.alone') : t(`menu.group_${key}`)}</h2>
              <MenuBranches
                branches={branches}
                disabled={!mayWrite}
                reload={() => answer.refetch()}
                onEdit={editing.open}
              />
            </section>
          ))}
        </div>
      ) : answer.error ? (
        <ListError error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <ListSkeleton />
      )}
      {editing.show((row) => (
        <FormDrawer
          resource={menus}
          fields={row.parent_id === null && row.path !== '/wisdomscreen' ? withIcon : plain}
          row={row}
          onClosed={editing.closed}
        />
      ))}
    </Page>
  );
}
