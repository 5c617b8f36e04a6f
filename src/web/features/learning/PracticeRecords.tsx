import { practice, practiceModes, practiceRecords } from '#shared/contract/learning/practice.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/ListStates.tsx';
import { Status } from '#web/ui/Status.tsx';
import { useList } from '#web/ui/useList.ts';
import styles from './exams.module.css';

/** The user's own answers and progress, with a reset. */
export function PracticeRecords() {
  const t = useT();
  const completion = useCall(practice.completion, {});
  const { data } = completion;
  if (completion.error?.fault === 'completion_view_failed')
    return <EmptyState title={t('practice.no_records')} hint={t('practice.no_records_hint')} />;
  return (
    <>
      {data && (
        <div className={styles.figures}>
          <Figure label={t('practice.answered')} value={String(data.answered)} />
          <Figure
            label={t('practice.accuracy')}
            value={`${Math.round((100 * data.correct) / data.answered)}%`}
          />
          <Figure label={t('practice.rounds')} value={String(data.rounds)} />
          <Figure label={t('practice.days')} value={String(data.days)} />
          <ClearRecords count={data.answered} />
        </div>
      )}
      <Records />
    </>
  );
}

export function Figure({ label, value }: { label: string; value: string }) {
  return (
    <span className={styles.figure}>
      <b>{value}</b>
      <small>{label}</small>
    </span>
  );
}

function ClearRecords({ count }: { count: number }) {
  const t = useT();
  const clear = useAction(practice.clear, {
    refresh: [practice.offer, practice.completion, practiceRecords.list],
    done: 'practice.cleared',
  });
  return (
    <ConfirmButton
      question={{
        title: t('practice.clear_title'),
        text: t('practice.clear_text', { count }),
        ok: t('practice.clear'),
        danger: true,
      }}
      onConfirm={() => clear.run({})}
    >
      {t('practice.clear')}
    </ConfirmButton>
  );
}

function Records() {
  const t = useT();
  const list = useList(practiceRecords);
  return (
    <DataTable
      list={list}
      rowKey="question_id"
      columns={[
        {
          key: 'question_title',
          show: ({ question_title }) => <span className={styles.clamped}>{question_title}</span>,
        },
        {
          key: 'correct',
          show: ({ correct }) => (
            <Status tone={correct ? 'good' : 'bad'}>{t(`practiceRecords.correct_${correct}`)}</Status>
          ),
        },
        { key: 'topic_names', sortable: false },
        'kind',
        'mode',
        'answered_at',
        { key: 'given', rare: true, sortable: false },
      ]}
      filters={[
        { key: 'correct', choices: ['true', 'false'] },
        { key: 'mode', choices: practiceModes },
        { key: 'answered_at', as: 'range' },
      ]}
    />
  );
}
