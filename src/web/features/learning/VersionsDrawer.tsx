import { Drawer, Select, Timeline } from 'antd';
import { useState } from 'react';
import type { AnswerOf } from '#shared/contract/define.ts';
import { articleActions } from '#shared/contract/learning/articles.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { useNarrow } from '#web/ui/useNarrow.ts';
import { articleReads } from './article-reads.ts';
import styles from './articles.module.css';
import { Comparison } from './Comparison.tsx';

type Draft = AnswerOf<typeof articleActions.draft>;

/** Revisions of an article with comparison, and its audit history. */
export function VersionsDrawer({ article, onClosed }: { article: Draft; onClosed(): void }) {
  const t = useT();
  const narrow = useNarrow();
  const [isOpen, setOpen] = useState(true);
  return (
    <Drawer
      title={`${t('articles.versions')} · ${article.article_title}`}
      size={narrow ? '100%' : 760}
      open={isOpen}
      onClose={() => setOpen(false)}
      afterOpenChange={(open) => !open && onClosed()}
    >
      <Versions article={article} onRestored={() => setOpen(false)} />
      <Steps steps={article.steps} />
    </Drawer>
  );
}

export function Steps({ steps }: { steps: Draft['steps'] }) {
  const t = useT();
  const language = useLanguage();
  if (steps.length === 0) return null;
  return (
    <section>
      <h3>{t('articles.steps')}</h3>
      <Timeline
        items={steps.map((step, index) => ({
          key: index,
          color: step.act === 'return' ? 'red' : step.act === 'approve' ? 'green' : 'blue',
          content: (
            <>
              {[
                t.tx(`articles.act_${step.act}`),
                t('articles.version_no', { no: step.revision_no }),
                step.actor,
                showTime(step.at, language),
              ].join(' · ')}
              {step.reason && step.act !== 'restore' && <p>{step.reason}</p>}
            </>
          ),
        }))}
      />
    </section>
  );
}

function Versions({ article, onRestored }: { article: Draft; onRestored(): void }) {
  const t = useT();
  const { article_id, version, revision_no, is_own, state } = article;
  const answer = useCall(articleActions.revisions, { article_id });
  const [from_no, setFrom] = useState(Math.max(1, article.published_no ?? revision_no - 1));
  const [to_no, setTo] = useState(revision_no);
  const restoring = useAction(articleActions.restore, { refresh: articleReads, done: 'articles.restored' });
  const restore = async () => {
    await restoring.run({ article_id, revision_no: from_no, version });
    onRestored();
  };
  return (
    <Answered answer={answer}>
      {({ data_info }) => (
        <>
          <div className={styles.bar}>
            {(
              [
                ['from', from_no, setFrom],
                ['to', to_no, setTo],
              ] as const
            ).map(([which, value, set]) => (
              <span key={which}>
                {t(`articles.compare_${which}`)}{' '}
                <Select
                  aria-label={t(`articles.compare_${which}`)}
                  value={value}
                  onChange={set}
                  popupMatchSelectWidth={false}
                  options={data_info.map((one) => ({
                    value: one.revision_no,
                    label: `${t('articles.version_no', { no: one.revision_no })} · ${one.saved_by_name}${
                      one.is_published ? ` · ${t('articles.version_current')}` : ''
                    }`,
                  }))}
                />
              </span>
            ))}
            {is_own && state !== 'awaiting' && from_no !== revision_no && (
              <ConfirmButton
                question={{
                  title: t('articles.restore_question', { no: from_no }),
                  text: t('articles.restore_text'),
                  ok: t('articles.restore'),
                }}
                onConfirm={restore}
              >
                {t('articles.restore')}
              </ConfirmButton>
            )}
          </div>
          <Comparison article_id={article_id} from_no={from_no} to_no={to_no} />
        </>
      )}
    </Answered>
  );
}
