import { Alert, InputNumber, Select } from 'antd';
import { useCallback, useMemo } from 'react';
import { Link } from 'react-router';
import { siteFit } from '#shared/contract/control/fit.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import { LEAST_HOURS, LEAST_R2 } from '#shared/domain/site-fit.ts';
import { HELD_OUT, type Trial, transferFit } from '#shared/domain/transfer-fit.ts';
import { useMay } from '#web/api/powers.ts';
import { Figure } from '#web/charts/Figure.tsx';
import type { Look } from '#web/charts/look.ts';
import { useT } from '#web/i18n.ts';
import styles from './analysis.module.css';
import { ChartCard } from './ChartCard.tsx';
import { RecomputedCard } from './RecomputedCard.tsx';
import { ResidualCards } from './ResidualCards.tsx';
import type { Row } from './row.ts';
import { csvPeriod } from './save-csv.ts';
import { scatterOption } from './scatter-option.ts';
import { useAbout } from './useAbout.ts';
import type { AnalysisQuery } from './useAnalysisQuery.ts';

type Fit = ReturnType<typeof transferFit>;

interface TransferFitProps {
  query: AnalysisQuery;
  rows: readonly Row[];
  times: readonly number[];
  /** Weather per site for the residual charts. */
  humidity(site_id: number): readonly (number | null)[] | undefined;
  temperature(site_id: number): readonly (number | null)[] | undefined;
}

/** Transfer calibration: K and B that fit a site to a reference, validated on held-out data. */
export function TransferFit({ query, rows, times, humidity, temperature }: TransferFitProps) {
  const t = useT();
  const maySend = useMay(siteFit.batch.needs);
  const [reference, row] = useChosenPair(query, rows);
  const most = mostHumid(query);
  const humid = row && humidity(row.site.site_id);
  const fit = useMemo(
    () =>
      row && reference
        ? transferFit(
            row.values,
            reference.values,
            (step) => most !== undefined && (humid?.[step] ?? 0) > most,
          )
        : undefined,
    [row, reference, humid, most],
  );
  const about = useAbout(
    query,
    row && reference ? [row.site, reference.site] : [],
    ...(row ? [row.factor] : []),
  );
  const draw = useCallback(
    (look: Look) =>
      scatterOption({
        // Excluded values have no residual.
        x: row?.values.map((value, step) => (fit?.residuals[step] === null ? null : value)) ?? [],
        ...{ y: reference?.values ?? [], look },
        fit: { k: fit?.k ?? null, b: fit?.b ?? null, r2: null, rmse: null, n: 0 },
        names: [row?.name ?? '', reference?.name ?? ''] as const,
        ...{ unit: row?.factor.unit ?? '', decimals: row?.factor.decimals ?? 1 },
      }),
    [row, reference, fit],
  );
  if (!row || !reference || !fit) return <Alert type="info" showIcon title={t('analysis.transfer_needs')} />;
  return (
    <>
      <ChartCard
        title={t('analysis.transfer')}
        note={t('analysis.transfer_note')}
        about={about}
        rows={() => [
          [t('sitePage.time'), row.name, reference.name, t('analysis.residual')],
          ...times.map((at, i) => [
            csvPeriod(at, query.level, row.site.site_type),
            ...[row.values[i], reference.values[i], fit.residuals[i]].map((value) =>
              formatNumber(value, row.factor.decimals),
            ),
          ]),
        ]}
        tools={
          <span className={styles.tools}>
            <PairSelect query={query} rows={rows} reference={reference} row={row} />
            {humid && <HumidInput query={query} />}
            {maySend && isUsable(fit) && (
              <Link to={`/countercharges/kbvalue?${kbParams(query, reference, row)}`}>
                {t('analysis.to_kb')}
              </Link>
            )}
          </span>
        }
      >
        {(chart) => (
          <div className={styles.split}>
            <Figure ref={chart} height={280} label={t('analysis.transfer')} draw={draw} />
            <FitFigures fit={fit} unit={row.factor.unit} />
          </div>
        )}
      </ChartCard>
      <ResidualCards
        query={query}
        row={row}
        times={times}
        residuals={fit.residuals}
        humidity={humid}
        temperature={temperature(row.site.site_id)}
      >
        <RecomputedCard {...{ query, row, reference, fit, times }} />
      </ResidualCards>
    </>
  );
}

/** Humidity in percent above which values are left out of the fit. */
function mostHumid(query: AnalysisQuery): number | undefined {
  return Number(query.params.get('humid')) || undefined;
}

