import type { FigureOption } from '#web/charts/figures.ts';
import type { Look } from '#web/charts/look.ts';
import { axes, escaped, tooltipLook } from './comparison-options.ts';
import type { Row } from './row.ts';

interface Matrix {
  rows: readonly Row[];
  cells: readonly { row: number; column: number; v: number | null; n: number }[];
  look: Look;
}

/** Blue, white and orange: readable to the colour-blind. */
const diverging = ['#2166ac', '#92c5de', '#f7f7f7', '#f4a582', '#b2182b'];

/** Correlation above which only white text is readable on the cell. */
const STRONG = 0.75;

export function matrixOption({ rows, cells, look }: Matrix): FigureOption {
  const label = {
    color: look.soft,
    fontFamily: look.font,
    fontSize: 11,
    lineHeight: 12,
    width: 150,
    overflow: 'break' as const,
  };
  const names = rows.map(({ site, factor_name }) => `${factor_name} ${site.site_name}`);
  const line = { axisLine: { show: false }, axisTick: { show: false } };
  return {
    grid: { left: 166, right: 16, top: 8, bottom: 132 },
    xAxis: {
      type: 'category',
      data: names,
      // Upright, because wrapped lines at an angle run into each other.
      axisLabel: { ...label, rotate: 90, interval: 0, width: 120 },
      ...line,
    },
    yAxis: { type: 'category', data: names, inverse: true, axisLabel: { ...label, interval: 0 }, ...line },
    visualMap: { show: false, min: -1, max: 1, dimension: 2, inRange: { color: diverging } },
    tooltip: {
      ...tooltipLook(look),
      formatter: (params) => {
        const { dataIndex } = params as { dataIndex: number };
        const cell = cells[dataIndex];
        if (!cell) return '';
        return `${escaped(names[cell.row] ?? '')}<br>${escaped(names[cell.column] ?? '')}<br>${cell.v?.toFixed(3) ?? '–'} (n = ${cell.n})`;
      },
    },
    series: [
      {
        type: 'heatmap',
        itemStyle: { borderColor: look.surface, borderWidth: 1 },
        label: {
          show: rows.length <= 14,
          fontSize: 10,
          formatter: ({ dataIndex }) => cells[dataIndex]?.v?.toFixed(2) ?? '',
        },
        data: cells.map(({ row, column, v }) => ({
          value: [column, row, v ?? '-'],
          label: { color: Math.abs(v ?? 0) > STRONG ? '#ffffff' : '#1b1b1b' },
        })),
      },
    ],
  };
}

/** Correlation by lag: a peak off the centre shows which row follows the other. */
export function lagOption(course: readonly { lag: number; v: number | null }[], look: Look): FigureOption {
  const frame = axes(
    look,
    course.map(({ lag }) => String(lag)),
    'r',
  );
  return {
    ...frame,
    grid: { ...frame.grid, bottom: 28 },
    xAxis: { ...frame.xAxis, axisLabel: { color: look.faint, fontSize: 11, interval: 11, show: true } },
    tooltip: { ...tooltipLook(look), trigger: 'axis' },
    series: [
      {
        type: 'bar',
        itemStyle: { color: look.series[0] ?? look.soft },
        data: course.map(({ v }) => (v === null ? '-' : Number(v.toFixed(3)))),
      },
    ],
  };
}
