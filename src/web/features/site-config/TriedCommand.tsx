import type { AnswerOf, SentOf } from '#shared/contract/define.ts';
import { agreementCommandTrials } from '#shared/contract/site-config/agreement-commands.ts';
import { useCall } from '#web/api/useCall.ts';
import { type T, useLanguage, useT } from '#web/i18n.ts';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { localName } from '#web/ui/local-name.ts';
import { Status, type StatusTone } from '#web/ui/Status.tsx';
import { useFactors } from '#web/widgets/useFactors.ts';
import styles from './protocols.module.css';

type Tried = AnswerOf<typeof agreementCommandTrials.run>;
type Answer = Tried['answers'][number];

/**
 * Preview of the frames of a command and the meaning of a reply. The previous result stays until the next one arrives.
 */
export function TriedCommand({ of }: { of: SentOf<typeof agreementCommandTrials.run> }) {
  const t = useT();
  const answer = useCall(agreementCommandTrials.run, of, { keepPrevious: true });
  if (!answer.data)
    return answer.error ? (
      <ListError error={answer.error} onRetry={() => void answer.refetch()} />
    ) : (
      <ListSkeleton />
    );
  const { problems, why_not, frames, answers } = answer.data;
  return (
    <div className={styles.tried}>
      {problems.length > 0 && (
        <ul className={styles.problems}>
          {problems.map((problem) => (
            <li key={`${problem.at} ${problem.field} ${problem.problem} ${problem.name}`}>
              {problemText(t, problem)}
            </li>
          ))}
        </ul>
      )}
      {why_not && <p>{t(`agreementCommands.why_not_${why_not}`)}</p>}
      {frames.map(({ stage, cn, frame }) => (
        <figure key={`${stage} ${frame}`} className={styles.frame}>
          <figcaption>{t(`agreementCommands.stage_${stage}`, { cn })}</figcaption>
          <code>{frame}</code>
        </figure>
      ))}
      {answers.map((each) => (
        <ReadAnswer key={JSON.stringify(each)} answer={each} />
      ))}
    </div>
  );
}

function problemText(t: T, { at, field, problem, name }: Tried['problems'][number]): string {
  const text = t.tx(`problems.${problem}`, { name: name ?? '' });
  if (at === null || field === null) return text;
  const where = `${t('agreementCommands.request', { number: at + 1 })} · ${t(`agreementCommands.${field}`)}`;
  return `${where}: ${text}`;
}

const tones: Record<Answer['means'], StatusTone> = {
  acknowledged: 'good',
  succeeded: 'good',
  notice: 'good',
  values: 'good',
  upload: 'good',
  refused: 'bad',
  failed: 'bad',
  none: 'quiet',
};

function ReadAnswer({ answer }: { answer: Answer }) {
  const t = useT();
  const language = useLanguage();
  const factorOf = useFactors();
  const { cn, means, code, verdict, values, list } = answer;
  const shown = (name: string, value: string | number) => {
    const factor = name === 'factor' || name === 'other' ? factorOf(Number(value)) : undefined;
    return factor ? localName(factor, 'component_name', language) : String(value);
  };
  const entries = [values, ...list].filter((each) => Object.keys(each).length > 0);
  return (
    <div className={styles.answer}>
      <Status tone={tones[means]}>{t(`agreementCommands.means_${means}`, { cn, code: code ?? '' })}</Status>
      {verdict !== 'ok' && <Status tone="bad">{t(`packets.verdict_${verdict}`)}</Status>}
      {entries.map((each) => (
        <dl key={JSON.stringify(each)}>
          {Object.entries(each).map(([name, value]) => (
            <div key={name}>
              <dt>{t.tx(`commandParams.${name}`)}</dt>
              <dd>{shown(name, value)}</dd>
            </div>
          ))}
        </dl>
      ))}
    </div>
  );
}
