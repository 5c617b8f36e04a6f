import { formatNumber } from '#shared/domain/numbers.ts';
import type { FigureOption } from '#web/charts/figures.ts';
import type { Look } from '#web/charts/look.ts';
import { tooltipLook } from './comparison-options.ts';
import { extremes } from './scatter-option.ts';

interface Calendar {
  cells: readonly { column: number; row: number; day: string; mean: number }[];
  columns: readonly string[];
  names: readonly string[];
  look: Look;
  unit: string;
  decimals: number;
}

/** Calendar heat map: a column per day or week, a row per hour or weekday. */
export function calendarOption({ cells, columns, names, look, unit, decimals }: Calendar): FigureOption {
  const label = { color: look.faint, fontFamily: look.font, fontSize: 11 };
  const line = { axisLine: { show: false }, axisTick: { show: false }, splitArea: { show: false } };
  // A scale without finite ends cannot be drawn: without values it runs from 0 to 1.
  const [low, high] = cells.length === 0 ? [0, 1] : extremes(cells.map(({ mean }) => mean));
  return {
    grid: { left: 56, right: 100, top: 8, bottom: 28 },
    xAxis: { type: 'category', data: [...columns], axisLabel: { ...label, hideOverlap: true }, ...line },
    yAxis: { type: 'category', data: [...names], inverse: true, axisLabel: label, ...line },
    visualMap: {
      min: low,
      max: high,
      right: 0,
      top: 'center',
      itemWidth: 10,
      itemHeight: 120,
      text:
        cells.length === 0
          ? ['', '']
          : [`${formatNumber(high, decimals)} ${unit}`, formatNumber(low, decimals)],
      textStyle: label,
      formatter: (value) => formatNumber(Number(value), decimals),
      inRange: { color: [...look.heat] },
    },
    tooltip: {
      ...tooltipLook(look),
      formatter: (params) => {
        const { dataIndex } = params as { dataIndex: number };
        const cell = cells[dataIndex];
        return cell ? `${cell.day} ${names[cell.row]}<br>${formatNumber(cell.mean, decimals)} ${unit}` : '';
      },
    },
    series: [
      {
        type: 'heatmap',
        itemStyle: { borderColor: look.surface, borderWidth: 1 },
        data: cells.map(({ column, row, mean }) => [column, row, mean]),
      },
    ],
  };
}
