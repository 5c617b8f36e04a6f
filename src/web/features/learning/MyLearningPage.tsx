import { EditOutlined } from '@ant-design/icons';
import { Button, Statistic, Tabs } from 'antd';
import { Link, useNavigate } from 'react-router';
import type { AnswerOf } from '#shared/contract/define.ts';
import { articleComments, commentStates } from '#shared/contract/learning/article-comments.ts';
import { articleActions, articleStates, articleStatistics } from '#shared/contract/learning/articles.ts';
import {
  articleCollections,
  myArticles,
  myCollections,
  myComments,
} from '#shared/contract/learning/my-articles.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import type { Action } from '#web/ui/actions.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Status } from '#web/ui/Status.tsx';
import { useAddress } from '#web/ui/useAddress.ts';
import { useList } from '#web/ui/useList.ts';
import { articleReads, articleTones, commentTones, readingPath, writingPath } from './article-reads.ts';
import styles from './articles.module.css';
import { durationText } from './duration-text.ts';

type MyArticle = AnswerOf<typeof myArticles.list>['data_info'][number];
const tabs = ['articles', 'collections', 'comments'] as const;

/** The user's articles, collections and comments. */
export function MyLearningPage() {
  const t = useT();
  const navigate = useNavigate();
  const { params, change } = useAddress();
  const mayWrite = useMay(articleActions.add.needs);
  const contents = { articles: <Releases />, collections: <Collections />, comments: <Comments /> };
  const blank = Object.fromEntries([...params.keys()].map((key) => [key, undefined]));
  return (
    <Page
      hint={t('myArticles.hint')}
      actions={
        mayWrite && (
          <Button type="primary" icon={<EditOutlined />} onClick={() => void navigate(writingPath('new'))}>
            {t('articles.write')}
          </Button>
        )
      }
    >
      <Tabs
        activeKey={tabs.find((tab) => tab === params.get('tab')) ?? 'articles'}
        onChange={(tab) => change({ ...blank, tab: tab === 'articles' ? undefined : tab })}
        destroyOnHidden
        items={tabs.map((key) => ({ key, label: t(`myArticles.tab_${key}`), children: contents[key] }))}
      />
    </Page>
  );
}

const figures = ['published', 'views', 'readers', 'comment_count', 'collection_count'] as const;

function Figures() {
  const t = useT();
  // Without published articles the call is refused, and nothing is shown.
  const { data } = useCall(articleStatistics.mine, {});
  if (!data) return null;
  return (
    <div className={styles.figures}>
      {figures.map((figure) => (
        <Statistic key={figure} title={t(`myArticles.figure_${figure}`)} value={data[figure]} />
      ))}
      <Statistic title={t('myArticles.figure_seconds')} value={durationText(t, data.seconds)} />
    </div>
  );
}

function useReleaseActions(): (row: MyArticle) => Action[] {
  const t = useT();
  const refresh = articleReads;
  const submitting = useAction(articleActions.submit, { refresh, done: 'articles.submitted' });
  const withdrawing = useAction(articleActions.withdraw, { refresh, done: 'articles.withdrawn' });
  const removing = useAction(articleActions.remove, { refresh, done: 'articles.deleted' });
  return ({ article_id, article_title: title, state, published_no }) => {
    const isOut = state === 'awaiting' || published_no !== null;
    const isOpen = state === 'draft' || state === 'returned' || state === 'withdrawn';
    return [
      ...(state === 'awaiting' ? [] : [{ label: t('common.edit'), to: writingPath(article_id) }]),
      ...(isOpen ? [{ label: t('articles.submit'), run: () => submitting.run({ article_id }) }] : []),
      ...(isOut
        ? [
            {
              label: t('articles.withdraw'),
              question: {
                title: t('articles.withdraw_question', { title }),
                text: t('articles.withdraw_text'),
                ok: t('articles.withdraw'),
              },
              run: () => withdrawing.run({ article_id }),
            },
          ]
        : [
            {
              label: t('common.delete'),
              danger: true,
              question: {
                title: t('articles.delete_question', { title }),
                text: t('articles.delete_text'),
                ok: t('common.delete'),
                danger: true,
              },
              run: () => removing.run({ article_id }),
            },
          ]),
    ];
  };
}

function Releases() {
  const t = useT();
  const list = useList(myArticles);
  const actionsOf = useReleaseActions();
  return (
    <>
      <Figures />
      <DataTable
        list={list}
        rowKey="article_id"
        columns={[
          {
            key: 'article_title',
            show: (row) => (
              <Link
                to={row.published_no === null ? writingPath(row.article_id) : readingPath(row.article_id)}
              >
                {row.article_title}
              </Link>
            ),
          },
          {
            key: 'state',
            show: ({ state }) => <Status tone={articleTones[state]}>{t(`myArticles.state_${state}`)}</Status>,
          },
          'type_name',
          'return_reason',
          'view_count',
          'comment_count',
          'collection_count',
          'published_at',
          { key: 'revision_no', rare: true },
          { key: 'updated_at', rare: true },
        ]}
        filters={[{ key: 'state', choices: articleStates }]}
        rowActions={actionsOf}
      />
    </>
  );
}

function Collections() {
  const t = useT();
  const list = useList(myCollections);
  const dropping = useAction(articleCollections.remove, {
    refresh: articleReads,
    done: 'articles.uncollect_done',
  });
  return (
    <DataTable
      list={list}
      rowKey="article_id"
      columns={[
        {
          key: 'article_title',
          show: ({ article_id, article_title, readable }) =>
            readable ? <Link to={readingPath(article_id)}>{article_title}</Link> : t('myCollections.gone'),
        },
        'type_name',
        'author_name',
        'collected_at',
      ]}
      rowActions={({ article_id }) => [
        { label: t('articles.uncollect'), run: () => dropping.run({ article_id }) },
      ]}
      batchActions={(rows) => [
        {
          label: t('articles.uncollect'),
          run: () => dropping.run({ article_id: rows.map(({ article_id }) => article_id) }),
        },
      ]}
    />
  );
}

function Comments() {
  const t = useT();
  const list = useList(myComments);
  const removing = useAction(articleComments.remove, {
    refresh: [myComments.list],
    done: 'articleComments.deleted',
  });
  return (
    <DataTable
      list={list}
      rowKey="comment_id"
      columns={[
        'body',
        {
          key: 'state',
          show: ({ state }) => <Status tone={commentTones[state]}>{t(`myComments.state_${state}`)}</Status>,
        },
        {
          key: 'article_title',
          show: ({ article_id, article_title }) =>
            article_title ? (
              <Link to={readingPath(article_id)}>{article_title}</Link>
            ) : (
              t('myCollections.gone')
            ),
        },
        'at',
        'reason',
      ]}
      filters={[{ key: 'state', choices: commentStates }]}
      rowActions={({ comment_id }) => [
        {
          label: t('common.delete'),
          danger: true,
          question: { title: t('articleComments.delete_question'), ok: t('common.delete'), danger: true },
          run: () => removing.run({ comment_id }),
        },
      ]}
    />
  );
}
