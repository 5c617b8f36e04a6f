import { Button, Form } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { AnswerOf } from '#shared/contract/define.ts';
import { articleActions } from '#shared/contract/learning/articles.ts';
import { CallError } from '#web/api/call-error.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { showProblems } from '#web/ui/form-problems.ts';
import { Page } from '#web/ui/Page.tsx';
import { Status } from '#web/ui/Status.tsx';
import { useLeaving } from '#web/ui/useConfirm.ts';
import { useLeaveGuard } from '#web/ui/useLeaveGuard.tsx';
import { useOpened } from '#web/ui/useOpened.tsx';
import { ArticleFields, type ArticleValues } from './ArticleFields.tsx';
import { articleReads, articleTones } from './article-reads.ts';
import styles from './articles.module.css';
import { VersionsDrawer } from './VersionsDrawer.tsx';

type Draft = AnswerOf<typeof articleActions.draft>;

/** Editor of a new article, or of the newest revision of an own one. */
export function ArticleEditor({ article_id }: { article_id?: number }) {
  const t = useT();
  const answer = useCall(
    articleActions.draft,
    { article_id: article_id ?? 0 },
    { enabled: article_id !== undefined },
  );
  if (article_id === undefined) return <Writing />;
  return (
    <Answered answer={answer}>
      {(draft) =>
        draft.is_own ? <Writing key={draft.revision_no} draft={draft} /> : <p>{t('articles.not_yours')}</p>
      }
    </Answered>
  );
}

const blank = {
  article_title: '',
  content: '',
  visibility: 'all',
  role_ids: [],
  user_group_ids: [],
  user_ids: [],
  comments: 'open',
  files: [],
  auditor_id: null,
} as const;

const mineList = '/learning/mine';

function Writing({ draft }: { draft?: Draft }) {
  const t = useT();
  const toast = useToast();
  const navigate = useNavigate();
  const leaving = useLeaving();
  const [form] = Form.useForm<ArticleValues>();
  const [isDirty, setDirty] = useState(false);
  const versions = useOpened<Draft>();
  const adding = useAction(articleActions.add, { refresh: articleReads });
  const editing = useAction(articleActions.edit, { refresh: articleReads });
  const submitting = useAction(articleActions.submit, { refresh: articleReads, done: 'articles.submitted' });
  useLeaveGuard(isDirty);
  const isAwaiting = draft?.state === 'awaiting';

  const store = async ({ files, auditor_id: _auditor, ...written }: ArticleValues): Promise<number> => {
    const fields = { ...written, file_ids: files.map(({ file_id }) => file_id) };
    if (!draft) return (await adding.run(fields)).article_id;
    if (isDirty) await editing.run({ article_id: draft.article_id, version: draft.version, ...fields });
    return draft.article_id;
  };
  const save = async (andSubmit: boolean) => {
    const values = form.getFieldsValue(true) as ArticleValues;
    try {
      const article_id = await store(values);
      setDirty(false);
      if (andSubmit) await submitting.run({ article_id, auditor_id: values.auditor_id });
      else toast.success(t('articles.saved'));
      await navigate(mineList);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      showProblems(t, form, Object.keys(values), error, toast.error);
    }
  };
  const busy = adding.pending || editing.pending || submitting.pending;
  return (
    <Page
      title={t(draft ? 'articles.edit' : 'articles.new')}
      actions={
        <>
          <Button onClick={() => leaving(isDirty, () => void navigate(mineList))}>
            {t('common.cancel')}
          </Button>
          {draft && <Button onClick={() => versions.open(draft)}>{t('articles.versions')}</Button>}
          <Button disabled={isAwaiting} loading={busy} onClick={() => void save(false)}>
            {t('articles.save_draft')}
          </Button>
          <Button type="primary" disabled={isAwaiting} loading={busy} onClick={() => void save(true)}>
            {t('articles.save_submit')}
          </Button>
        </>
      }
    >
      {draft && (
        <p className={styles.bar}>
          <Status tone={articleTones[draft.state]}>{t(`articles.state_${draft.state}`)}</Status>
          {draft.return_reason && (
            <span role="alert">
              {t('articles.return_reason')} {draft.return_reason}
            </span>
          )}
        </p>
      )}
      <Form
        form={form}
        layout="vertical"
        requiredMark
        disabled={isAwaiting}
        initialValues={draft ?? blank}
        onValuesChange={(changed: Partial<ArticleValues>) => {
          form.setFields(
            Object.keys(changed).map((name) => ({ name: name as keyof ArticleValues, errors: [] })),
          );
          setDirty(true);
        }}
      >
        <ArticleFields start={draft?.content ?? ''} />
      </Form>
      {versions.show((one) => (
        <VersionsDrawer article={one} onClosed={versions.closed} />
      ))}
    </Page>
  );
}
