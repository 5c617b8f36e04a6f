import { windSectors } from '#shared/domain/wind.ts';
import type { PolarCell } from '#shared/domain/wind-profile.ts';
import type { Language } from '#shared/i18n/index.ts';
import type { FigureOption } from '#web/charts/figures.ts';
import type { Look } from '#web/charts/look.ts';
import { tooltipLook } from './comparison-options.ts';
import { boxed, overSectors, speedNames } from './wind-options.ts';

/** In radians. */
const HALF_SECTOR = Math.PI / windSectors.length;

interface PolarOption {
  cells: readonly PolarCell[];
  look: Look;
  language: Language;
  calm: number;
  unit: string;
  write(value: number): string;
}

/** Polar plot: rings are wind speed, sectors wind direction, colour the mean. */
export function polarOption({ cells, look, language, calm, unit, write }: PolarOption): FigureOption {
  const label = { color: look.faint, fontFamily: look.font, fontSize: 11 };
  const means = cells.map(({ mean }) => mean);
  const [low, high] = [Math.min(...means, 0), Math.max(...means, 1e-9)];
  const names = speedNames(calm);
  return {
    polar: { radius: '78%', center: ['46%', '50%'] },
    angleAxis: {
      type: 'category',
      startAngle: 101.25,
      data: windSectors.map((sector) => (sector.index % 2 === 0 ? sector[language] : '')),
      axisLabel: label,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: look.line } },
    },
    radiusAxis: {
      type: 'category',
      data: names,
      ...overSectors,
      axisLabel: { ...label, ...boxed(look), color: look.soft, fontSize: 10 },
      axisLine: { show: false },
      axisTick: { show: false },
    },
    visualMap: {
      min: low,
      max: high,
      dimension: 2,
      right: 0,
      bottom: 8,
      itemWidth: 10,
      itemHeight: 80,
      text: [`${write(high)} ${unit}`, write(low)],
      textStyle: label,
      formatter: (value) => write(Number(value)),
      inRange: { color: [...look.heat] },
    },
    tooltip: {
      ...tooltipLook(look),
      formatter: (params) => {
        const { dataIndex } = params as { dataIndex: number };
        const { speed, sector, mean, n } = cells[dataIndex] ?? { speed: 0, sector: 0, mean: 0, n: 0 };
        return `${windSectors[sector]?.[language] ?? ''} ${names[speed] ?? ''} m/s<br>${write(mean)} ${unit} (n = ${n})`;
      },
    },
    series: [
      {
        type: 'custom',
        coordinateSystem: 'polar',
        renderItem: (params, api) => {
          // The ECharts types lack the polar coordinate system.
          const { cx, cy } = params.coordSys as unknown as { cx: number; cy: number };
          const [x = 0, y = 0] = api.coord([api.value(0), api.value(1)]);
          const size = api.size?.([1, 0]);
          const ring = (Array.isArray(size) ? size[0] : size) ?? 0;
          const [radius, angle] = [Math.hypot(x - cx, y - cy), Math.atan2(y - cy, x - cx)];
          return {
            type: 'sector',
            shape: {
              ...{ cx, cy, r0: Math.max(0, radius - ring / 2), r: radius + ring / 2 },
              ...{ startAngle: angle - HALF_SECTOR, endAngle: angle + HALF_SECTOR },
            },
            style: { fill: String(api.visual('color')) },
          };
        },
        data: cells.map(({ speed, sector, mean, n }) => [speed, sector, mean, n]),
      },
    ],
  };
}
