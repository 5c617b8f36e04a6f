import { questionStatistics, scoreActions } from '#shared/contract/learning/scores.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/ListStates.tsx';
import { Status } from '#web/ui/Status.tsx';
import { useList } from '#web/ui/useList.ts';
import { assessmentFilter } from './assessment-filter.ts';
import styles from './exams.module.css';
import { Figure } from './PracticeRecords.tsx';

/** Discrimination index below which a question hardly separates good from poor candidates. */
const WEAK = 0.2;

/** Statistics of an assessment, overall and per question. */
export function ScoreStatistics() {
  const t = useT();
  const list = useList(questionStatistics);
  const assessment_id = list.query.assessment_id as number | undefined;
  const isChosen = assessment_id !== undefined;
  const summary = useCall(scoreActions.summary, { assessment_id: assessment_id ?? 0 }, { enabled: isChosen });
  const { data } = summary;
  // Papers awaiting grading have no marks yet.
  const ofMarked = (figure: string) => (data?.sat === 0 ? '–' : figure);
  const nothing = isChosen ? (
    <EmptyState title={t('scores.nobody')} hint={t('scores.nobody_hint')} />
  ) : (
    <EmptyState title={t('scores.choose_assessment')} hint={t('scores.choose_hint')} />
  );
  return (
    <>
      {isChosen && data && (
        <>
          <div className={styles.figures}>
            <Figure label={t('scores.sat')} value={String(data.sat)} />
            <Figure label={t('scores.waiting')} value={String(data.waiting)} />
            <Figure
              label={t('scores.pass_rate')}
              value={ofMarked(`${Math.round((100 * data.passed) / data.sat)}%`)}
            />
            <Figure label={t('scores.mean')} value={ofMarked(`${data.mean}%`)} />
            <Figure label={t('scores.median')} value={ofMarked(`${data.median}%`)} />
            <Figure label={t('scores.range')} value={ofMarked(`${data.worst}–${data.best}%`)} />
          </div>
          <h2 className={styles.heading}>{t('scores.distribution')}</h2>
          <Bars steps={data.steps} />
          <p className={styles.soft}>{t('scores.score_hint')}</p>
        </>
      )}
      <DataTable
        list={list}
        rowKey="question_id"
        columns={[
          {
            key: 'question_title',
            show: ({ question_title }) => <span className={styles.clamped}>{question_title}</span>,
          },
          'kind',
          'sat',
          'right',
          'unanswered',
          'difficulty',
          {
            key: 'discrimination',
            show: ({ discrimination }) =>
              discrimination === null ? (
                '–'
              ) : (
                <Status tone={discrimination < WEAK ? 'notice' : 'good'}>{discrimination.toFixed(2)}</Status>
              ),
          },
          { key: 'topic_names', rare: true },
          { key: 'set_difficulty', rare: true },
        ]}
        filters={[{ ...assessmentFilter, required: true }]}
        empty={nothing}
      />
    </>
  );
}

function Bars({ steps }: { steps: readonly number[] }) {
  const t = useT();
  const most = Math.max(1, ...steps);
  return (
    <div className={styles.bars}>
      {steps.map((count, step) => {
        const from = step * 10;
        return (
          <span key={from} className={styles.bar} title={t('scores.people', { count })}>
            {count > 0 && <b>{count}</b>}
            <i style={{ height: `${(count / most) * 75}%` }} />
            <span>{from}</span>
          </span>
        );
      })}
    </div>
  );
}
