import { EyeOutlined, MessageOutlined, PaperClipOutlined, StarFilled } from '@ant-design/icons';
import { Input, Pagination, Tree } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { AnswerOf } from '#shared/contract/define.ts';
import { articleMenu } from '#shared/contract/learning/article-types.ts';
import { articles } from '#shared/contract/learning/articles.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { EmptyState } from '#web/ui/ListStates.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { useAddress } from '#web/ui/useAddress.ts';
import { readingPath } from './article-reads.ts';
import styles from './articles.module.css';

type Row = AnswerOf<typeof articles.list>['data_info'][number];
type Node = AnswerOf<typeof articleMenu.tree>['data_info'][number];

const PAGE = 10;

/** Articles with the types at the side. */
export function ArticleList({ write }: { write: ReactNode }) {
  const t = useT();
  const { params, change } = useAddress();
  const keyword = params.get('keyword') ?? '';
  const type_id = Number(params.get('type')) || undefined;
  const page_index = Number(params.get('page')) || 1;
  const [typed, setTyped] = useState(keyword);
  const answer = useCall(
    articles.list,
    { page_index, page_size: PAGE, ...(keyword && { keyword }), ...(type_id && { type_id }) },
    { keepPrevious: true },
  );
  return (
    <div className={styles.split}>
      <Types chosen={type_id} onChoose={(type) => change({ type, page: undefined })} />
      <section className={styles.found}>
        <Input.Search
          allowClear
          enterButton
          placeholder={t('articles.search')}
          aria-label={t('articles.search')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onSearch={(text) => change({ keyword: text.trim(), page: undefined })}
        />
        <Answered answer={answer}>
          {({ data_info, total }) =>
            data_info.length === 0 ? (
              <Nothing isFiltered={keyword !== '' || type_id !== undefined} write={write} />
            ) : (
              <>
                <ul className={styles.cards}>
                  {data_info.map((row) => (
                    <Card key={row.article_id} row={row} />
                  ))}
                </ul>
                <Pagination
                  hideOnSinglePage
                  align="end"
                  showSizeChanger={false}
                  current={page_index}
                  pageSize={PAGE}
                  total={total}
                  onChange={(page) => change({ page: page === 1 ? undefined : page })}
                />
              </>
            )
          }
        </Answered>
      </section>
    </div>
  );
}

function Nothing({ isFiltered, write }: { isFiltered: boolean; write: ReactNode }) {
  const t = useT();
  return isFiltered ? (
    <EmptyState title={t('articles.no_match')} hint={t('articles.no_match_hint')} />
  ) : (
    <EmptyState title={t('articles.empty')} hint={t('articles.empty_hint')}>
      {write}
    </EmptyState>
  );
}

function Card({ row }: { row: Row }) {
  const t = useT();
  const language = useLanguage();
  return (
    <li className={styles.card}>
      <Link to={readingPath(row.article_id)}>
        <h2>
          {row.article_title}
          {row.collected && <StarFilled className={styles.star} aria-label={t('articles.collected')} />}
        </h2>
        <p>{row.excerpt}</p>
      </Link>
      <div className={styles.facts}>
        <span>{row.type_name}</span>
        <span>{row.author_name}</span>
        <span>{showTime(row.published_at, language)}</span>
        <span>{t('articles.read_minutes', { count: row.minutes })}</span>
        <span title={t('articles.view_count')}>
          <EyeOutlined /> {row.view_count}
        </span>
        <span title={t('articles.comment_count')}>
          <MessageOutlined /> {row.comment_count}
        </span>
        {row.file_count > 0 && (
          <span title={t('articles.file_count')}>
            <PaperClipOutlined /> {row.file_count}
          </span>
        )}
      </div>
    </li>
  );
}

interface TreeNode {
  key: number;
  title: string;
  children: TreeNode[];
}

function treeOf(nodes: readonly Node[], parent_id: number | null): TreeNode[] {
  return nodes
    .filter((node) => node.parent_id === parent_id && (node.enabled || node.article_count > 0))
    .map((node) => ({
      key: node.type_id,
      title: `${node.type_name} (${node.article_count})`,
      children: treeOf(nodes, node.type_id),
    }));
}

function Types({ chosen, onChoose }: { chosen: number | undefined; onChoose(type?: number): void }) {
  const t = useT();
  const answer = useCall(articleMenu.tree, {});
  return (
    <nav className={styles.types} aria-label={t('articles.type_id')}>
      <Answered answer={answer}>
        {({ data_info }) => (
          <Tree
            blockNode
            defaultExpandAll
            selectedKeys={[chosen ?? 0]}
            onSelect={([key]) => onChoose(key ? Number(key) : undefined)}
            treeData={[{ key: 0, title: t('articles.all_types'), children: [] }, ...treeOf(data_info, null)]}
          />
        )}
      </Answered>
    </nav>
  );
}
