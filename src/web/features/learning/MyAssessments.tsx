import { Button } from 'antd';
import { Link } from 'react-router';
import { type MyAssessment, sittings } from '#shared/contract/learning/sittings.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { EmptyState } from '#web/ui/ListStates.tsx';
import { Status } from '#web/ui/Status.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { useAddress } from '#web/ui/useAddress.ts';
import { useConfirm } from '#web/ui/useConfirm.ts';
import styles from './exams.module.css';

const REFETCH_MS = 30_000;

export function MyAssessments({ onSit }: { onSit(sitting_id: number): void }) {
  const t = useT();
  const { numbers } = useAddress();
  const [wanted] = numbers('assessment');
  const answer = useCall(sittings.mine, {}, { refetchMs: REFETCH_MS });
  return (
    <Answered answer={answer}>
      {({ data_info, now }) => {
        // An assessment linked in the URL comes first.
        const order = data_info.toSorted(
          (a, b) => Number(b.assessment_id === wanted) - Number(a.assessment_id === wanted),
        );
        return order.length === 0 ? (
          <EmptyState title={t('sittings.none')} hint={t('sittings.none_hint')} />
        ) : (
          <div className={styles.cards}>
            {order.map((one) => (
              <Card key={one.assessment_id} assessment={one} now={now} onSit={onSit} />
            ))}
          </div>
        );
      }}
    </Answered>
  );
}

interface CardProps {
  assessment: MyAssessment;
  now: string;
  onSit(sitting_id: number): void;
}

function Card({ assessment, now, onSit }: CardProps) {
  const t = useT();
  const language = useLanguage();
  const ask = useConfirm();
  const begin = useAction(sittings.begin, { refresh: [sittings.mine] });
  const { assessment_id, assessment_name, may_begin, last, minutes, sitting_id } = assessment;
  const time = (at: string) => showTime(at, language);
  const start = () => begin.run({ assessment_id }).then((begun) => onSit(begun.sitting_id));
  return (
    <section className={styles.card}>
      <h3>{assessment_name}</h3>
      <Standing assessment={assessment} now={now} />
      {assessment.description && <p>{assessment.description}</p>}
      <div className={styles.facts}>
        <span>
          {t('sittings.facts', {
            ...{ questions: assessment.questions, score: assessment.full_score, minutes },
            percent: assessment.pass_percent,
          })}
        </span>
        <span>{t('sittings.used', { used: assessment.used, attempts: assessment.attempts })}</span>
        {may_begin === 'not_yet' && assessment.opens_at && (
          <span>{t('sittings.opens', { time: time(assessment.opens_at) })}</span>
        )}
        {assessment.closes_at && <span>{t('sittings.until', { time: time(assessment.closes_at) })}</span>}
        {assessment.needed_for > 0 && <span>{t('sittings.needed', { count: assessment.needed_for })}</span>}
      </div>
      <div className={styles.actions}>
        {sitting_id !== null ? (
          <Button type="primary" onClick={() => onSit(sitting_id)}>
            {t('sittings.resume')}
          </Button>
        ) : may_begin === 'yes' ? (
          <Button
            type="primary"
            loading={begin.pending}
            onClick={() =>
              ask(
                {
                  title: t('sittings.begin_title', { name: assessment_name }),
                  text: t('sittings.begin_text', { minutes }),
                  ok: t('sittings.begin'),
                },
                start,
              )
            }
          >
            {t(assessment.used > 0 ? 'sittings.again' : 'sittings.begin')}
          </Button>
        ) : (
          <Status tone="quiet">{t(`sittings.may_begin_${may_begin}`)}</Status>
        )}
        {last && last.state === 'marked' && (
          <Link to={`/learning/scores?result=${last.sitting_id}`}>{t('sittings.see_result')}</Link>
        )}
        {assessment.learn_link && <Link to={assessment.learn_link}>{t('sittings.study')}</Link>}
      </div>
    </section>
  );
}

/** The certificate if there is one, else the last result. */
function Standing({ assessment: { certificate, last }, now }: Pick<CardProps, 'assessment' | 'now'>) {
  const t = useT();
  const language = useLanguage();
  if (certificate) {
    const { expires_at } = certificate;
    if (!expires_at) return <Status tone="good">{t('sittings.certificate_forever')}</Status>;
    const isOver = Date.parse(expires_at) <= Date.parse(now);
    return (
      <Status tone={isOver ? 'bad' : 'good'}>
        {t(isOver ? 'sittings.certificate_expired' : 'sittings.certificate_valid', {
          time: showTime(expires_at, language),
        })}
      </Status>
    );
  }
  if (!last) return null;
  if (last.state !== 'marked') return <Status tone="notice">{t('sittings.last_waiting')}</Status>;
  return (
    <Status tone={last.passed ? 'good' : 'bad'}>
      {t(last.passed ? 'sittings.last_passed' : 'sittings.last_failed', { percent: last.percent ?? 0 })}
    </Status>
  );
}
