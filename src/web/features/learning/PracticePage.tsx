import { Alert, Button, InputNumber, Tabs } from 'antd';
import { useState } from 'react';
import { practice, practiceRecords } from '#shared/contract/learning/practice.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { EmptyState } from '#web/ui/ListStates.tsx';
import { Page } from '#web/ui/Page.tsx';
import { useAddress } from '#web/ui/useAddress.ts';
import styles from './exams.module.css';
import { PracticeRecords } from './PracticeRecords.tsx';
import { PracticeRound } from './PracticeRound.tsx';

/** Practice by topic, by mistakes or at random. The open round is in the URL. */
export function PracticePage() {
  const t = useT();
  const { params, numbers, change } = useAddress();
  const [practice_id] = numbers('round');
  return (
    <Page hint={t('practice.hint')}>
      {practice_id !== undefined ? (
        <PracticeRound
          key={practice_id}
          practice_id={practice_id}
          onLeave={() => change({ round: undefined })}
        />
      ) : (
        <Tabs
          activeKey={params.get('tab') === 'records' ? 'records' : 'practice'}
          onChange={(tab) => change({ tab: tab === 'practice' ? undefined : tab })}
          destroyOnHidden
          items={[
            {
              key: 'practice',
              label: t('practice.tab_practice'),
              children: <Offer onBegun={(round) => change({ round })} />,
            },
            { key: 'records', label: t('practice.tab_records'), children: <PracticeRecords /> },
          ]}
        />
      )}
    </Page>
  );
}

function Offer({ onBegun }: { onBegun(practice_id: number): void }) {
  const t = useT();
  const answer = useCall(practice.offer, {});
  const begin = useAction(practice.begin, { refresh: [practice.offer, practiceRecords.list] });
  const [count, setCount] = useState(10);
  const start = (mode: 'topic' | 'mistakes' | 'random', topic = '') =>
    void begin
      .run({ mode, topic, count })
      .then(({ practice_id }) => onBegun(practice_id))
      .catch(() => undefined);
  return (
    <Answered answer={answer}>
      {({ topics, questions, mistakes, unfinished }) =>
        questions === 0 ? (
          <EmptyState title={t('practice.no_questions')} hint={t('practice.no_questions_hint')} />
        ) : (
          <>
            {unfinished && (
              <Alert
                className={styles.notice}
                type="info"
                showIcon
                title={t('practice.unfinished', {
                  ...{ answered: unfinished.answered, questions: unfinished.questions },
                })}
                action={
                  <Button size="small" onClick={() => onBegun(unfinished.practice_id)}>
                    {t('practice.resume')}
                  </Button>
                }
              />
            )}
            <label className={styles.count} htmlFor="practice-count">
              {t('practice.count')}
              <InputNumber
                id="practice-count"
                min={1}
                max={100}
                value={count}
                onChange={(value) => setCount(value ?? 10)}
              />
            </label>
            <div className={styles.cards}>
              <Card
                title={t('practice.by_random')}
                text={t('practice.random_hint', { count: questions })}
                pending={begin.pending}
                onStart={() => start('random')}
              />
              <Card
                title={t('practice.by_mistakes')}
                text={t('practice.mistakes_hint', { count: mistakes })}
                disabled={mistakes === 0}
                pending={begin.pending}
                onStart={() => start('mistakes')}
              />
            </div>
            <h2 className={styles.heading}>{t('practice.by_topic')}</h2>
            <div className={styles.cards}>
              {topics.map(({ topic, ...state }) => (
                <Card
                  key={topic}
                  title={topic}
                  text={t('practice.topic_state', state)}
                  share={state.correct / state.questions}
                  pending={begin.pending}
                  onStart={() => start('topic', topic)}
                />
              ))}
            </div>
          </>
        )
      }
    </Answered>
  );
}

interface CardProps {
  title: string;
  text: string;
  share?: number;
  disabled?: boolean;
  pending: boolean;
  onStart(): void;
}

function Card({ title, text, share, disabled, pending, onStart }: CardProps) {
  const t = useT();
  return (
    <section className={styles.card}>
      <h3>{title}</h3>
      <p>{text}</p>
      {share !== undefined && (
        <span className={styles.share} aria-hidden>
          <span style={{ width: `${share * 100}%` }} />
        </span>
      )}
      <Button
        disabled={disabled || pending}
        onClick={onStart}
        aria-label={`${t('practice.start')}: ${title}`}
      >
        {t('practice.start')}
      </Button>
    </section>
  );
}
