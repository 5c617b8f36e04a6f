import { Button, Drawer } from 'antd';
import { useState } from 'react';
import type { AnswerOf } from '#shared/contract/define.ts';
import { articleAuditActions, articleAudits } from '#shared/contract/learning/article-audit.ts';
import { articleActions, articleStates } from '#shared/contract/learning/articles.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import type { Action } from '#web/ui/actions.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { Status } from '#web/ui/Status.tsx';
import { useConfirm } from '#web/ui/useConfirm.ts';
import { useList } from '#web/ui/useList.ts';
import { useNarrow } from '#web/ui/useNarrow.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { ArticleFiles } from './ArticleFiles.tsx';
import { ArticleText } from './ArticleText.tsx';
import { articleReads, articleTones } from './article-reads.ts';
import styles from './articles.module.css';
import { Comparison } from './Comparison.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import { Steps } from './VersionsDrawer.tsx';

type Row = AnswerOf<typeof articleAudits.list>['data_info'][number];

/** Approve and return, for one or many articles. */
function useDecisions() {
  const t = useT();
  const ask = useConfirm();
  const approving = useAction(articleAuditActions.approve, {
    refresh: articleReads,
    done: 'articleAudits.approved',
  });
  const returning = useAction(articleAuditActions.giveBack, {
    refresh: articleReads,
    done: 'articleAudits.given_back',
  });
  const returned = useOpened<number[]>();
  return {
    approve: (ids: number[], then?: () => void) =>
      ask(
        {
          title: t('articleAudits.approve_question', { count: ids.length }),
          text: t('articleAudits.approve_text'),
          ok: t('articleAudits.approve'),
        },
        async () => {
          await approving.run({ article_id: ids });
          then?.();
        },
      ),
    giveBack: returned.open,
    dialog: returned.show((ids) => (
      <ReasonDialog
        title={t('articleAudits.give_back_question', { count: ids.length })}
        label={t('articleAudits.reason')}
        ok={t('articleAudits.give_back')}
        onOk={(reason) => returning.run({ article_id: ids, reason })}
        onClosed={returned.closed}
      />
    )),
  };
}

export function ArticleAudits() {
  const t = useT();
  const list = useList(articleAudits);
  const decisions = useDecisions();
  const shown = useOpened<Row>();
  const actionsOf = (rows: Row[]): Action[] => {
    const ids = rows.filter(({ state }) => state === 'awaiting').map(({ article_id }) => article_id);
    if (ids.length === 0) return [];
    return [
      {
        label:
          rows.length > 1
            ? t('articleAudits.approve_many', { count: ids.length })
            : t('articleAudits.approve'),
        run: () => decisions.approve(ids),
      },
      { label: t('articleAudits.give_back'), danger: true, run: () => decisions.giveBack(ids) },
    ];
  };
  return (
    <>
      <DataTable
        list={list}
        rowKey="article_id"
        columns={[
          {
            key: 'article_title',
            show: (row) => (
              <Button type="link" className={styles.name} onClick={() => shown.open(row)}>
                {row.article_title}
              </Button>
            ),
          },
          {
            key: 'state',
            show: ({ state }) => (
              <Status tone={articleTones[state]}>{t(`articleAudits.state_${state}`)}</Status>
            ),
          },
          'type_name',
          'author_name',
          {
            key: 'is_change',
            show: ({ is_change }) => t(`articleAudits.is_change_${is_change}`),
          },
          'words',
          'submitted_at',
          { key: 'auditor_name', rare: true },
          { key: 'return_reason', rare: true },
        ]}
        filters={[
          { key: 'state', choices: articleStates },
          { key: 'submitted_at', as: 'range' },
        ]}
        rowActions={(row) => actionsOf([row])}
        batchActions={actionsOf}
      />
      {shown.show((row) => (
        <AuditDrawer article_id={row.article_id} title={row.article_title} onClosed={shown.closed} />
      ))}
      {decisions.dialog}
    </>
  );
}

interface AuditDrawerProps {
  article_id: number;
  title: string;
  onClosed(): void;
}

/** The submitted article and its differences from the published one. */
function AuditDrawer({ article_id, title, onClosed }: AuditDrawerProps) {
  const t = useT();
  const narrow = useNarrow();
  const [isOpen, setOpen] = useState(true);
  const answer = useCall(articleActions.draft, { article_id });
  const decisions = useDecisions();
  const draft = answer.data;
  return (
    <Drawer
      title={title}
      size={narrow ? '100%' : 820}
      open={isOpen}
      onClose={() => setOpen(false)}
      afterOpenChange={(open) => !open && onClosed()}
      footer={
        draft?.state === 'awaiting' && (
          <div className={styles.acts}>
            <Button danger onClick={() => decisions.giveBack([article_id])}>
              {t('articleAudits.give_back')}
            </Button>
            <Button type="primary" onClick={() => decisions.approve([article_id], () => setOpen(false))}>
              {t('articleAudits.approve')}
            </Button>
          </div>
        )
      }
    >
      <Answered answer={answer}>
        {(article) => (
          <>
            <div className={styles.facts}>
              <Status tone={articleTones[article.state]}>{t(`articles.state_${article.state}`)}</Status>
              <span>{article.type_name}</span>
              <span>{article.author_name}</span>
              <span>
                {t('articles.visibility')} {t(`articles.visibility_${article.visibility}`)}
              </span>
            </div>
            {article.published_no !== null && article.published_no < article.revision_no && (
              <section>
                <h3>{t('articles.compare')}</h3>
                <Comparison
                  article_id={article_id}
                  from_no={article.published_no}
                  to_no={article.revision_no}
                />
              </section>
            )}
            <ArticleText html={article.content} />
            <ArticleFiles article_id={article_id} files={article.files} />
            <Steps steps={article.steps} />
          </>
        )}
      </Answered>
      {decisions.dialog}
    </Drawer>
  );
}
