import { Button, Drawer, Table } from 'antd';
import { useState } from 'react';
import { corrections } from '#shared/contract/control/corrections.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx';
import { reachableRows } from '#web/ui/reachable-rows.ts';
import { Status } from '#web/ui/Status.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { useValueWords } from '#web/widgets/command/useCommandWords.ts';
import { FactorName } from '#web/widgets/FactorName.tsx';
import { CorrectionForm } from './CorrectionForm.tsx';
import styles from './correction.module.css';
import { correctionReads } from './correction-reads.ts';
import { PlaceDialog } from './PlaceDialog.tsx';

type Data = AnswerOf<typeof corrections.data>;
type Version = Data['versions'][number];
type Change = Data['changes'][number];

const tones = {
  awaiting_approval: 'notice',
  refused: 'quiet',
  running: 'notice',
  done: 'good',
  undoing: 'notice',
  undone: 'quiet',
} as const;

/** Corrections of a site: place of correction, all versions and all changes. */
export function CorrectionDrawer({ site_id, onClosed }: { site_id: number; onClosed(): void }) {
  const t = useT();
  const [isOpen, setOpen] = useState(true);
  const answer = useCall(corrections.data, { site_id }, { refetchMs: 5000, keepPrevious: true });
  return (
    <Drawer
      title={t('corrections.title')}
      size={860}
      open={isOpen}
      onClose={() => setOpen(false)}
      afterOpenChange={(open) => !open && onClosed()}
    >
      <p className={styles.soft}>{t('corrections.hint')}</p>
      <Answered answer={answer}>{(data) => <Content site_id={site_id} data={data} />}</Answered>
    </Drawer>
  );
}

function Content({ site_id, data }: { site_id: number; data: Data }) {
  const t = useT();
  const language = useLanguage();
  const maySet = useMay(corrections.set.needs);
  const moving = useOpened<'device' | 'platform'>();
  const adding = useOpened<true>();
  const since = data.since ? showTime(data.since, language) : '';
  const other = data.place === 'device' ? 'platform' : 'device';
  return (
    <>
      <div className={styles.bar}>
        <Status tone={data.place === 'platform' ? 'notice' : 'good'}>
          {data.place === 'device' ? t('corrections.in_device') : t('corrections.in_platform', { since })}
        </Status>
        {maySet && (
          <Button onClick={() => moving.open(other)}>
            {t(other === 'platform' ? 'corrections.to_platform' : 'corrections.to_device')}
          </Button>
        )}
        {maySet && data.place === 'platform' && (
          <Button type="primary" onClick={() => adding.open(true)}>
            {t('corrections.add')}
          </Button>
        )}
      </div>
      <Versions versions={data.versions} />
      {data.changes.length > 0 && <Changes changes={data.changes} maySet={maySet} />}
      {moving.show((place) => (
        <PlaceDialog site_id={site_id} place={place} onClosed={moving.closed} />
      ))}
      {adding.show(() => (
        <CorrectionForm site_id={site_id} versions={data.versions} onClosed={adding.closed} />
      ))}
    </>
  );
}

function Versions({ versions }: { versions: Version[] }) {
  const t = useT();
  const language = useLanguage();
  const words = useValueWords();
  return (
    <Table<Version>
      size="small"
      rowKey="version_id"
      dataSource={versions}
      pagination={{ pageSize: 10, hideOnSinglePage: true }}
      scroll={{ x: 'max-content' }}
      onRow={reachableRows}
      locale={{ emptyText: t('corrections.no_versions') }}
      columns={[
        { title: t('corrections.factor'), render: (_value, row) => <FactorName factor={row} /> },
        { title: 'K', align: 'end', dataIndex: 'k' },
        { title: 'B', align: 'end', render: (_value, { b, unit }) => `${b} ${unit}` },
        { title: t('corrections.list'), render: (_value, { list }) => words(list) || '–' },
        {
          title: t('corrections.from_at'),
          render: (_value, { from_at }) =>
            from_at ? showTime(from_at, language) : t('corrections.beginning'),
        },
        {
          title: t('corrections.to_at'),
          render: (_value, { to_at }) => (to_at ? showTime(to_at, language) : t('corrections.present')),
        },
        { title: t('corrections.reason'), dataIndex: 'reason' },
        { title: t('corrections.created_by_name'), dataIndex: 'created_by_name' },
      ]}
    />
  );
}

function Changes({ changes, maySet }: { changes: Change[]; maySet: boolean }) {
  const t = useT();
  const language = useLanguage();
  const undoing = useAction(corrections.undo, { refresh: correctionReads });
  return (
    <>
      <h3>{t('corrections.changes')}</h3>
      <Table<Change>
        size="small"
        rowKey="change_id"
        dataSource={changes}
        pagination={{ pageSize: 10, hideOnSinglePage: true }}
        scroll={{ x: 'max-content' }}
        onRow={reachableRows}
        columns={[
          { title: t('corrections.change_id'), render: (_value, { change_id }) => `#${change_id}` },
          {
            title: t('corrections.state'),
            render: (_value, { state }) => (
              <Status tone={tones[state]}>{t(`corrections.state_${state}`)}</Status>
            ),
          },
          {
            title: t('corrections.span'),
            render: (_value, { from_at, to_at }) =>
              `${showTime(from_at, language)} – ${to_at ? showTime(to_at, language) : t('corrections.present')}`,
          },
          { title: t('corrections.row_count'), align: 'end', dataIndex: 'row_count' },
          { title: t('corrections.reason'), dataIndex: 'reason' },
          { title: t('corrections.created_by_name'), dataIndex: 'created_by_name' },
          { title: t('corrections.approved_by_name'), dataIndex: 'approved_by_name' },
          {
            key: 'undo',
            render: (_value, { can_undo, change_id }) =>
              can_undo &&
              maySet && (
                <ConfirmButton
                  question={{
                    title: t('corrections.undo'),
                    text: t('corrections.undo_text'),
                    ok: t('corrections.undo'),
                    danger: true,
                  }}
                  onConfirm={() => undoing.run({ change_id })}
                >
                  {t('corrections.undo')}
                </ConfirmButton>
              ),
          },
        ]}
      />
    </>
  );
}
