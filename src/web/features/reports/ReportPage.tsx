import { PrinterOutlined } from '@ant-design/icons';
import { Button, DatePicker, Segmented, Select, Tabs } from 'antd';
import dayjs from 'dayjs';
import { reportFiles } from '#shared/contract/reports/report-schedules.ts';
import { type ReportLayout, reports } from '#shared/contract/reports/reports.ts';
import { factorLabel } from '#shared/domain/formula.ts';
import { type ReportKind, reportPeriod } from '#shared/domain/report-period.ts';
import { type ComparedKey, comparedKeys, judgedKeys } from '#shared/domain/report-text.ts';
import type { Language } from '#shared/i18n/index.ts';
import { useMay } from '#web/api/powers.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { useSummed } from '#web/live/useSummed.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { EmptyState } from '#web/ui/ListStates.tsx';
import { localName } from '#web/ui/local-name.ts';
import { Page } from '#web/ui/Page.tsx';
import { useOpened } from '#web/ui/useOpened.tsx';
import { usePrinting } from '#web/ui/usePrinting.ts';
import { SitePicker } from '#web/widgets/SitePicker.tsx';
import { VirtualMark } from '#web/widgets/VirtualMark.tsx';
import { WhyDrawer, type WhyQuestion } from '#web/widgets/why/WhyDrawer.tsx';
import { CompareSheet } from './CompareSheet.tsx';
import { Footnotes } from './Footnotes.tsx';
import { JudgedCompareSheet } from './JudgedCompareSheet.tsx';
import { KeptTab } from './KeptTab.tsx';
import { showReportPeriod } from './period-name.ts';
import styles from './reports.module.css';
import { SchedulesTab } from './SchedulesTab.tsx';
import { SiteSheet } from './SiteSheet.tsx';
import type { ShownReport } from './shown-report.ts';
import { reportTabs, useReportQuery } from './useReportQuery.ts';

/** antd's week picker starts on Sunday in some languages: a date picker is used, and the week of the date is shown. */
const pickers = { day: 'date', week: 'date', month: 'month', year: 'year' } as const;

/** Daily, weekly, monthly or yearly report, with saved reports and schedules. */
export function ReportPage({ kind }: { kind: ReportKind }) {
  const t = useT();
  const { site_ids, date, layout, tab, turn } = useReportQuery();
  const mayKept = useMay(reportFiles.list.needs);
  return (
    <Page
      hint={t('reports.hint')}
      actions={
        tab === 'report' && (
          <>
            <Button
              icon={<PrinterOutlined />}
              disabled={site_ids.length === 0}
              onClick={() => window.print()}
            >
              {t('reports.print')}
            </Button>
            <ExportButton
              name="report"
              title={t(`reports.title_${kind}`)}
              query={{ kind, site_ids, date, layout: site_ids.length > 1 ? layout : 'sheets' }}
              // The columns are fixed by the form.
              columns={['form']}
              isEmpty={site_ids.length === 0}
            />
          </>
        )
      }
    >
      {mayKept && (
        <Tabs
          className={styles.tabs}
          activeKey={tab}
          items={reportTabs.map((key) => ({ key, label: t(`reports.tab_${key}`) }))}
          onChange={(key) => turn(key)}
        />
      )}
      {tab === 'schedules' ? (
        <SchedulesTab kind={kind} />
      ) : tab === 'kept' ? (
        <KeptTab />
      ) : (
        <AskedReport kind={kind} />
      )}
    </Page>
  );
}

