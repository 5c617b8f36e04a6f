import { Alert, InputNumber, Table } from 'antd';
import { useState } from 'react';
import { kbActions } from '#shared/contract/control/kb.ts';
import { LEAST_K, MOST_K } from '#shared/domain/command-kinds.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { ControlBar } from '#web/widgets/command/ControlBar.tsx';
import { commandReads } from '#web/widgets/command/command-reads.ts';
import { useSent } from '#web/widgets/command/useSent.ts';
import { FactorName } from '#web/widgets/FactorName.tsx';
import styles from './control.module.css';
import { KbPreview } from './KbPreview.tsx';
import type { Settable } from './kb-row.ts';
import { SettingDrawer } from './SettingDrawer.tsx';

/** Difference of K from 1 above which a warning is shown. */
const FAR = 0.5;

const isAllowed = (k: number) => k >= LEAST_K && k <= MOST_K;

interface KbSetDrawerProps {
  rows: readonly Settable[];
  /** Initial reason: origin of the values. */
  reason?: string;
  onClosed(): void;
}

/** Sets K and B of the selected factors, with a preview of the last week. */
export function KbSetDrawer({ rows, reason: given = '', onClosed }: KbSetDrawerProps) {
  const t = useT();
  const [shown, setShown] = useState(rows[0]);
  const [wanted, setWanted] = useState(() => new Map(rows.map((row) => [row.row_id, row.wanted])));
  const says = useSent();
  const setting = useAction(kbActions.set, { refresh: commandReads });
  const of = (row: Settable) => wanted.get(row.row_id) ?? { k: 1, b: 0 };
  const change = (row: Settable, part: Partial<{ k: number; b: number }>) => {
    setWanted((before) => new Map(before).set(row.row_id, { ...of(row), ...part }));
    setShown(row);
  };
  const isFar = rows.some((row) => Math.abs(of(row).k - 1) > FAR);
  const allowed = rows.every((row) => isAllowed(of(row).k));
  const send = async (reason: string) => {
    const items = rows.map((row) => ({
      site_id: row.site_id,
      component_id: row.component_id,
      ...of(row),
    }));
    says(await setting.run({ items, reason }));
  };
  return (
    <SettingDrawer
      title={t('kbValues.set')}
      sendLabel={t('kbValues.send', { count: rows.length })}
      reasonHint={t('kbValues.reason_hint')}
      reason={given}
      pending={setting.pending}
      disabled={!allowed}
      onSend={send}
      onClosed={onClosed}
    >
      <ControlBar site_ids={[...new Set(rows.map(({ site_id }) => site_id))]} />
      <Table
        size="small"
        pagination={{ pageSize: 20, hideOnSinglePage: true }}
        rowKey="row_id"
        dataSource={[...rows]}
        columns={[
          { title: t('kbValues.site_name'), dataIndex: 'site_name' },
          { title: t('kbValues.component_id'), render: (_value, row) => <FactorName factor={row} /> },
          {
            title: t('kbValues.now'),
            render: (_value, { k, b }) =>
              k === null ? <span className={styles.soft}>{t('commands.never_read')}</span> : `${k} / ${b}`,
          },
          {
            title: 'K',
            render: (_value, row) => (
              <InputNumber
                aria-label={`K ${row.site_name}`}
                step={0.01}
                status={isAllowed(of(row).k) ? '' : 'error'}
                value={of(row).k}
                onChange={(k) => change(row, { k: k ?? 1 })}
              />
            ),
          },
          {
            title: 'B',
            render: (_value, row) => (
              <InputNumber
                aria-label={`B ${row.site_name}`}
                step={0.1}
                value={of(row).b}
                onChange={(b) => change(row, { b: b ?? 0 })}
              />
            ),
          },
        ]}
      />
      {!allowed && (
        <Alert
          className={styles.bar}
          type="error"
          showIcon
          title={t('kbValues.k_limits', { min: LEAST_K, max: MOST_K })}
        />
      )}
      {allowed && isFar && <Alert className={styles.bar} type="warning" showIcon title={t('kbValues.far')} />}
      {shown && isAllowed(of(shown).k) && <KbPreview row={shown} {...of(shown)} />}
    </SettingDrawer>
  );
}
