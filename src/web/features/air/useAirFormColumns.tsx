import { type TableColumnsType, type TableColumnType, Tooltip } from 'antd';
import type { AirRow, AirSite } from '#shared/contract/air/air.ts';
import { type FormColumn, formCell, formColumns } from '#shared/domain/air-form.ts';
import type { ReportPeriod } from '#shared/domain/air-report.ts';
import type { AqiEdition } from '#shared/domain/air-rules.ts';
import { aqiBand } from '#shared/domain/aqi-bands.ts';
import { pollutantFacts, pollutantOf } from '#shared/domain/pollutants.ts';
import type { Language } from '#shared/i18n/index.ts';
import { type T, useLanguage, useT } from '#web/i18n.ts';
import { useAqiPalette } from '#web/theme/aqi-palette.ts';
import { RunningMark } from '#web/ui/RunningMark.tsx';
import { AqiMark, aqiPaint } from '#web/widgets/Aqi.tsx';
import { meanText, periodText, primaryText, printed } from '#web/widgets/air-words.ts';
import { VirtualMark } from '#web/widgets/VirtualMark.tsx';
import type { AirCell } from '#web/widgets/why/AirExplanation.tsx';
import { WhyButton } from '#web/widgets/why/WhyButton.tsx';
import styles from './air.module.css';
import type { AirOrder } from './useAirQuery.ts';

export interface AirFormShape {
  period: ReportPeriod;
  editions: readonly AqiEdition[];
  sites: readonly AirSite[];
  order: AirOrder;
  onWhy(cell: AirCell): void;
}

/** Columns of the form: time, site, items, then the verdict on each row. */
export function useAirFormColumns(props: AirFormShape): TableColumnsType<AirRow> {
  const t = useT();
  const language = useLanguage();
  const { period, sites } = props;
  const siteOf = new Map(sites.map((site) => [site.site_id, site]));
  const siteColumn: TableColumnType<AirRow> = {
    key: 'site',
    title: t('air.site'),
    fixed: 'start',
    width: 180,
    render: (_value, { site_id }) => <SiteName site={siteOf.get(site_id)} />,
  };
  return [
    {
      key: 'ts',
      title: t('air.time'),
      fixed: 'start',
      width: period === 'hour' ? 128 : 94,
      className: styles.time,
      sorter: true,
      sortDirections: ['descend', 'ascend'],
      sortOrder: props.order === 'worst' ? null : props.order === 'desc' ? 'descend' : 'ascend',
      render: (_value, { ts, running }) => (
        <>
          {periodText(language, period, ts)}
          {running && <RunningMark />}
        </>
      ),
    },
    // Hidden for a single site, whose name is in the picker.
    ...(sites.length > 1 ? [siteColumn] : []),
    {
      title: t('air.group_items'),
      children: formColumns(period, props.editions).map((column) =>
        itemColumns(t, period, column, props.onWhy),
      ),
    },
    ...verdictColumns(t, language, props),
  ];
}

function verdictColumns(t: T, language: Language, { order, onWhy }: AirFormShape): TableColumnsType<AirRow> {
  return [
    {
      key: 'aqi',
      title: t('air.aqi'),
      align: 'center',
      width: 68,
      sorter: true,
      sortDirections: ['descend'],
      sortOrder: order === 'worst' ? 'descend' : null,
      render: (_value, { site_id, ts, aqi }) => (
        <WhyButton onClick={() => onWhy({ site_id, ts, figure: null })}>
          <AqiFigure aqi={aqi} />
        </WhyButton>
      ),
    },
    {
      key: 'primary',
      title: t('air.primary'),
      width: language === 'zh' ? 84 : 132,
      render: (_value, { aqi, primary }) => (aqi === null ? <Na /> : primaryText(t, primary)),
    },
    {
      key: 'level',
      title: t('air.level'),
      width: language === 'zh' ? 56 : 72,
      render: (_value, { aqi }) => <Level aqi={aqi} />,
    },
    {
      title: t('air.group_category'),
      children: [
        {
          key: 'category',
          title: t('air.category'),
          width: language === 'zh' ? 80 : 148,
          render: (_value, { aqi }) => <Category aqi={aqi} />,
        },
        {
          key: 'colour',
          title: t('air.colour'),
          width: 84,
          render: (_value, { aqi }) => <Colour aqi={aqi} />,
        },
      ],
    },
  ];
}

