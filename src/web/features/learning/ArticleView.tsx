import { LeftOutlined, StarFilled, StarOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import type { AnswerOf } from '#shared/contract/define.ts';
import { articleActions } from '#shared/contract/learning/articles.ts';
import { articleCollections } from '#shared/contract/learning/my-articles.ts';
import { send } from '#web/api/client.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { ArticleComments } from './ArticleComments.tsx';
import { ArticleFiles } from './ArticleFiles.tsx';
import { ArticleText } from './ArticleText.tsx';
import { articleReads, writingPath } from './article-reads.ts';
import styles from './articles.module.css';
import { ReasonDialog } from './ReasonDialog.tsx';

type Article = AnswerOf<typeof articleActions.one>;

/** Upper limit of the counted reading time. */
const LONGEST_SECONDS = 1800;

/** Counts a view on opening; on leaving reports the seconds during which the page was visible. */
function useReadingTime(article_id: number, isThere: boolean): void {
  useEffect(() => {
    if (!isThere) return;
    const tell = (seconds: number) =>
      void send(articleActions.view, { article_id, seconds }, { shell: true }).catch(() => undefined);
    let spent = 0;
    let since = Date.now();
    const pause = () => {
      if (document.hidden) spent += Date.now() - since;
      else since = Date.now();
    };
    tell(0);
    document.addEventListener('visibilitychange', pause);
    return () => {
      document.removeEventListener('visibilitychange', pause);
      const ms = spent + (document.hidden ? 0 : Date.now() - since);
      const seconds = Math.min(LONGEST_SECONDS, Math.round(ms / 1000));
      if (seconds > 0) tell(seconds);
    };
  }, [article_id, isThere]);
}

/** One article for readers. */
export function ArticleView({ article_id }: { article_id: number }) {
  const t = useT();
  const answer = useCall(articleActions.one, { article_id });
  useReadingTime(article_id, answer.data !== undefined);
  return (
    <div className={styles.reading}>
      <Link to="/learning/articles">
        <LeftOutlined /> {t('articles.back')}
      </Link>
      <Answered answer={answer}>{(article) => <Shown article={article} />}</Answered>
    </div>
  );
}

function Shown({ article }: { article: Article }) {
  const t = useT();
  const language = useLanguage();
  return (
    <>
      <article className={styles.paper}>
        <header>
          <h1>{article.article_title}</h1>
          <div className={styles.facts}>
            <span>{article.type_name}</span>
            <span>{article.author_name}</span>
            {article.published_at && <span>{showTime(article.published_at, language)}</span>}
            <span>{t('articles.read_minutes', { count: article.minutes })}</span>
            <span>{t('articles.views', { count: article.view_count })}</span>
          </div>
        </header>
        <ArticleText html={article.content} />
        <ArticleFiles article_id={article.article_id} files={article.files} />
        <Acts article={article} />
      </article>
      <ArticleComments article_id={article.article_id} mode={article.comments} />
    </>
  );
}

function Acts({ article }: { article: Article }) {
  const t = useT();
  const navigate = useNavigate();
  const { article_id, article_title, collected, is_own, collection_count } = article;
  const mayTakeDown = useMay(articleActions.takeDown.needs);
  const refresh = articleReads;
  const collecting = useAction(articleCollections.add, { refresh, done: 'articles.collect_done' });
  const dropping = useAction(articleCollections.remove, { refresh, done: 'articles.uncollect_done' });
  const takingDown = useAction(articleActions.takeDown, { refresh, done: 'articles.taken_down' });
  const asking = useOpened<void>();
  const collect = () => void (collected ? dropping : collecting).run({ article_id }).catch(() => undefined);
  return (
    <footer className={styles.acts}>
      <Button
        icon={collected ? <StarFilled /> : <StarOutlined />}
        loading={collecting.pending || dropping.pending}
        onClick={collect}
      >
        {t(collected ? 'articles.uncollect' : 'articles.collect')} {collection_count}
      </Button>
      {is_own && <Button onClick={() => void navigate(writingPath(article_id))}>{t('articles.edit')}</Button>}
      {!is_own && mayTakeDown && (
        <Button danger onClick={() => asking.open()}>
          {t('articles.take_down')}
        </Button>
      )}
      {asking.show(() => (
        <ReasonDialog
          title={t('articles.take_down_question', { title: article_title })}
          hint={t('articles.take_down_text')}
          label={t('articles.reason')}
          ok={t('articles.take_down')}
          onOk={async (reason) => {
            await takingDown.run({ article_id, reason });
            await navigate('/learning/articles');
          }}
          onClosed={asking.closed}
        />
      ))}
    </footer>
  );
}
