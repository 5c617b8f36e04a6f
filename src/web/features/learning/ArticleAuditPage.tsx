import { Tabs } from 'antd';
import { articleDownloads } from '#shared/contract/learning/articles.ts';
import { useT } from '#web/i18n.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { Page } from '#web/ui/Page.tsx';
import { useAddress } from '#web/ui/useAddress.ts';
import { useList } from '#web/ui/useList.ts';
import { ArticleAudits } from './ArticleAudits.tsx';
import { CommentAudits } from './CommentAudits.tsx';

const tabs = ['articles', 'comments', 'downloads'] as const;

/** Auditors' tasks: articles and comments; and the log of downloads. */
export function ArticleAuditPage() {
  const t = useT();
  const { params, change } = useAddress();
  const contents = {
    articles: <ArticleAudits />,
    comments: <CommentAudits />,
    downloads: <Downloads />,
  };
  return (
    <Page hint={t('articleAudits.hint')}>
      <Tabs
        activeKey={tabs.find((tab) => tab === params.get('tab')) ?? 'articles'}
        onChange={(tab) => change({ ...blank(params), tab: tab === 'articles' ? undefined : tab })}
        destroyOnHidden
        items={tabs.map((key) => ({ key, label: t(`articleAudits.tab_${key}`), children: contents[key] }))}
      />
    </Page>
  );
}

/** Clears the filters of the previous tab. */
const blank = (params: URLSearchParams) =>
  Object.fromEntries([...params.keys()].map((key) => [key, undefined]));

function Downloads() {
  const list = useList(articleDownloads);
  return (
    <DataTable
      list={list}
      rowKey="download_id"
      columns={['file_name', 'article_title', 'user_name', 'at']}
      filters={[{ key: 'at', as: 'range' }]}
    />
  );
}
