import { InputNumber, Modal, Segmented, Space, Table } from 'antd';
import { useState } from 'react';
import type { AnswerOf } from '#shared/contract/define.ts';
import { type HeldGroup, heldActions, heldCorrections, heldPackets } from '#shared/contract/packets/held.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ListError } from '#web/ui/ListStates.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { type Offset, offsetOf, secondsOf, units } from './clock-offset.ts';
import styles from './packets.module.css';

type PreviewRow = AnswerOf<typeof heldActions.preview>['rows'][number];

/** Covers any two four-digit years. */
const MOST_DAYS = 3_400_000;

interface CorrectTimeProps {
  group: HeldGroup;
  onClosed(): void;
}

/** Corrects the clock offset of a device, with a preview for each packet, and stores the packets. */
export function CorrectTime({ group, onClosed }: CorrectTimeProps) {
  const t = useT();
  const toast = useToast();
  const [isOpen, setOpen] = useState(true);
  const [offset, setOffset] = useState<Offset>(() => offsetOf(group.ahead_seconds));
  const { site_id, reason } = group;
  const asked = { site_id, reason, shift_seconds: -secondsOf(offset) };
  const preview = useCall(heldActions.preview, asked, { keepPrevious: true });
  const take = useAction(heldActions.take, {
    refresh: [heldPackets.list, heldCorrections.list, heldActions.groups],
  });
  const store = async () => {
    const { taken, left } = await take.run(asked);
    toast.success(t('heldPackets.taken', { taken, left }));
    setOpen(false);
  };
  const { rows = [], total = 0, usable = 0 } = preview.data ?? {};
  return (
    <Modal
      open={isOpen}
      width={760}
      title={t('heldPackets.correct_title', { name: group.site_name })}
      okText={t('heldPackets.take')}
      okButtonProps={{ disabled: usable === 0 || preview.isFetching }}
      confirmLoading={take.pending}
      onOk={() => void store().catch(() => undefined)}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <OffsetInput value={offset} onChange={setOffset} />
      {preview.error ? (
        <ListError error={preview.error} onRetry={() => void preview.refetch()} />
      ) : (
        <>
          <p>
            {t('heldPackets.usable', { usable, total })}{' '}
            {rows.length < total && t('heldPackets.first_rows', { count: rows.length })}
          </p>
          <PreviewTable rows={rows} loading={preview.isFetching} />
        </>
      )}
    </Modal>
  );
}

function OffsetInput({ value, onChange }: { value: Offset; onChange(offset: Offset): void }) {
  const t = useT();
  return (
    <Space wrap className={styles.offset}>
      {t('heldPackets.clock')}
      <Segmented
        value={value.side}
        options={(['ahead', 'behind'] as const).map((side) => ({
          value: side,
          label: t(`heldPackets.clock_${side}`),
        }))}
        onChange={(side) => onChange({ ...value, side })}
      />
      {units.map((unit) => (
        <InputNumber
          key={unit}
          min={0}
          max={unit === 'days' ? MOST_DAYS : 59}
          precision={0}
          className={styles.unit}
          value={value[unit]}
          suffix={t(`heldPackets.${unit}`)}
          aria-label={t(`heldPackets.${unit}`)}
          onChange={(amount) => onChange({ ...value, [unit]: amount ?? 0 })}
        />
      ))}
    </Space>
  );
}

function PreviewTable({ rows, loading }: { rows: readonly PreviewRow[]; loading: boolean }) {
  const t = useT();
  const language = useLanguage();
  return (
    <Table
      size="small"
      rowKey="held_id"
      loading={loading}
      dataSource={rows}
      pagination={{ pageSize: 8, hideOnSinglePage: true, showSizeChanger: false }}
      columns={[
        {
          title: t('heldPackets.data_type'),
          dataIndex: 'data_type',
          render: (type: PreviewRow['data_type']) => t(`heldPackets.data_type_${type}`),
        },
        {
          title: t('heldPackets.ts'),
          dataIndex: 'ts',
          render: (ts: string) => showTime(ts, language),
        },
        {
          title: t('heldPackets.new_ts'),
          dataIndex: 'new_ts',
          render: (ts: string | null) => (ts ? `→ ${showTime(ts, language)}` : '–'),
        },
        {
          title: t('heldPackets.result'),
          dataIndex: 'problem',
          render: (problem: PreviewRow['problem']) => t(`heldPackets.problem_${problem ?? 'none'}`),
        },
      ]}
    />
  );
}
