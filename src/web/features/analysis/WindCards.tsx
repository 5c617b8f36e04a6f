import { useCallback, useMemo } from 'react';
import type { HistoryFactor } from '#shared/contract/readings/history.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import { windSectors } from '#shared/domain/wind.ts';
import { CALM, conditionalShare, LEAST_OF_SECTOR, polarMeans, rose } from '#shared/domain/wind-profile.ts';
import { windRose } from '#shared/domain/wind-rose.ts';
import type { Language } from '#shared/i18n/index.ts';
import { Figure } from '#web/charts/Figure.tsx';
import type { Look } from '#web/charts/look.ts';
import { type T, useLanguage, useT } from '#web/i18n.ts';
import { ChartCard } from './ChartCard.tsx';
import type { CardProps } from './card-props.ts';
import { polarOption } from './polar-option.ts';
import { lookedAt } from './site-values.ts';
import { useAbout } from './useAbout.ts';
import { roseOption, speedNames } from './wind-options.ts';

const HEIGHT = 300;

/** Wind rose, means by sector, share of values above a threshold, and polar plot. */
export function WindCards({ query, site, factor, values, chosen, choose }: CardProps) {
  const t = useT();
  const language = useLanguage();
  const about = useAbout(query, [site], factor);
  const winds = useWinds(values, chosen);
  const write = useCallback((value: number) => formatNumber(value, factor.decimals), [factor]);
  const { drawRose, drawMeans, drawShare, drawPolar } = useDrawings(winds, factor, chosen.sector, write);
  const pick = ({ index }: { index: number }) => choose({ sector: index });
  const calm = t('analysis.calm_share', {
    percent: formatNumber((100 * winds.calm) / Math.max(1, winds.known), 1),
  });
  const threshold = winds.conditional.threshold;
  const rows = () => roseRows(winds, factor, language, t);
  return (
    <>
      <ChartCard title={t('analysis.wind_rose')} note={calm} about={about} rows={rows}>
        {(chart) => (
          <Figure ref={chart} height={HEIGHT} label={t('analysis.wind_rose')} draw={drawRose} onPick={pick} />
        )}
      </ChartCard>
      <ChartCard
        title={t('analysis.pollution_rose')}
        note={meansNote(winds, factor, language, t)}
        about={about}
        rows={rows}
      >
        {(chart) => (
          <Figure
            ref={chart}
            height={HEIGHT}
            label={t('analysis.pollution_rose')}
            draw={drawMeans}
            onPick={pick}
          />
        )}
      </ChartCard>
      <ChartCard
        title={t('analysis.conditional')}
        note={
          threshold === null
            ? ''
            : t('analysis.conditional_note', { value: write(threshold), unit: factor.unit })
        }
        about={about}
        rows={rows}
      >
        {(chart) => (
          <Figure
            ref={chart}
            height={HEIGHT}
            label={t('analysis.conditional')}
            draw={drawShare}
            onPick={pick}
          />
        )}
      </ChartCard>
      <ChartCard
        title={t('analysis.polar')}
        note={t('analysis.polar_note')}
        about={about}
        rows={() => polarRows(winds, factor, language, t)}
      >
        {(chart) => <Figure ref={chart} height={HEIGHT} label={t('analysis.polar')} draw={drawPolar} />}
      </ChartCard>
    </>
  );
}

function useWinds(values: CardProps['values'], chosen: CardProps['chosen']) {
  const { sectors, speeds } = values;
  const shown = useMemo(() => lookedAt(values, values.values, chosen, 'sector'), [values, chosen]);
  return useMemo(() => {
    // The wind rose follows the selection too, except for the sector.
    const kept = lookedAt(values, speeds, chosen, 'sector');
    const known = kept.filter((speed, i) => speed !== null && sectors[i] !== undefined).length;
    return {
      known,
      calm: sectors.filter((sector, i) => sector === -1 && kept[i] !== null).length,
      layers: rose(
        sectors.map((sector, i) => (kept[i] === null ? undefined : sector)),
        speeds,
      ),
      // Uses the sector centre as direction: only the sector matters here.
      means: windRose(
        sectors.map((sector) => windSectors[sector ?? -1]?.degrees ?? null),
        kept,
        shown,
        CALM,
      ),
      conditional: conditionalShare(sectors, shown),
      polar: polarMeans(sectors, speeds, shown),
    };
  }, [values, speeds, sectors, chosen, shown]);
}
type Winds = ReturnType<typeof useWinds>;

