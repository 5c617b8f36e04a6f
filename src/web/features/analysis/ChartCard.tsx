import { DownloadOutlined, FileAddOutlined, TableOutlined } from '@ant-design/icons';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useToast } from '#web/api/toasts.ts';
import type { TimeChartHandle } from '#web/charts/TimeChart.tsx';
import { useT } from '#web/i18n.ts';
import styles from './analysis.module.css';
import { CardButton } from './CardButton.tsx';
import { addFigure, MOST_FIGURES } from './chart-report.ts';
import { type CsvRow, saveAs, saveCsv } from './save-csv.ts';

interface ChartCardProps {
  title: string;
  /** Hint, or the current selection. */
  note?: ReactNode;
  /** Controls between the title and the buttons. */
  tools?: ReactNode;
  /** Sites, factors and time: subtitle of a saved picture, and part of file names. */
  about: readonly string[];
  /** Rows of the CSV export; the first is the header. */
  rows?(): CsvRow[];
  /** Spans the full width. */
  wide?: boolean;
  children(ref: RefObject<TimeChartHandle | null>): ReactNode;
}

/** Chart card with buttons to save its picture or data, or to add it to the report. */
export function ChartCard({ title, note, tools, about, rows, wide, children }: ChartCardProps) {
  const t = useT();
  const chart = useRef<TimeChartHandle>(null);
  const name = [title, ...about].join(' ');
  const toast = useToast();
  const png = (onPaper = false) => chart.current?.png([title, ...about], onPaper) ?? '';
  const save = () => {
    const picture = png();
    if (picture) saveAs(picture, `${name}.png`);
    else toast.warning(t('chartReport.no_picture'));
  };
  const report = () => {
    const picture = png(true);
    if (!picture) toast.warning(t('chartReport.no_picture'));
    else if (addFigure({ title, about, png: picture })) toast.success(t('chartReport.added'));
    else toast.warning(t('chartReport.full', { count: MOST_FIGURES }));
  };
  return (
    <section className={wide ? styles.wideCard : styles.card} aria-label={title}>
      <header className={styles.head}>
        <h2>{title}</h2>
        <span className={styles.note}>{note}</span>
        {tools}
        <span className={styles.buttons}>
          {rows && (
            <CardButton
              of={title}
              word={t('analysis.save_csv')}
              icon={<TableOutlined />}
              onClick={() => saveCsv(name, rows())}
            />
          )}
          <CardButton of={title} word={t('history.png')} icon={<DownloadOutlined />} onClick={save} />
          <CardButton of={title} word={t('chartReport.add')} icon={<FileAddOutlined />} onClick={report} />
        </span>
      </header>
      {children(chart)}
    </section>
  );
}
