import { Button, Empty, Result } from 'antd';
import type { ReactNode } from 'react';
import { explain, isDenied } from '#web/api/explain.ts';
import { useT } from '#web/i18n.ts';
import styles from './data-table.module.css';

/** Empty state with an explanation and the next step. */
export function EmptyState({ title, hint, children }: { title: string; hint: string; children?: ReactNode }) {
  return (
    <Empty
      className={styles.empty}
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={
        <>
          <strong className={styles.emptyTitle}>{title}</strong>
          <span className={styles.emptyHint}>{hint}</span>
        </>
      }
    >
      {children}
    </Empty>
  );
}

/** Empty state inside a table that may be wider than the page; it takes the focus in place of rows. */
export function EmptyRows(said: { title: string; hint: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard
    <div tabIndex={0}>
      <EmptyState {...said} />
    </div>
  );
}

/** Empty state of a list, with a way to clear filters or add a row. */
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
    <EmptyState title={title} hint={hint}>
      {filtered ? <Button onClick={onClear}>{t('lists.clear_filters')}</Button> : add}
    </EmptyState>
  );
}

export function ListError({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const t = useT();
  if (isDenied(error))
    return <Result status="warning" title={t('common.no_permission')} subTitle={explain(t, error)} />;
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

/** Bar widths in percent, uneven like text. */
const rows = [88, 72, 94, 64, 80, 90, 68, 76];

/** Skeleton in the shape of the table, so that nothing jumps when the rows arrive. */
export function ListSkeleton() {
  const t = useT();
  return (
    <div className={styles.skeleton} role="status" aria-label={t('common.loading')}>
      {rows.map((width) => (
        <span key={width} style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
