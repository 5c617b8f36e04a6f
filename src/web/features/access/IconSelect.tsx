import { Select } from 'antd';
import { menuIcons } from '#shared/menu.ts';
import { useT } from '#web/i18n.ts';
import { MenuIcon } from '#web/shell/icons.tsx';
import styles from './menus.module.css';

interface IconSelectProps {
  id?: string;
  value?: string;
  onChange?(icon: string): void;
}

export function IconSelect({ id, value, onChange }: IconSelectProps) {
  const t = useT();
  return (
    <Select
      id={id}
      aria-label={t('menus.icon')}
      placeholder={t('menus.icon_default')}
      value={value || undefined}
      onChange={(icon) => onChange?.(icon ?? '')}
      allowClear
      showSearch
      options={menuIcons.map((name) => ({
        value: name,
        label: (
          <span className={styles.icon}>
            <MenuIcon name={name} />
            {name.replace('Outlined', '')}
          </span>
        ),
      }))}
    />
  );
}
