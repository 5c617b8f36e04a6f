import { EditOutlined } from '@ant-design/icons';
import { Button, Tabs } from 'antd';
import { useNavigate } from 'react-router';
import { articleActions, articleStatistics } from '#shared/contract/learning/articles.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import { Page } from '#web/ui/Page.tsx';
import { useAddress } from '#web/ui/useAddress.ts';
import { ArticleEditor } from './ArticleEditor.tsx';
import { ArticleList } from './ArticleList.tsx';
import { ArticleStatistics } from './ArticleStatistics.tsx';
import { ArticleView } from './ArticleView.tsx';
import { writingPath } from './article-reads.ts';

/** Article list, article or editor, depending on the URL. */
export function ArticlesPage() {
  const { params } = useAddress();
  const edit = params.get('edit');
  const article = Number(params.get('article'));
  if (edit === 'new') return <ArticleEditor key="new" />;
  if (Number(edit) > 0) return <ArticleEditor key={edit} article_id={Number(edit)} />;
  if (article > 0) return <ArticleView key={article} article_id={article} />;
  return <Articles />;
}

function Articles() {
  const t = useT();
  const navigate = useNavigate();
  const { params, change } = useAddress();
  const mayWrite = useMay(articleActions.add.needs);
  const maySum = useMay(articleStatistics.data.needs);
  const write = mayWrite && (
    <Button type="primary" icon={<EditOutlined />} onClick={() => void navigate(writingPath('new'))}>
      {t('articles.write')}
    </Button>
  );
  return (
    <Page hint={t('articles.hint')} actions={write}>
      {maySum ? (
        <Tabs
          activeKey={params.get('tab') === 'statistics' ? 'statistics' : 'read'}
          onChange={(tab) => change({ tab: tab === 'read' ? undefined : tab })}
          destroyOnHidden
          items={[
            { key: 'read', label: t('articles.tab_read'), children: <ArticleList write={write} /> },
            { key: 'statistics', label: t('articles.tab_statistics'), children: <ArticleStatistics /> },
          ]}
        />
      ) : (
        <ArticleList write={write} />
      )}
    </Page>
  );
}
