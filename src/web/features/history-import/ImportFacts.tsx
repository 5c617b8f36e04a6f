import type { HistoryImport } from '#shared/contract/history-import/history-import.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { showTime } from '#web/ui/show-time.ts';
import styles from './history-import.module.css';

/** Result of a check in numbers. */
export function ImportFacts({ row }: { row: HistoryImport }) {
  const t = useT();
  const language = useLanguage();
  const { good, bad, blank, replacing, site_count, first_at, last_at } = row;
  const rows = (count: number) => t('historyImport.rows', { count });
  const facts = [
    { word: t('historyImport.good'), value: rows(good), tone: styles.good },
    { word: t('historyImport.bad'), value: rows(bad), tone: bad > 0 ? styles.wrong : undefined },
    ...(blank > 0 ? [{ word: t('historyImport.blank'), value: rows(blank) }] : []),
    {
      word: t('historyImport.replacing'),
      value: rows(replacing),
      tone: replacing > 0 ? styles.warn : undefined,
    },
    { word: t('historyImport.export_sites'), value: t('historyImport.touched', { count: site_count }) },
    {
      word: t('historyImport.export_range'),
      value:
        first_at && last_at
          ? t('historyImport.span', { from: showTime(first_at, language), to: showTime(last_at, language) })
          : '–',
    },
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(({ word, value, tone }) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd className={tone}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
