import { Input } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { menus } from '#shared/contract/access/menus.ts';
import { rolePowers } from '#shared/contract/access/roles.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { localName } from '#web/ui/local-name.ts';
import { Page } from '#web/ui/Page.tsx';
import { PickList } from '#web/ui/PickList.tsx';
import { useLeaving } from '#web/ui/useConfirm.ts';
import { MenuPowerEditor } from './MenuPowerEditor.tsx';
import styles from './menu-permissions.module.css';

const whole = { page_size: 1000 };

/** Powers that a menu entry requires besides its page's own. The selected entry is in the URL. */
export function MenuPermissionsPage() {
  const t = useT();
  const language = useLanguage();
  const leave = useLeaving();
  const [params, setParams] = useSearchParams();
  const [wanted, setWanted] = useState('');
  const [dirty, setDirty] = useState(false);
  const rows = useCall(menus.list, whole);
  // The list of role 0 contains every power.
  const all = useCall(rolePowers.data, { ...whole, role_id: 0 });
  if (!rows.data || !all.data) {
    const error = rows.error ?? all.error;
    const retry = () => void Promise.all([rows.refetch(), all.refetch()]);
    return (
      <Page hint={t('menuPowers.hint')}>
        {error ? <ListError error={error} onRetry={retry} /> : <ListSkeleton />}
      </Page>
    );
  }
  // Home needs no power. Each section precedes its pages.
  const known = rows.data.data_info.filter(({ path }) => path !== '/homepages');
  const below = (above: number | null) => known.filter(({ parent_id }) => parent_id === above);
  const entries = below(null).flatMap((section) => [section, ...below(section.menu_id)]);
  const asked = params.get('menu_id');
  const entry = entries.find(({ menu_id }) => asked === null || String(menu_id) === asked);
  const found = entries
    .map((row) => ({
      id: row.menu_id,
      name: localName(row, 'menu_name', language),
      note: row.power_ids.length > 0 ? t('menuPowers.count', { count: row.power_ids.length }) : '',
      under: row.parent_id !== null,
      path: row.path,
    }))
    .filter(({ name, path }) => `${name} ${path}`.toLowerCase().includes(wanted.trim().toLowerCase()));
  const choose = (menu_id: number) =>
    leave(dirty, () => {
      setDirty(false);
      setParams({ menu_id: String(menu_id) }, { replace: true });
    });
  return (
    <Page hint={t('menuPowers.hint')}>
      <div className={styles.layout}>
        <nav className={styles.entries} aria-label={t('menuPowers.pick_entry')}>
          <Input
            placeholder={t('menuPowers.find_entry')}
            aria-label={t('menuPowers.find_entry')}
            allowClear
            value={wanted}
            onChange={({ target }) => setWanted(target.value)}
          />
          <PickList items={found} picked={entry?.menu_id} onPick={choose} />
        </nav>
        {entry && (
          <MenuPowerEditor
            key={entry.menu_id}
            entry={entry}
            reload={async () => {
              const fresh = await rows.refetch();
              return fresh.data?.data_info.find(({ menu_id }) => menu_id === entry.menu_id) ?? entry;
            }}
            all={all.data.data_info}
            onDirty={setDirty}
          />
        )}
      </div>
    </Page>
  );
}
