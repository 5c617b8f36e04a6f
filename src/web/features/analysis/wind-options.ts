import { windSectors } from '#shared/domain/wind.ts';
import { SPEED_CLASSES } from '#shared/domain/wind-profile.ts';
import type { Language } from '#shared/i18n/index.ts';
import type { FigureOption } from '#web/charts/figures.ts';
import type { Look } from '#web/charts/look.ts';
import { tooltipLook } from './comparison-options.ts';

interface RoseOption {
  /** Layers from the centre outwards, with one value per sector. */
  layers: readonly { name: string; values: readonly (number | null)[]; color: string }[];
  look: Look;
  language: Language;
  /** The selected sector. */
  chosen: number | undefined;
  legend: boolean;
  write(value: number): string;
  /** Written after a value in its tooltip. */
  unit?: string;
}

/** Draws ring labels readably above the sectors. */
export const overSectors = { z: 10 };
export const boxed = ({ surface }: Look) => ({
  ...{ backgroundColor: `${surface}d9`, borderRadius: 3, padding: [1, 3] },
});

/** Compass rose with north at the top. */
export function roseOption(rose: RoseOption): FigureOption {
  const { layers, look, language, chosen, legend, write, unit = '' } = rose;
  const label = { color: look.faint, fontFamily: look.font, fontSize: 11 };
  return {
    polar: { radius: legend ? '74%' : '78%', center: ['50%', legend ? '55%' : '50%'] },
    angleAxis: {
      type: 'category',
      // Centres the first sector on north.
      startAngle: 101.25,
      data: windSectors.map((sector) => (sector.index % 2 === 0 ? sector[language] : '')),
      axisLabel: label,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: look.line } },
    },
    radiusAxis: {
      ...overSectors,
      axisLabel: {
        ...{ ...label, ...boxed(look), color: look.soft, showMinLabel: false },
        formatter: (value: number) => write(value),
      },
      axisLine: { show: false },
      axisTick: { show: false },
      splitNumber: 3,
      splitLine: { lineStyle: { color: look.line } },
    },
    ...(legend && {
      legend: { top: 0, itemWidth: 10, itemHeight: 10, textStyle: { ...label, color: look.soft } },
    }),
    tooltip: {
      ...tooltipLook(look),
      trigger: 'item',
      formatter: (params) => {
        const { dataIndex, seriesIndex } = params as { dataIndex: number; seriesIndex: number };
        const { name, values } = layers[seriesIndex] ?? { name: '', values: [] };
        const value = values[dataIndex] ?? null;
        const figure = value === null ? ['–'] : [write(value), unit];
        return [windSectors[dataIndex]?.[language], name, ...figure].filter(Boolean).join(' ');
      },
    },
    series: layers.map(({ name, values, color }) => ({
      type: 'bar' as const,
      coordinateSystem: 'polar' as const,
      stack: 'rose',
      name,
      itemStyle: { color },
      data: values.map((value, sector) => ({
        value: value ?? 0,
        itemStyle: { opacity: chosen === undefined || chosen === sector ? 1 : 0.35 },
      })),
    })),
  };
}

/** "0.5–1.5", and of the last class "> 8". */
export function speedNames(calm: number): string[] {
  return SPEED_CLASSES.map((upper, i) => {
    const lower = i === 0 ? calm : (SPEED_CLASSES[i - 1] ?? 0);
    return Number.isFinite(upper) ? `${lower}–${upper}` : `> ${lower}`;
  });
}
