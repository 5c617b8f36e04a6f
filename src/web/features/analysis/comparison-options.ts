import type { HistoryFactor } from '#shared/contract/readings/history.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import type { FigureOption } from '#web/charts/figures.ts';
import type { Look } from '#web/charts/look.ts';
import { tipClass } from '#web/charts/useFigureKeys.ts';
import type { NamedComparison } from './named-comparison.ts';

/** With more sites, names are hidden; up to here they are slanted. */
const namedSites = 40;

export function axes(look: Look, categories: readonly string[], unit: string) {
  const label = { color: look.faint, fontFamily: look.font, fontSize: 11 };
  return {
    grid: { left: 56, right: 16, top: 28, bottom: categories.length > namedSites ? 24 : 84 },
    xAxis: {
      type: 'category' as const,
      data: [...categories],
      axisLine: { lineStyle: { color: look.faint } },
      axisTick: { show: false },
      axisLabel: {
        ...label,
        show: categories.length <= namedSites,
        interval: 0,
        rotate: categories.length > 6 ? 40 : 0,
        width: 110,
        overflow: 'truncate' as const,
      },
    },
    yAxis: {
      type: 'value' as const,
      name: unit,
      nameTextStyle: { ...label, align: 'right' as const },
      axisLabel: label,
      splitLine: { lineStyle: { color: look.line } },
    },
  };
}

export const tooltipLook = (look: Look) => ({
  backgroundColor: look.surface,
  borderColor: look.line,
  textStyle: { color: look.text, fontFamily: look.font, fontSize: 12 },
  confine: true,
  className: tipClass,
});

/** Bars of means, highest first; outliers in the alarm colour. */
export function barsOption(
  rows: readonly NamedComparison[],
  factor: HistoryFactor,
  look: Look,
): FigureOption {
  return {
    ...axes(
      look,
      rows.map(({ name }) => name),
      factor.unit,
    ),
    tooltip: {
      ...tooltipLook(look),
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      valueFormatter: (value) => `${formatNumber(Number(value), factor.decimals)} ${factor.unit}`,
    },
    series: [
      {
        type: 'bar',
        barMaxWidth: 28,
        data: rows.map(({ mean, neighbours }) => ({
          value: mean ?? '-',
          itemStyle: { color: neighbours?.outlier ? look.tones.alarm : (look.series[0] ?? look.soft) },
        })),
      },
    ],
  };
}

/** Box plot: whiskers from lowest to highest, box for the middle half. */
export function boxesOption(
  rows: readonly NamedComparison[],
  factor: HistoryFactor,
  look: Look,
): FigureOption {
  const color = look.series[0] ?? look.soft;
  return {
    ...axes(
      look,
      rows.map(({ name }) => name),
      factor.unit,
    ),
    tooltip: {
      ...tooltipLook(look),
      trigger: 'item',
      formatter: (params) => {
        const { dataIndex } = params as { dataIndex: number };
        const row = rows[dataIndex];
        if (!row) return '';
        const figures = [row.max, row.q3, row.median, row.q1, row.min];
        return `${escaped(row.name)}<br>${figures.map((value) => formatNumber(value ?? 0, factor.decimals)).join('<br>')}`;
      },
    },
    series: [
      {
        type: 'boxplot',
        boxWidth: [4, 24],
        itemStyle: { color: look.surface, borderColor: color, borderWidth: 1.25 },
        data: rows.map(({ min, q1, median, q3, max, neighbours }) => ({
          value: [min, q1, median, q3, max].map((figure) => figure ?? Number.NaN),
          ...(neighbours?.outlier && { itemStyle: { borderColor: look.tones.alarm } }),
        })),
      },
    ],
  };
}

/** ECharts tooltips are HTML. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
