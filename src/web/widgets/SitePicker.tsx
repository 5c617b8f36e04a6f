import { CloseCircleFilled, DownOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { useT } from '#web/i18n.ts';
import { SiteTree } from './SiteTree.tsx';
import styles from './site-picker.module.css';
import { useSites } from './useSites.ts';

interface SitePickerProps {
  label: string;
  multiple?: boolean;
  /** Ticking a place skips its virtual sites; they must be ticked one by one. */
  virtualByName?: boolean;
  /** Shown if nothing is selected; default: "All". */
  placeholder?: string;
  value: readonly number[];
  /** True if the page itself selected `value`, because the user has selected nothing that could be cleared. */
  usual?: boolean;
  onChange(site_ids: number[]): void;
}

/** Selects among all visible sites, by place, name, initials, MN, type and state. */
export function SitePicker({
  label,
  multiple = false,
  virtualByName = false,
  placeholder,
  value,
  usual = false,
  onChange,
}: SitePickerProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  // Multiple selections take effect when the picker closes: otherwise each tick would reload the page behind it.
  const [ticked, setTicked] = useState<number[]>();
  const picked = ticked ?? value;
  const { sites } = useSites({ enabled: open || picked.length > 0 });
  const first = useMemo(() => {
    const isPicked = new Set(picked);
    return sites.find(({ site_id }) => isPicked.has(site_id))?.site_name ?? '…';
  }, [sites, picked]);
  const shown =
    picked.length === 0
      ? (placeholder ?? t('common.all'))
      : picked.length === 1
        ? first
        : t('sitePicker.several', { name: first, count: picked.length });
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  /** Keeps the keyboard focus in place: otherwise it would jump to the top of the page. */
  const close = () => {
    if (panel.current?.contains(document.activeElement)) trigger.current?.focus();
    setOpen(false);
  };
  const take = (site_ids: number[]) => {
    close();
    setTicked(undefined);
    onChange(site_ids);
  };
  return (
    <span className={styles.picker}>
      <Popover
        trigger="click"
        placement="bottomLeft"
        arrow={false}
        open={open}
        onOpenChange={(isOpen) => {
          if (isOpen) setOpen(true);
          else if (ticked) take(ticked);
          else close();
        }}
        destroyOnHidden
        content={
          <div ref={panel}>
            <SiteTree
              multiple={multiple}
              virtualByName={virtualByName}
              value={picked}
              onChange={multiple ? setTicked : take}
            />
          </div>
        }
      >
        <Button
          ref={trigger}
          className={styles.trigger}
          aria-haspopup="dialog"
          aria-expanded={open}
          title={shown}
        >
          <span className={styles.label}>{label}</span>
          <span className={picked.length > 0 ? styles.shown : styles.all}>{shown}</span>
          {(picked.length === 0 || usual) && <DownOutlined className={styles.arrow} />}
        </Button>
      </Popover>
      {picked.length > 0 && !usual && (
        <Button
          type="text"
          size="small"
          className={styles.clear}
          icon={<CloseCircleFilled />}
          aria-label={t('sitePicker.clear')}
          onClick={() => take([])}
        />
      )}
    </span>
  );
}
