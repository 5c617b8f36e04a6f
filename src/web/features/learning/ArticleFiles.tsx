import { DownloadOutlined, PaperClipOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { articleActions, articleDownloads } from '#shared/contract/learning/articles.ts';
import { formatBytes } from '#shared/domain/numbers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { download } from '#web/ui/download.ts';
import styles from './articles.module.css';

interface ArticleFilesProps {
  article_id: number;
  files: readonly { file_id: number; file_name: string; size: number }[];
}

/** Attachments; downloads are logged. */
export function ArticleFiles({ article_id, files }: ArticleFilesProps) {
  const t = useT();
  const taking = useAction(articleActions.download, { refresh: [articleDownloads.list] });
  if (files.length === 0) return null;
  const take = async (file_id: number) => download((await taking.run({ article_id, file_id })).url);
  return (
    <section className={styles.files} aria-label={t('articles.files')}>
      <h2>{t('articles.files')}</h2>
      <ul>
        {files.map(({ file_id, file_name, size }) => (
          <li key={file_id}>
            <PaperClipOutlined />
            <span>{file_name}</span>
            <small>{formatBytes(size)}</small>
            <Button
              size="small"
              type="link"
              icon={<DownloadOutlined />}
              onClick={() => void take(file_id).catch(() => undefined)}
            >
              {t('articles.download')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
