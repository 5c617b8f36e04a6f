import { articleAudits } from '#shared/contract/learning/article-audit.ts';
import { articleMenu, articleTypes } from '#shared/contract/learning/article-types.ts';
import { articleActions, articleStatistics, articles } from '#shared/contract/learning/articles.ts';
import { myArticles, myCollections } from '#shared/contract/learning/my-articles.ts';
import type { StatusTone } from '#web/ui/Status.tsx';

/** Cached calls to refresh after a change of an article. */
export const articleReads = [
  articles.list,
  articleActions.one,
  articleActions.draft,
  articleActions.revisions,
  articleMenu.tree,
  articleTypes.list,
  articleAudits.list,
  articleStatistics.mine,
  myArticles.list,
  myCollections.list,
];

export const articleTones = {
  draft: 'quiet',
  awaiting: 'notice',
  published: 'good',
  returned: 'bad',
  withdrawn: 'quiet',
} as const satisfies Record<string, StatusTone>;

export const commentTones = {
  awaiting: 'notice',
  shown: 'good',
  hidden: 'quiet',
} as const satisfies Record<string, StatusTone>;

/** Paths of reading and editing an article. */
export const readingPath = (article_id: number) => `/learning/articles?article=${article_id}`;
export const writingPath = (article_id: number | 'new') => `/learning/articles?edit=${article_id}`;
