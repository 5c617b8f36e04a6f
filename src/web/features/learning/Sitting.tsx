import { Button, Result } from 'antd';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { type Sat, sittings } from '#shared/contract/learning/sittings.ts';
import { HOUR_SECONDS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { Status, type StatusTone } from '#web/ui/Status.tsx';
import { useConfirm } from '#web/ui/useConfirm.ts';
import { AskedQuestion } from './AskedQuestion.tsx';
import type { SaveState } from './answer-queue.ts';
import styles from './exams.module.css';
import { useAutosave } from './useAutosave.ts';

interface SittingProps {
  sitting_id: number;
  onLeave(): void;
}

/** A paper being sat; resumes where it was left. */
export function Sitting({ sitting_id, onLeave }: SittingProps) {
  const answer = useCall(sittings.data, { sitting_id });
  return (
    <Answered answer={answer}>
      {(sat) =>
        sat.state === 'sitting' ? (
          <Paper sat={sat} onOver={() => void answer.refetch()} onLeave={onLeave} />
        ) : (
          <Over sat={sat} onLeave={onLeave} />
        )
      }
    </Answered>
  );
}

function Over({ sat, onLeave }: { sat: Sat; onLeave(): void }) {
  const t = useT();
  const isMarked = sat.state === 'marked';
  const mine = useCall(sittings.mine, {}, { enabled: isMarked });
  const result = mine.data?.data_info.find(({ last }) => last?.sitting_id === sat.sitting_id)?.last;
  const said =
    result &&
    t(result.passed ? 'sittings.last_passed' : 'sittings.last_failed', { percent: result.percent ?? 0 });
  return (
    <Result
      status={result?.passed === false ? 'warning' : 'success'}
      title={t(isMarked ? 'sittings.submitted' : 'sittings.submitted_waiting')}
      subTitle={[sat.assessment_name, said].filter(Boolean).join(' · ')}
      extra={
        <>
          <Button onClick={onLeave}>{t('practice.back')}</Button>
          {isMarked && (
            <Link to={`/learning/scores?result=${sat.sitting_id}`}>
              <Button type="primary">{t('sittings.see_result')}</Button>
            </Link>
          )}
        </>
      }
    />
  );
}

const tones: Record<SaveState, StatusTone> = { saved: 'good', saving: 'quiet', unsaved: 'bad' };

/** Milliseconds left by the server's clock. */
function useTimeLeft({ now, ends_at }: Sat): number {
  const [offset] = useState(() => Date.parse(now) - Date.now());
  const leftNow = () => Math.max(0, Date.parse(ends_at) - Date.now() - offset);
  const [left, setLeft] = useState(leftNow);
  useEffect(() => {
    const timer = setInterval(() => setLeft(leftNow()), 500);
    return () => clearInterval(timer);
  });
  return left;
}

function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / HOUR_SECONDS);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** Closes the paper when the time is up. */
function useTimeUp(isOver: boolean, onOver: () => void) {
  const t = useT();
  const toast = useToast();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once when the time is up
  useEffect(() => {
    if (!isOver) return;
    toast.info(t('sittings.by_clock'));
    onOver();
    // Polls, as the server's clock may be slightly behind.
    const again = setInterval(onOver, 2000);
    return () => clearInterval(again);
  }, [isOver]);
}

/** Submits after a question, which says how many answers are open. */
function useSubmit(sitting_id: number, open: number, flush: () => Promise<unknown>) {
  const t = useT();
  const toast = useToast();
  const ask = useConfirm();
  const submit = useAction(sittings.submit, { refresh: [sittings.data, sittings.mine] });
  const askFirst = () =>
    ask(
      {
        title: t('sittings.submit_title'),
        text: open > 0 ? t('sittings.submit_open', { count: open }) : t('sittings.submit_text'),
        ok: t('sittings.submit'),
        danger: open > 0,
      },
      async () => {
        await flush();
        await submit.run({ sitting_id, unanswered_ok: open > 0 });
        toast.success(t('sittings.submitted'));
      },
    );
  return { ask: askFirst, pending: submit.pending };
}

const SHORT_MS = 5 * MINUTE_MS;

function Paper({ sat, onOver, onLeave }: { sat: Sat; onOver(): void; onLeave(): void }) {
  const t = useT();
  const { sitting_id, questions } = sat;
  const saving = useAutosave(sat, onOver);
  const left = useTimeLeft(sat);
  const firstOpen = questions.find(({ answer }) => answer === null)?.place ?? 1;
  const [place, setPlace] = useState(firstOpen);
  const beyond = useAction(sittings.question);
  const isAnswered = (at: number) => (saving.answers[at]?.length ?? 0) > 0;
  const answered = questions.filter((one) => isAnswered(one.place)).length;
  useTimeUp(left === 0, onOver);
  const submit = useSubmit(sitting_id, questions.length - answered, saving.flush);
  const question = questions.find((one) => one.place === place);
  if (!question) return null;
  // Beyond the last question the server answers with code 112, whose notice is shown.
  const next = () => {
    if (place < questions.length) setPlace(place + 1);
    else void beyond.run({ sitting_id, place: place + 1 }).catch(() => undefined);
  };
  return (
    <>
      <div className={styles.clock} data-short={left < SHORT_MS}>
        <span>
          {t('sittings.time_left')} <strong role="timer">{clockText(left)}</strong>
        </span>
        <span>{t('sittings.answered', { answered, count: questions.length })}</span>
        <Status tone={tones[saving.state]}>{t(`sittings.${saving.state}`)}</Status>
        <Button type="primary" loading={submit.pending} onClick={submit.ask}>
          {t('sittings.submit')}
        </Button>
      </div>
      <Places questions={questions} place={place} isAnswered={isAnswered} onPick={setPlace} />
      <div className={styles.sitting}>
        <AskedQuestion
          key={place}
          question={question}
          lead={
            <span className={styles.lead}>
              {`${t('practice.of', { place, count: questions.length })} · ${t('sittings.points', { score: question.score })}`}
            </span>
          }
          value={saving.answers[place] ?? []}
          onChange={(answer) => saving.change(place, answer)}
        />
        {isAnswered(place) && (
          <Button type="link" size="small" onClick={() => saving.change(place, [])}>
            {t('sittings.clear_answer')}
          </Button>
        )}
        <footer className={styles.steps}>
          <Button onClick={onLeave}>{t('sittings.leave')}</Button>
          <span>
            <Button disabled={place === 1} onClick={() => setPlace(place - 1)}>
              {t('practice.previous')}
            </Button>
            <Button onClick={next}>{t('practice.next')}</Button>
          </span>
        </footer>
      </div>
    </>
  );
}

interface PlacesProps {
  questions: Sat['questions'];
  place: number;
  isAnswered(place: number): boolean;
  onPick(place: number): void;
}

function Places({ questions, place, isAnswered, onPick }: PlacesProps) {
  const t = useT();
  return (
    <nav className={styles.places} aria-label={t('sittings.navigator')}>
      {questions.map((one) => (
        <button
          key={one.place}
          type="button"
          data-answered={isAnswered(one.place)}
          aria-current={one.place === place}
          aria-label={t('sittings.place_state', {
            place: one.place,
            state: t(isAnswered(one.place) ? 'sittings.place_answered' : 'sittings.place_open'),
          })}
          onClick={() => onPick(one.place)}
        >
          {one.place}
        </button>
      ))}
    </nav>
  );
}
