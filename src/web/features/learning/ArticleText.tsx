import styles from './article-text.module.css';

/** HTML sanitised twice by the server's allow-list (`server/features/learning/rich-text.ts`). */
export function ArticleText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server, see above
  return <div className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />;
}