function useDrawings(
  winds: Winds,
  factor: HistoryFactor,
  sector: number | undefined,
  write: (value: number) => string,
) {
  const language = useLanguage();
  const drawRose = useCallback(
    (look: Look) =>
      roseOption({
        layers: speedNames(CALM).map((name, i) => ({
          name: `${name} m/s`,
          color: look.heat[i] ?? look.soft,
          values: (winds.layers[i] ?? []).map((count) => (100 * count) / Math.max(1, winds.known)),
        })),
        ...{ look, language, chosen: sector, legend: true },
        write: (value) => `${formatNumber(value, 1)}%`,
      }),
    [winds, language, sector],
  );
  const drawMeans = useCallback(
    (look: Look) =>
      roseOption({
        layers: [{ name: '', color: look.series[0] ?? look.soft, values: winds.means.mean }],
        ...{ look, language, chosen: sector, legend: false, write, unit: factor.unit },
      }),
    [winds, language, sector, factor, write],
  );
  const drawShare = useCallback(
    (look: Look) =>
      roseOption({
        layers: [
          {
            name: '',
            color: look.series[1] ?? look.soft,
            values: winds.conditional.share.map((share) => (share === null ? null : share * 100)),
          },
        ],
        ...{ look, language, chosen: sector, legend: false },
        write: (value) => `${formatNumber(value, 0)}%`,
      }),
    [winds, language, sector],
  );
  const drawPolar = useCallback(
    (look: Look) => polarOption({ cells: winds.polar, look, language, calm: CALM, unit: factor.unit, write }),
    [winds, language, factor, write],
  );
  return { drawRose, drawMeans, drawShare, drawPolar };
}

/** Names the direction with the highest mean, unless it was seen too rarely to tell. */
function meansNote({ means: { mean, n } }: Winds, factor: HistoryFactor, language: Language, t: T): string {
  const often = mean.map((value, i) => ((n[i] ?? 0) < LEAST_OF_SECTOR ? null : value));
  const highest = Math.max(...often.map((value) => value ?? -Infinity));
  const sector = windSectors[often.indexOf(highest)];
  if (!sector) return t('analysis.mean_by_sector_note', { unit: factor.unit });
  return t('analysis.mean_by_sector_highest', {
    ...{ unit: factor.unit, sector: sector[language], n: n[sector.index] },
    value: formatNumber(highest, factor.decimals),
  });
}

function roseRows(winds: Winds, factor: HistoryFactor, language: Language, t: T) {
  return [
    [
      t('analysis.csv_sector'),
      ...speedNames(CALM).map((name) => `${name} m/s`),
      `${t('analysis.mean_by_sector')} (${factor.unit})`,
      `${t('analysis.conditional')} (%)`,
    ],
    ...windSectors.map((sector, i) => [
      sector[language],
      ...winds.layers.map((layer) => layer[i] ?? 0),
      formatNumber(winds.means.mean[i], factor.decimals),
      formatNumber(percent(winds.conditional.share[i]), 1),
    ]),
  ];
}

const percent = (share: number | null | undefined) =>
  share === null || share === undefined ? null : share * 100;

function polarRows(winds: Winds, factor: HistoryFactor, language: Language, t: T) {
  const speeds = speedNames(CALM);
  return [
    [t('analysis.csv_sector'), 'm/s', `${t('history.mean')} (${factor.unit})`, t('analysis.csv_n')],
    ...winds.polar.map(({ sector, speed, mean, n }) => [
      windSectors[sector]?.[language],
      speeds[speed],
      formatNumber(mean, factor.decimals),
      n,
    ]),
  ];
}
