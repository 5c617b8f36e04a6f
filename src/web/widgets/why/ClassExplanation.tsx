import { Button, Table, type TableColumnType } from 'antd';
import { type ReportCell, reports, type WhyClassItem } from '#shared/contract/reports/reports.ts';
import { limitedClasses } from '#shared/domain/water-items.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { Status } from '#web/ui/Status.tsx';
import { useCellPeriod } from './useCellPeriod.ts';
import type { ValueCell } from './ValueExplanation.tsx';
import { WhySheet } from './WhySheet.tsx';
import styles from './why.module.css';
import { boundText } from './why-words.ts';

interface ClassExplanationProps {
  cell: ReportCell;
  onAsk(item: ValueCell): void;
}

/** Class of a water section: each item compared with the limits of its water body type. */
export function ClassExplanation({ cell, onAsk }: ClassExplanationProps) {
  const t = useT();
  const { site_id, kind, date, ts } = cell;
  const answer = useCall(reports.classWhy, { site_id, kind, date, ts });
  const periodOf = useCellPeriod(cell);
  if (answer.error) return <ListError error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <ListSkeleton />;
  const { site, body, items, target, composite, unmeasured, running, water_needs } = answer.data;
  const section = answer.data.class;
  const worst = items.filter((item) => item.role === 'counts' && item.class === section);
  const names = worst.map(({ item }) => t.tx(`standards.item_${item}`)).join(t('lists.between'));
  return (
    <WhySheet
      site={site}
      subject={periodOf(site.site_type)}
      basis={`${t('why.basis', { edition: t('standards.water') })} · ${t(`why.body_${body}`)}`}
    >
      <p className={styles.sum}>
        <strong>{section === null ? '–' : t.tx(`standards.class_${section}`)}</strong>
        {section === null ? t('why.no_class') : t('why.worst_item', { items: names })}
      </p>
      {running && <p className={styles.soft}>{t('why.running')}</p>}
      {composite.index !== null && (
        <p className={styles.soft}>
          {t('why.composite', { index: composite.index.toFixed(2), count: composite.count })}
          {t('why.target', { class: t.tx(`standards.class_${target}`) })}
        </p>
      )}
      <ItemTable items={items} onOpen={(component_id) => onAsk({ ...cell, component_id })} />
      {unmeasured.length > 0 && (
        <p className={styles.soft}>
          {t('why.unmeasured', {
            items: unmeasured.map((item) => t.tx(`standards.item_${item}`)).join(t('lists.between')),
          })}
        </p>
      )}
      {water_needs && (
        <p className={styles.soft}>
          {t('why.water_rule', { days: water_needs.month_days, months: water_needs.year_months })}
        </p>
      )}
    </WhySheet>
  );
}

interface ItemTableProps {
  items: readonly WhyClassItem[];
  onOpen(component_id: number): void;
}

/** Items of a section with the limits of each class. */
function ItemTable({ items, onOpen }: ItemTableProps) {
  const t = useT();
  const columns: TableColumnType<WhyClassItem>[] = [
    {
      key: 'item',
      title: t('why.item'),
      render: (_value, { item, component_id }) => (
        <Button type="link" className={styles.open} onClick={() => onOpen(component_id)}>
          {t.tx(`standards.item_${item}`)}
        </Button>
      ),
    },
    {
      key: 'value',
      title: t('why.value'),
      align: 'end',
      render: (_value, { value, unit }) => (value === null ? '–' : `${Number(value.toPrecision(6))} ${unit}`),
    },
    ...limitedClasses.map(
      (each): TableColumnType<WhyClassItem> => ({
        key: `class_${each}`,
        title: t.tx(`standards.class_${each}`),
        align: 'end',
        render: (_value, item) => (
          <span className={item.class === each ? styles.met : undefined}>
            {boundText(item.bounds[each - 1])}
          </span>
        ),
      }),
    ),
    {
      key: 'class',
      className: styles.apart,
      title: t('why.class'),
      render: (_value, item) => (item.class === null ? '–' : t.tx(`standards.class_${item.class}`)),
    },
    {
      key: 'multiple',
      title: t('why.multiple'),
      align: 'end',
      render: (_value, { multiple }) => (multiple ? multiple.toFixed(2) : '–'),
    },
    {
      key: 'index',
      title: <span title={t('why.index_hint')}>{t('why.index')}</span>,
      align: 'end',
      render: (_value, { index }) => index?.toFixed(2) ?? '–',
    },
    {
      key: 'role',
      className: styles.apart,
      title: t('why.counts'),
      render: (_value, { left_out, role }) => (
        <Status tone={left_out ? 'bad' : role === 'counts' ? 'good' : 'quiet'}>
          {left_out ? t(`why.item_${left_out}`) : t(`why.role_${role}`)}
        </Status>
      ),
    },
  ];
  return (
    <Table<WhyClassItem>
      size="small"
      rowKey="component_id"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={items}
      columns={columns}
    />
  );
}
