import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import type { AnswerOf } from '#shared/contract/define.ts';
import { articleComments, COMMENT_MAX, commentAudits } from '#shared/contract/learning/article-comments.ts';
import { articleActions, type commentModes } from '#shared/contract/learning/articles.ts';
import { myComments } from '#shared/contract/learning/my-articles.ts';
import { CallError } from '#web/api/call-error.ts';
import { explain } from '#web/api/explain.ts';
import { useMay } from '#web/api/powers.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { Status } from '#web/ui/Status.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { useConfirm } from '#web/ui/useConfirm.ts';
import { commentTones } from './article-reads.ts';
import styles from './articles.module.css';

type Comment = AnswerOf<typeof articleComments.data>['data_info'][number];
const refresh = [articleComments.data, myComments.list, commentAudits.list, articleActions.one];
const PAGE = 20;

interface ArticleCommentsProps {
  article_id: number;
  mode: (typeof commentModes)[number];
}

/** Comments of readers; rendered as plain text, so that no markup can run. */
export function ArticleComments({ article_id, mode }: ArticleCommentsProps) {
  const t = useT();
  const [page_size, setSize] = useState(PAGE);
  const [answered, setAnswered] = useState<Comment>();
  const answer = useCall(articleComments.data, { article_id, page_size }, { keepPrevious: true });
  return (
    <section className={styles.comments} aria-label={t('articleComments.title')}>
      <h2>{t('articleComments.title')}</h2>
      {mode === 'closed' ? (
        <p className={styles.soft}>{t('articleComments.closed')}</p>
      ) : (
        <NewComment article_id={article_id} answered={answered} onDone={() => setAnswered(undefined)} />
      )}
      <Answered answer={answer}>
        {({ data_info, total }) => (
          <>
            {data_info.length === 0 && <p className={styles.soft}>{t('articleComments.none')}</p>}
            <ol>
              {data_info.map((comment) => (
                <Said
                  key={comment.comment_id}
                  comment={comment}
                  onAnswer={mode === 'closed' ? undefined : () => setAnswered(comment)}
                />
              ))}
            </ol>
            {total > data_info.length && (
              <Button onClick={() => setSize(page_size + PAGE)}>{t('articleComments.more')}</Button>
            )}
          </>
        )}
      </Answered>
    </section>
  );
}

interface NewCommentProps {
  article_id: number;
  answered: Comment | undefined;
  onDone(): void;
}

function NewComment({ article_id, answered, onDone }: NewCommentProps) {
  const t = useT();
  const toast = useToast();
  const field = useId();
  const [body, setBody] = useState('');
  const [problem, setProblem] = useState('');
  const adding = useAction(articleComments.add, { refresh });
  const label = answered
    ? t('articleComments.answering', { name: answered.author_name })
    : t('articleComments.write');
  const submit = async () => {
    try {
      const parent_id = answered?.comment_id ?? null;
      const { state } = await adding.run({ article_id, body, parent_id });
      setBody('');
      onDone();
      toast.success(t(state === 'awaiting' ? 'articleComments.sent_awaiting' : 'articleComments.sent'));
    } catch (error) {
      if (error instanceof CallError && error.fields.length > 0) setProblem(explain(t, error));
    }
  };
  return (
    <div className={styles.write}>
      <label htmlFor={field}>{label}</label>
      <Input.TextArea
        id={field}
        value={body}
        status={problem ? 'error' : undefined}
        maxLength={COMMENT_MAX}
        placeholder={t('articleComments.placeholder')}
        autoSize={{ minRows: 2, maxRows: 8 }}
        onChange={({ target }) => {
          setBody(target.value);
          setProblem('');
        }}
      />
      {problem && <p role="alert">{problem}</p>}
      <div className={styles.acts}>
        {answered && <Button onClick={onDone}>{t('common.cancel')}</Button>}
        <Button type="primary" loading={adding.pending} onClick={() => void submit()}>
          {t('articleComments.send')}
        </Button>
      </div>
    </div>
  );
}

function Said({ comment, onAnswer }: { comment: Comment; onAnswer: (() => void) | undefined }) {
  const t = useT();
  const language = useLanguage();
  const ask = useConfirm();
  const moderates = useMay(commentAudits.list.needs);
  const removing = useAction(articleComments.remove, { refresh, done: 'articleComments.deleted' });
  const { comment_id, state, is_own } = comment;
  const remove = () =>
    ask({ title: t('articleComments.delete_question'), ok: t('common.delete'), danger: true }, () =>
      removing.run({ comment_id }),
    );
  return (
    <li>
      <div className={styles.facts}>
        <strong>{comment.author_name}</strong>
        {comment.answers && <span>{t('articleComments.answers', { name: comment.answers })}</span>}
        <span>{showTime(comment.at, language)}</span>
        {state !== 'shown' && (
          <Status tone={commentTones[state]}>{t(`articleComments.state_${state}`)}</Status>
        )}
      </div>
      <p>{comment.body}</p>
      <div>
        {onAnswer && state === 'shown' && (
          <Button type="link" size="small" onClick={onAnswer}>
            {t('articleComments.answer')}
          </Button>
        )}
        {(is_own || moderates) && (
          <Button type="link" size="small" danger onClick={remove}>
            {t('common.delete')}
          </Button>
        )}
      </div>
    </li>
  );
}