function isUsable({ fitted, r2 }: Fit): boolean {
  return fitted.n >= LEAST_HOURS && (r2 ?? 0) >= LEAST_R2;
}

/** The same fit on the page that sends K and B. */
function kbParams(query: AnalysisQuery, reference: Row, row: Row): URLSearchParams {
  const most = mostHumid(query);
  return new URLSearchParams({
    ...{ sites: String(row.site.site_id), fit_reference: String(reference.site.site_id) },
    ...{ fit_factor: String(row.factor.component_id), fit_from: query.from, fit_to: query.to },
    ...(most !== undefined && { fit_humid: String(most) }),
  });
}

/** The selected pair; by default the first two sites with the same factor. */
function useChosenPair(query: AnalysisQuery, rows: readonly Row[]): [Row | undefined, Row | undefined] {
  const keyed = (key: string) => rows.find((row) => row.key === query.params.get(key));
  const reference = keyed('fit_to_row') ?? rows[0];
  const partners = rows.filter((row) => isPartner(row, reference));
  return [reference, partners.find((row) => row === keyed('fit_row')) ?? partners[0]];
}

function isPartner(row: Row, reference: Row | undefined): boolean {
  return row.factor.component_id === reference?.factor.component_id && row.site !== reference.site;
}

interface PairSelectProps {
  query: AnalysisQuery;
  rows: readonly Row[];
  reference: Row;
  row: Row;
}

function PairSelect({ query, rows, reference, row }: PairSelectProps) {
  const t = useT();
  const options = (of: readonly Row[]) =>
    of.map(({ key, factor_name, site }) => ({ value: key, label: `${factor_name} ${site.site_name}` }));
  return (
    <>
      <Select
        size="small"
        className={styles.row}
        popupMatchSelectWidth={360}
        aria-label={t('analysis.reference')}
        prefix={t('analysis.reference')}
        value={reference.key}
        options={options(rows)}
        onChange={(key) => query.change({ fit_to_row: key })}
      />
      <Select
        size="small"
        className={styles.row}
        popupMatchSelectWidth={360}
        aria-label={t('analysis.fitted_row')}
        prefix={t('analysis.fitted_row')}
        value={row.key}
        options={options(rows.filter((one) => isPartner(one, reference)))}
        onChange={(key) => query.change({ fit_row: key })}
      />
    </>
  );
}

function HumidInput({ query }: { query: AnalysisQuery }) {
  const t = useT();
  return (
    <InputNumber
      className={styles.humid}
      size="small"
      min={1}
      max={100}
      aria-label={t('analysis.leave_humid')}
      prefix={t('analysis.leave_humid')}
      suffix="%"
      value={mostHumid(query) ?? null}
      onChange={(value) => query.change({ humid: value || undefined })}
    />
  );
}

function FitFigures({ fit, unit }: { fit: Fit; unit: string }) {
  const t = useT();
  return (
    <div>
      <dl className={styles.facts}>
        <Fact name="K" value={fit.k} error={fit.k_error} />
        <Fact name="B" value={fit.b} error={fit.b_error} />
        <Fact name="R²" value={fit.r2} />
      </dl>
      <TrialLine name={t('analysis.fitted_part')} trial={fit.fitted} unit={unit} />
      <TrialLine name={t('analysis.held_part', { percent: HELD_OUT * 100 })} trial={fit.held} unit={unit} />
      {(fit.held.after ?? 0) > (fit.held.before ?? 0) && (
        <p className={styles.facts}>{t('analysis.held_worse')}</p>
      )}
      {!isUsable(fit) && (
        <p className={styles.facts}>{t('analysis.not_usable', { n: LEAST_HOURS, r2: LEAST_R2 })}</p>
      )}
    </div>
  );
}

function Fact({ name, value, error }: { name: string; value: number | null; error?: number | null }) {
  const text = value === null ? '–' : value.toPrecision(4);
  return (
    <div>
      <dt>{name}</dt>
      <dd>{error ? `${text} ± ${error.toPrecision(2)}` : text}</dd>
    </div>
  );
}

function TrialLine({ name, trial, unit }: { name: string; trial: Trial; unit: string }) {
  const t = useT();
  const figure = (value: number | null) => (value === null ? '–' : value.toPrecision(3));
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{name}</dt>
        <dd>
          {t('analysis.trial', {
            before: figure(trial.before),
            after: figure(trial.after),
            unit,
            n: trial.n,
          })}
        </dd>
      </div>
    </dl>
  );
}
