import {
  ArrowDownOutlined,
  ArrowLeftOutlined,
  ArrowUpOutlined,
  DeleteOutlined,
  PrinterOutlined,
} from '@ant-design/icons';
import { Button, Input, Popconfirm, Space } from 'antd';
import { usePlatformTitle } from '#web/api/face.ts';
import { useSession } from '#web/api/session.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { EmptyState } from '#web/ui/ListStates.tsx';
import { Page } from '#web/ui/Page.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { CardButton } from './CardButton.tsx';
import styles from './chart-report.module.css';
import {
  change,
  clearReport,
  describeFigure,
  moveFigure,
  type ReportFigure,
  removeFigure,
  useChartReport,
} from './chart-report.ts';

/** Printable report of the collected charts with the user's own texts. */
export function ChartReportSheet({ onBack }: { onBack(): void }) {
  const t = useT();
  const { title, text, figures } = useChartReport();
  const isEmpty = figures.length === 0;
  return (
    <Page
      title={t('chartReport.report')}
      hint={t('chartReport.hint')}
      actions={
        <Space wrap>
          <Button icon={<ArrowLeftOutlined />} onClick={onBack}>
            {t('chartReport.back')}
          </Button>
          <Popconfirm title={t('chartReport.clear_question')} onConfirm={clearReport} disabled={isEmpty}>
            <Button disabled={isEmpty}>{t('common.clear')}</Button>
          </Popconfirm>
          <Button type="primary" icon={<PrinterOutlined />} disabled={isEmpty} onClick={() => window.print()}>
            {t('reports.print')}
          </Button>
        </Space>
      }
    >
      {isEmpty ? (
        <section className={styles.sheet}>
          <EmptyState title={t('chartReport.empty')} hint={t('chartReport.empty_hint')} />
        </section>
      ) : (
        <article className={styles.sheet}>
          <Input
            className={styles.title}
            variant="borderless"
            maxLength={100}
            aria-label={t('chartReport.title')}
            placeholder={t('chartReport.title')}
            value={title}
            onChange={({ target }) => change({ title: target.value })}
          />
          {title && <h2 className={styles.printed}>{title}</h2>}
          <Byline />
          <Words label={t('chartReport.text')} value={text} onChange={(words) => change({ text: words })} />
          {figures.map((figure, at) => (
            <FigureOfReport
              key={figure.id}
              figure={figure}
              isFirst={at === 0}
              isLast={at === figures.length - 1}
            />
          ))}
        </article>
      )}
    </Page>
  );
}

function Byline() {
  const language = useLanguage();
  const platform = usePlatformTitle();
  const session = useSession();
  return (
    <p className={styles.byline}>
      {[platform, session?.user.real_name, showTime(new Date().toISOString(), language)]
        .filter(Boolean)
        .join(' · ')}
    </p>
  );
}

function FigureOfReport({
  figure,
  isFirst,
  isLast,
}: {
  figure: ReportFigure;
  isFirst: boolean;
  isLast: boolean;
}) {
  const t = useT();
  const { id, title, about, png, text } = figure;
  return (
    <figure className={styles.figure}>
      <div className={styles.tools}>
        <CardButton
          of={title}
          word={t('chartReport.move_up')}
          icon={<ArrowUpOutlined />}
          disabled={isFirst}
          onClick={() => moveFigure(id, -1)}
        />
        <CardButton
          of={title}
          word={t('chartReport.move_down')}
          icon={<ArrowDownOutlined />}
          disabled={isLast}
          onClick={() => moveFigure(id, 1)}
        />
        <CardButton
          of={title}
          word={t('chartReport.remove')}
          icon={<DeleteOutlined />}
          onClick={() => removeFigure(id)}
        />
      </div>
      <img src={png} alt={[title, ...about].join(', ')} />
      <figcaption>
        <Words
          label={t('chartReport.figure_text')}
          value={text}
          onChange={(words) => describeFigure(id, words)}
        />
      </figcaption>
    </figure>
  );
}

/** A text area on screen, a paragraph in print: a text area would be cut off. */
function Words({ label, value, onChange }: { label: string; value: string; onChange(value: string): void }) {
  return (
    <>
      <Input.TextArea
        className={styles.field}
        autoSize
        maxLength={2000}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <p className={styles.printed}>{value}</p>
    </>
  );
}