/** Sites, date and layout are in the URL. */
function AskedReport({ kind }: { kind: ReportKind }) {
  const t = useT();
  const language = useLanguage();
  const { site_ids, date, layout, change } = useReportQuery();
  return (
    <>
      <div className={styles.bar}>
        <SitePicker
          label={t('reports.sites')}
          placeholder={t('reports.pick')}
          multiple
          virtualByName
          value={site_ids}
          onChange={(chosen) => change({ site_ids: chosen })}
        />
        <DatePicker
          picker={pickers[kind]}
          className={kind === 'week' ? styles.week : undefined}
          prefix={<span className={styles.label}>{t(`reports.date_${kind}`)}</span>}
          aria-label={t(`reports.date_${kind}`)}
          format={kind === 'week' ? (day) => weekName(day.format('YYYY-MM-DD'), language) : undefined}
          allowClear={false}
          value={dayjs(date)}
          onChange={(day) => change({ date: day?.format('YYYY-MM-DD') })}
        />
        {site_ids.length > 1 && (
          <Segmented<ReportLayout>
            aria-label={t('reports.layout')}
            value={layout}
            options={(['sheets', 'compare'] as const).map((value) => ({
              value,
              label: t(`reports.layout_${value}`),
            }))}
            onChange={(value) => change({ layout: value })}
          />
        )}
      </div>
      {site_ids.length === 0 ? (
        <section className={styles.sheet}>
          <EmptyState title={t('reports.pick_title')} hint={t('reports.pick_hint')} />
        </section>
      ) : (
        <LoadedReport kind={kind} />
      )}
    </>
  );
}

function weekName(date: string, language: Language): string {
  const week = reportPeriod('week', date);
  return week ? showReportPeriod('week', week.from, language) : '';
}

function LoadedReport({ kind }: { kind: ReportKind }) {
  const language = useLanguage();
  const { site_ids, date, layout } = useReportQuery();
  const answer = useCall(reports[kind], { site_ids, date }, { keepPrevious: true });
  const why = useOpened<WhyQuestion>();
  const { from = '', to = '' } = answer.data ?? {};
  useSummed({ site_ids, level: kind === 'year' ? 'month' : 'day', spans: [{ from, to }] }, () =>
    answer.data ? answer.refetch() : undefined,
  );
  return (
    <section className={styles.sheet} aria-busy={answer.isFetching}>
      <Answered answer={answer}>
        {(report) => {
          const shown = { kind, date, report, onWhy: why.open };
          return (
            <>
              <p className={styles.period}>{showReportPeriod(kind, new Date(report.from), language)}</p>
              {layout === 'compare' && report.sites.length > 1 ? (
                <Compared {...shown} />
              ) : (
                <Sheets {...shown} />
              )}
              <Footnotes kind={kind} report={report} />
            </>
          );
        }}
      </Answered>
      {why.show((question) => (
        <WhyDrawer question={question} onClosed={why.closed} />
      ))}
    </section>
  );
}

function Sheets(shown: ShownReport) {
  const { sites } = shown.report;
  const isPrinting = usePrinting();
  if (sites.length === 1 || isPrinting)
    return sites.map((site) => (
      <div key={site.site_id} className={styles.page}>
        <SiteSheet {...shown} site={site} />
      </div>
    ));
  return (
    <Tabs
      size="small"
      items={sites.map((site) => ({
        key: String(site.site_id),
        label: (
          <>
            {site.site_name} {site.virtual_data && <VirtualMark />}
          </>
        ),
        children: <SiteSheet {...shown} site={site} />,
      }))}
    />
  );
}

/** Compares sites by AQI or class, if any site has one, or by a factor. */
function Compared(shown: ShownReport) {
  const t = useT();
  const language = useLanguage();
  const { component_id, judged, change } = useReportQuery();
  const { factors, sites } = shown.report;
  const factor = factors.find((each) => each.component_id === component_id) ?? factors[0];
  if (!factor) return <EmptyState title={t('reports.no_lines')} hint={t('reports.no_lines_hint')} />;
  const keys = comparedKeys.filter((key) =>
    sites.some(({ site_type }) => judgedKeys(shown.kind, site_type).includes(key)),
  );
  const key = keys.find((each) => each === judged);
  return (
    <>
      <Select<number | ComparedKey>
        className={styles.factor}
        prefix={<span className={styles.label}>{t('reports.factor')}</span>}
        aria-label={t('reports.factor')}
        value={key ?? factor.component_id}
        options={[
          ...keys.map((each) => ({ value: each, label: t(`reports.${each}`) })),
          ...factors.map((each) => ({
            value: each.component_id,
            label: factorLabel(localName(each, 'component_name', language), each.formula),
          })),
        ]}
        onChange={(chosen) =>
          change(
            typeof chosen === 'number'
              ? { component_id: chosen, judged: undefined }
              : { component_id: undefined, judged: chosen },
          )
        }
      />
      {key ? <JudgedCompareSheet {...shown} of={key} /> : <CompareSheet {...shown} factor={factor} />}
    </>
  );
}
