import { Button, Empty, Result, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { explain } from '#web/api/explain.ts';
import { useT } from '#web/i18n.ts';
import styles from './data-table.module.css';

/** What stands in the table's place when there is nothing to list, and what to do about it. */
export function EmptyList({
  filtered,
  onClear,
  add,
}: {
  filtered: boolean;
  onClear(): void;
  add: ReactNode;
}) {
  const t = useT();
  const title = t(filtered ? 'common.no_matches' : 'lists.empty_title');
  const hint = filtered ? t('lists.no_matches_hint') : t(add ? 'lists.empty_hint' : 'lists.empty_hint_read');
  return (
    <Empty
      className={styles.empty}
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={
        <>
          <strong>{title}</strong>
          <span>{hint}</span>
        </>
      }
    >
      {filtered ? <Button onClick={onClear}>{t('lists.clear_filters')}</Button> : add}
    </Empty>
  );
}

export function ListError({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const t = useT();
  return (
    <Result
      status="warning"
      title={t('common.load_failed')}
      subTitle={explain(t, error)}
      extra={
        <Button type="primary" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      }
    />
  );
}

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The first time: the table's shape, so that nothing jumps when the rows come. */
export function ListSkeleton() {
  const t = useT();
  return (
    <div className={styles.skeleton} role="status" aria-label={t('common.loading')}>
      {rows.map((row) => (
        <Skeleton key={row} active title={false} paragraph={{ rows: 1, width: '100%' }} />
      ))}
    </div>
  );
}
