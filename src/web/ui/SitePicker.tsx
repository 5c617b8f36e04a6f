import { CloseCircleFilled, DownOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useMemo, useState } from 'react';
import { useT } from '#web/i18n.ts';
import { SiteTree } from './SiteTree.tsx';
import styles from './site-picker.module.css';
import { useSites } from './useSites.ts';

interface SitePickerProps {
  label: string;
  /** One site or several. */
  multiple?: boolean;
  /** Stands where nothing is picked; default: all of them. */
  placeholder?: string;
  value: readonly number[];
  onChange(site_ids: number[]): void;
}

/** Sites out of all that one may see, by place, name, initials, MN, kind and state. */
export function SitePicker({ label, multiple = false, placeholder, value, onChange }: SitePickerProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { sites } = useSites({ enabled: open || value.length > 0 });
  const first = useMemo(() => {
    const picked = new Set(value);
    return sites.find(({ site_id }) => picked.has(site_id))?.site_name ?? '…';
  }, [sites, value]);
  const shown =
    value.length === 0
      ? (placeholder ?? t('common.all'))
      : value.length === 1
        ? first
        : t('sitePicker.several', { name: first, count: value.length });
  return (
    <span className={styles.picker}>
      <Popover
        trigger="click"
        placement="bottomLeft"
        arrow={false}
        open={open}
        onOpenChange={setOpen}
        destroyOnHidden
        content={
          <SiteTree
            multiple={multiple}
            value={value}
            onChange={(site_ids) => {
              onChange(site_ids);
              if (!multiple) setOpen(false);
            }}
          />
        }
      >
        <Button className={styles.trigger} aria-haspopup="dialog" aria-expanded={open} title={shown}>
          <span className={styles.label}>{label}</span>
          <span className={value.length > 0 ? styles.shown : styles.all}>{shown}</span>
          {value.length === 0 && <DownOutlined className={styles.arrow} />}
        </Button>
      </Popover>
      {value.length > 0 && (
        <Button
          type="text"
          size="small"
          className={styles.clear}
          icon={<CloseCircleFilled />}
          aria-label={t('sitePicker.clear')}
          onClick={() => onChange([])}
        />
      )}
    </span>
  );
}
