import { Button } from 'antd';
import { useState } from 'react';
import { userGroups } from '#shared/contract/groups/groups.ts';
import { themes } from '#shared/contract/groups/themes.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { ChoiceSelect, rowsOf } from '#web/ui/choices.tsx';
import row from './add-people.module.css';
import type { Group } from './group.ts';
import styles from './group-management.module.css';
import { ThemePreview } from './ThemePreview.tsx';

const choices = rowsOf(themes, 'theme_name');

/** Theme for members without a theme assigned directly. */
export function GroupThemeTab({ group: { user_group_id, theme_id, version } }: { group: Group }) {
  const t = useT();
  const [chosen, setChosen] = useState(theme_id);
  const mayWrite = useMay(userGroups.edit.needs);
  const all = useCall(themes.list, { page_size: 1000 });
  const save = useAction(userGroups.edit, { refresh: [userGroups.list], done: 'common.saved' });
  const theme = all.data?.data_info.find((one) => one.theme_id === chosen);
  return (
    <div className={styles.theme}>
      <p>{t('groupAdmin.theme_hint')}</p>
      <div className={row.add}>
        <ChoiceSelect
          className={row.people}
          name="userGroups"
          field="theme_id"
          choices={choices}
          placeholder={t('groupAdmin.no_theme')}
          allowClear
          disabled={!mayWrite}
          value={chosen}
          onChange={(value) => setChosen(value === undefined ? null : Number(value))}
        />
        {mayWrite && (
          <Button
            type="primary"
            disabled={chosen === theme_id}
            loading={save.pending}
            onClick={() => void save.run({ user_group_id, version, theme_id: chosen }).catch(() => undefined)}
          >
            {t('common.save')}
          </Button>
        )}
      </div>
      <ThemePreview look={theme} />
    </div>
  );
}