function itemColumns(
  t: T,
  period: ReportPeriod,
  { figure, indexed }: FormColumn,
  onWhy: AirFormShape['onWhy'],
) {
  const pollutant = pollutantOf(figure);
  const { unit, decimals } = pollutantFacts[pollutant];
  const concentration = {
    key: `${figure} concentration`,
    align: 'end' as const,
    width: 56,
    title: (
      <>
        {t('air.concentration')}
        <span className={styles.unit}>{unit}</span>
      </>
    ),
    render: (_value: unknown, row: AirRow) => {
      const { concentration: shown, doubtful } = formCell(row, period, figure);
      if (typeof shown !== 'number') return <Mark mark={shown} />;
      const text = shown.toFixed(decimals);
      return doubtful ? (
        <Tooltip title={t('air.doubtful')}>
          <span className={styles.doubtful}>{text}</span>
        </Tooltip>
      ) : (
        text
      );
    },
  };
  const index = {
    key: `${figure} iaqi`,
    align: 'end' as const,
    width: 52,
    title: t('air.iaqi'),
    render: (_value: unknown, row: AirRow) => {
      const { iaqi } = formCell(row, period, figure);
      if (iaqi === null || iaqi === '/') return <Mark mark={iaqi} />;
      return (
        <WhyButton onClick={() => onWhy({ site_id: row.site_id, ts: row.ts, figure })}>
          {iaqi === 'NA' ? <Na /> : <Index iaqi={iaqi} />}
        </WhyButton>
      );
    },
  };
  return {
    key: figure,
    title: (
      <>
        {printed(pollutant)} <span className={styles.mean}>{withoutBreak(meanText(t, period, figure))}</span>
      </>
    ),
    children: indexed ? [concentration, index] : [concentration],
  };
}

/** Narrow headings wrap between words, not between a number and its unit. */
const withoutBreak = (text: string) => text.replace(/(\d) /g, '$1\u00a0');

function SiteName({ site }: { site: AirSite | undefined }) {
  return (
    <div className={styles.site}>
      {site?.virtual_data && <VirtualMark />} {site?.site_name}
    </div>
  );
}

/** An IAQI, underlined in the colour of its level. */
function Index({ iaqi }: { iaqi: number }) {
  const band = aqiBand(iaqi);
  return (
    <span className={styles.index} style={band && { borderColor: aqiPaint(band.colour) }}>
      {iaqi}
    </span>
  );
}

function AqiFigure({ aqi }: { aqi: number | null }) {
  const band = aqiBand(aqi);
  return band ? <AqiMark colour={band.colour}>{aqi}</AqiMark> : <Na />;
}

function Level({ aqi }: { aqi: number | null }) {
  const t = useT();
  const band = aqiBand(aqi);
  return band ? t(`standards.level_${band.level}`) : <Na />;
}

function Category({ aqi }: { aqi: number | null }) {
  const t = useT();
  const band = aqiBand(aqi);
  return band ? t(`standards.band_${band.key}`) : <Na />;
}

/** Name of the colour in the standard, without background in other palettes, where it would contradict the colour. */
function Colour({ aqi }: { aqi: number | null }) {
  const t = useT();
  const palette = useAqiPalette();
  const band = aqiBand(aqi);
  if (!band) return <Na />;
  const name = t(`standards.colour_${band.colour}`);
  return palette === 'standard' ? <AqiMark colour={band.colour}>{name}</AqiMark> : name;
}

const Na = () => <Mark mark="NA" />;

function Mark({ mark }: { mark: 'NA' | '/' | null }) {
  const t = useT();
  if (mark === null) return null;
  return (
    <Tooltip title={t(mark === 'NA' ? 'standards.mark_na' : 'standards.mark_unmeasured')}>
      <span className={styles.absent}>{mark}</span>
    </Tooltip>
  );
}
