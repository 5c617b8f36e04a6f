import { Alert, Button, Drawer, Input, InputNumber } from 'antd';
import { type ReactNode, useState } from 'react';
import { type SittingResult, scoreActions, scores } from '#shared/contract/learning/scores.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { Status } from '#web/ui/Status.tsx';
import { AskedQuestion } from './AskedQuestion.tsx';
import { answerWords } from './answer-words.ts';
import styles from './exams.module.css';

interface ResultDrawerProps {
  sitting_id: number;
  onClosed(): void;
}

/** Result of one sitting by question; examiners grade and publish it here. */
export function ResultDrawer({ sitting_id, onClosed }: ResultDrawerProps) {
  const t = useT();
  const [open, setOpen] = useState(true);
  const answer = useCall(scoreActions.view, { sitting_id });
  const { data } = answer;
  return (
    <Drawer
      title={
        data
          ? t('scores.result_of', { name: data.real_name, assessment: data.assessment_name })
          : t('scores.view')
      }
      size={760}
      open={open}
      onClose={() => setOpen(false)}
      afterOpenChange={(shown) => !shown && onClosed()}
    >
      <Answered answer={answer}>{(result) => <Whole key={result.version} result={result} />}</Answered>
    </Drawer>
  );
}

function Whole({ result }: { result: SittingResult }) {
  const t = useT();
  const { may_check, questions } = result;
  const [earned, setEarned] = useState<Record<number, number>>(() =>
    Object.fromEntries(questions.map((one) => [one.place, one.earned ?? 0])),
  );
  const sum = questions.reduce((total, { place }) => total + (earned[place] ?? 0), 0);
  return (
    <>
      <div className={styles.figures}>
        <b>{t('scores.total', { score: Math.round(sum * 100) / 100, full: result.full_score })}</b>
        {result.passed !== null && (
          <Status tone={result.passed ? 'good' : 'bad'}>{t(`scores.passed_${result.passed}`)}</Status>
        )}
        {!result.answers_due && <span className={styles.soft}>{t('scores.answers_later')}</span>}
      </div>
      {result.check_note && !may_check && (
        <Alert className={styles.notice} type="info" title={result.check_note} />
      )}
      {questions.map((question) => (
        <QuestionResult
          key={question.place}
          question={question}
          count={questions.length}
          earned={
            may_check ? (
              <InputNumber
                aria-label={`${t('scores.earned')} ${question.place}`}
                min={0}
                max={question.score}
                value={earned[question.place]}
                onChange={(value) => setEarned((all) => ({ ...all, [question.place]: value ?? 0 }))}
              />
            ) : (
              <b>{question.earned}</b>
            )
          }
        />
      ))}
      {may_check && <Release result={result} earned={earned} />}
    </>
  );
}

interface QuestionResultProps {
  question: SittingResult['questions'][number];
  count: number;
  /** The points, or their input. */
  earned: ReactNode;
}

function QuestionResult({ question, count, earned }: QuestionResultProps) {
  const t = useT();
  return (
    <section className={styles.result}>
      <AskedQuestion
        question={question}
        lead={<span className={styles.lead}>{t('practice.of', { place: question.place, count })}</span>}
        value={question.answer ?? []}
        disabled
      />
      {question.solution && (
        <div className={styles.solution}>
          <p>
            {t('practice.right_answer', {
              answer: answerWords(t, question, question.solution.answers, question.solution.tolerance),
            })}
          </p>
          {question.solution.explanation && (
            <p className={styles.explanation}>{question.solution.explanation}</p>
          )}
        </div>
      )}
      <p>
        {question.answer === null && (
          <>
            <Status tone="notice">{t('scores.not_answered')}</Status>
            {' · '}
          </>
        )}
        {t('scores.earned')} {earned}
        {` / ${question.score}`}
      </p>
    </section>
  );
}

interface ReleaseProps {
  result: SittingResult;
  /** Points by place. */
  earned: Readonly<Record<number, number>>;
}

/** Publishes the points with a note. */
function Release({ result, earned }: ReleaseProps) {
  const t = useT();
  const { questions, sitting_id, version } = result;
  const [check_note, setNote] = useState(result.check_note);
  const check = useAction(scoreActions.check, {
    refresh: [scoreActions.view, scores.list],
    done: 'scores.released',
  });
  return (
    <div className={styles.rules}>
      <Input.TextArea
        aria-label={t('scores.check_note')}
        placeholder={t('scores.check_note')}
        maxLength={500}
        value={check_note}
        onChange={({ target }) => setNote(target.value)}
      />
      <Button
        type="primary"
        loading={check.pending}
        onClick={() =>
          void check
            .run({
              ...{ sitting_id, version, check_note },
              earned: questions.map(({ place }) => ({ place, earned: earned[place] ?? 0 })),
            })
            .catch(() => undefined)
        }
      >
        {t('scores.release')}
      </Button>
    </div>
  );
}
