import { Button, Result } from 'antd';
import { useState } from 'react';
import type { AnswerOf } from '#shared/contract/define.ts';
import { practice, practiceRecords, type Solution } from '#shared/contract/learning/practice.ts';
import { CallError } from '#web/api/call-error.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { Status } from '#web/ui/Status.tsx';
import { AskedQuestion } from './AskedQuestion.tsx';
import { answerWords } from './answer-words.ts';
import styles from './exams.module.css';

type Round = AnswerOf<typeof practice.data>;
type Question = Round['questions'][number];

/** Refusals that contain the solution: wrong (86) and already answered (85). */
const bringsSolution = (error: CallError) =>
  error.fault === 'answer_wrong' || error.fault === 'already_answered';

interface PracticeRoundProps {
  practice_id: number;
  onLeave(): void;
}

/** Practice questions one by one, with the explanation after each answer. */
export function PracticeRound({ practice_id, onLeave }: PracticeRoundProps) {
  const answer = useCall(practice.data, { practice_id });
  return <Answered answer={answer}>{(round) => <Questions round={round} onLeave={onLeave} />}</Answered>;
}

function Questions({ round, onLeave }: { round: Round; onLeave(): void }) {
  const t = useT();
  const { questions } = round;
  const firstOpen = questions.findIndex(({ solution }) => solution === null);
  const [place, setPlace] = useState(Math.max(0, firstOpen));
  const [solved, setSolved] = useState<Readonly<Record<number, Solution>>>({});
  const solutionOf = ({ question_id, solution }: Question) => solved[question_id] ?? solution;
  const question = questions[place];
  if (!question) {
    const correct = questions.filter((one) => solutionOf(one)?.correct).length;
    return (
      <Result
        status={correct === questions.length ? 'success' : 'info'}
        title={t('practice.summary', { correct, count: questions.length })}
        extra={
          <Button type="primary" onClick={onLeave}>
            {t('practice.back')}
          </Button>
        }
      />
    );
  }
  return (
    <div className={styles.sheet}>
      <OneQuestion
        key={question.question_id}
        practice_id={round.practice_id}
        question={question}
        lead={t('practice.of', { place: place + 1, count: questions.length })}
        solution={solutionOf(question)}
        onSolved={(solution) => setSolved((all) => ({ ...all, [question.question_id]: solution }))}
      />
      <footer className={styles.steps}>
        <Button onClick={onLeave}>{t('practice.back')}</Button>
        <span>
          <Button disabled={place === 0} onClick={() => setPlace(place - 1)}>
            {t('practice.previous')}
          </Button>
          <Button type={solutionOf(question) ? 'primary' : 'default'} onClick={() => setPlace(place + 1)}>
            {t(place === questions.length - 1 ? 'practice.finish' : 'practice.next')}
          </Button>
        </span>
      </footer>
    </div>
  );
}

interface OneQuestionProps {
  practice_id: number;
  question: Question;
  lead: string;
  solution: Solution | null;
  onSolved(solution: Solution): void;
}

function OneQuestion({ practice_id, question, lead, solution, onSolved }: OneQuestionProps) {
  const t = useT();
  const [given, setGiven] = useState<string[]>(solution?.answer ?? []);
  const [problem, setProblem] = useState<string>();
  const answering = useAction(practice.answer, {
    refresh: [practice.offer, practice.completion, practiceRecords.list],
    shows: bringsSolution,
  });
  const submit = async () => {
    setProblem(undefined);
    try {
      onSolved(await answering.run({ practice_id, question_id: question.question_id, answer: given }));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (bringsSolution(error)) onSolved(error.data as Solution);
      const [field] = error.fields;
      if (field) setProblem(t.tx(`problems.${field.problem}`, field.params));
    }
  };
  return (
    <>
      <AskedQuestion
        question={question}
        lead={<span className={styles.lead}>{lead}</span>}
        value={given}
        disabled={solution !== null}
        onChange={(answer) => {
          setGiven(answer);
          setProblem(undefined);
        }}
      />
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {solution ? (
        <section className={styles.solution} data-right={solution.correct} role="status">
          <Status tone={solution.correct ? 'good' : 'bad'}>
            {t(solution.correct ? 'practice.right' : 'practice.wrong')}
          </Status>
          {!solution.correct && (
            <p>{t('practice.your_answer', { answer: answerWords(t, question, solution.answer) })}</p>
          )}
          <p>
            {t('practice.right_answer', {
              answer: answerWords(t, question, solution.answers, solution.tolerance),
            })}
          </p>
          <p className={styles.explanation}>{solution.explanation || t('practice.no_explanation')}</p>
        </section>
      ) : (
        <Button type="primary" loading={answering.pending} onClick={() => void submit()}>
          {t('practice.submit')}
        </Button>
      )}
    </>
  );
}
