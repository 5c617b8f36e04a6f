import { ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '#web/i18n.ts';
import styles from './list-panel.module.css';
import { Paging } from './Paging.tsx';

/** Framed list with filters at the top and a footer at the bottom of the screen. */
export function ListPanel({ children }: { children: ReactNode }) {
  return <section className={styles.list}>{children}</section>;
}

interface ListBarProps {
  /** At the end of the bar. */
  tools: ReactNode;
  /** Below the bar. */
  note?: ReactNode;
  children: ReactNode;
}

export function ListBar({ tools, note, children }: ListBarProps) {
  return (
    <div className={styles.bar}>
      {children}
      <div className={styles.tools}>{tools}</div>
      {note && <p className={styles.note}>{note}</p>}
    </div>
  );
}

interface RefreshButtonProps {
  busy: boolean;
  size?: 'small';
  onClick(): void;
}

export function RefreshButton({ busy, size, onClick }: RefreshButtonProps) {
  const t = useT();
  return (
    <Button
      type="text"
      size={size}
      icon={<ReloadOutlined spin={busy} />}
      title={t('common.refresh')}
      aria-label={t('common.refresh')}
      onClick={onClick}
    />
  );
}

const pageSizes = [20, 50, 100, 200];

interface ListFootProps {
  total: number;
  page_index: number;
  page_size: number;
  onChange(page: { page_index: number; page_size: number }): void;
}

/** Total and paging; nothing if the list is empty. */
export function ListFoot({ total, page_index, page_size, onChange }: ListFootProps) {
  const t = useT();
  if (total === 0) return null;
  return (
    <footer className={styles.foot}>
      <span>{t('common.total', { count: total })}</span>
      <Paging
        page_index={page_index}
        page_size={page_size}
        total={total}
        sizes={pageSizes}
        onChange={(index, size) => onChange({ page_index: index, page_size: size })}
      />
    </footer>
  );
}
