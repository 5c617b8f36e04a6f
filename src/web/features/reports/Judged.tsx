import type { ReportLine, SiteReport } from '#shared/contract/reports/reports.ts';
import {
  bandOf,
  classText,
  classWords,
  dayWords,
  goodText,
  type JudgedKey,
  judgedText,
  leftOutText,
} from '#shared/domain/report-text.ts';
import { useT } from '#web/i18n.ts';
import { PageLink } from '#web/shell/PageLink.tsx';
import { RunningMark } from '#web/ui/RunningMark.tsx';
import { AqiMark } from '#web/widgets/Aqi.tsx';
import { WhyButton } from '#web/widgets/why/WhyButton.tsx';
import styles from './reports.module.css';

interface JudgedProps {
  of: JudgedKey;
  line: ReportLine;
  onWhy?(ts: string): void;
}

/** Assessment of a row; an AQI has its level's colour. */
export function Judged({ of, line, onWhy }: JudgedProps) {
  const t = useT();
  const band = of === 'aqi' ? bandOf(line) : undefined;
  const text = judgedText(t.tx, of, line);
  const shown = band ? <AqiMark colour={band.colour}>{text}</AqiMark> : text;
  return onWhy && text !== '–' ? <WhyButton onClick={() => onWhy(line.ts)}>{shown}</WhyButton> : shown;
}

interface PeriodVerdictProps {
  site: SiteReport;
  span: { from: string; to: string };
  onWhyClass(): void;
  onWhyDay(): void;
}

/** Water only: the class is provisional, as the period is not over. */
export function isRunningClass({ running, water_class }: SiteReport): boolean {
  return running && water_class !== null;
}

/** Assessment of the whole period. */
export function PeriodVerdict({ site, ...why }: PeriodVerdictProps) {
  const t = useT();
  const key = site.day ? 'day_aqi' : site.site_type === 'water' ? 'class' : 'good';
  if (key === 'good' && !site.valid_days) return '–';
  return (
    <>
      <span className={styles.verdictLabel}>
        {t(`reports.${key}`)}
        {(site.day?.running || isRunningClass(site)) && <RunningMark />}
      </span>
      <span className={styles.verdict}>
        <Verdict site={site} {...why} />
      </span>
      {site.day && <span className={styles.verdictLabel}>{dayWords(t.tx, site.day)}</span>}
      {site.site_type === 'water' &&
        classWords(t.tx, site).map((words) => (
          <span key={words} className={styles.verdictWords}>
            {words}
          </span>
        ))}
    </>
  );
}

/** AQI of a day, water class, or number of good days, each with its explanation. */
export function Verdict({ site, span: { from, to }, onWhyClass, onWhyDay }: PeriodVerdictProps) {
  const t = useT();
  if (site.day) {
    const band = bandOf(site.day);
    return (
      <WhyButton onClick={onWhyDay}>
        {band ? <AqiMark colour={band.colour}>{site.day.aqi}</AqiMark> : 'NA'}
      </WhyButton>
    );
  }
  if (site.site_type === 'water') {
    const text = classText(t.tx, site);
    return text === '–' ? text : <WhyButton onClick={onWhyClass}>{text}</WhyButton>;
  }
  if (!site.valid_days) return '–';
  const days = new URLSearchParams({ site_ids: String(site.site_id), from, to });
  return (
    <PageLink to={`/dataanalysis/airindexforms?${days}`} otherwise={goodText(site)}>
      {goodText(site)}
    </PageLink>
  );
}

/** Items excluded from a class, below it. */
export function LeftOut({ of }: { of: Pick<SiteReport, 'left_out'> }) {
  const t = useT();
  const text = leftOutText(t.tx, of);
  return text === '' ? null : <span className={styles.leftOut}>{text}</span>;
}

/** Their number only: the column that lists them may be out of view. */
export function LeftOutCount({ of }: { of: Pick<SiteReport, 'left_out'> }) {
  const t = useT();
  const count = of.left_out.length;
  if (count === 0) return null;
  return (
    <span className={styles.leftOutCount} title={leftOutText(t.tx, of)}>
      {t('reports.left_out_count', { count })}
    </span>
  );
}
