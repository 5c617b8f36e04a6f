import type { Language } from '#shared/i18n/index.ts';
import type { ChartArrow, ChartLimit, ChartLine, ChartPanel } from './chart-panel.ts';
import type { ChartOption } from './echarts.ts';
import { atEdges, type Extent, extentOf, writtenMarks } from './edges.ts';
import { strokePatterns, styledLines } from './line-styles.ts';
import type { Look } from './look.ts';
import { strokesOf } from './strokes.ts';

export type { ChartArrow, ChartLimit, ChartLine, ChartPanel };

/** Margins in pixels. Limit labels use the right one. */
export const frame = { left: 56, right: 40, top: 26, bottom: 28, between: 30 };

interface Picture {
  panels: readonly ChartPanel[];
  from: number;
  to: number;
  /** Offset from UTC, which ECharts draws, to network time. */
  zoneMs: number;
  hidden: ReadonlySet<string>;
  look: Look;
  language: Language;
  width: number;
  height: number;
}

interface Layout extends Picture {
  /** Height of a panel. */
  each: number;
  label: { color: string; fontFamily: string; fontSize: number };
}

export function optionOf(picture: Picture): ChartOption {
  const { panels, look, height } = picture;
  const count = Math.max(1, panels.length);
  const each = (height - frame.top - frame.bottom - frame.between * (count - 1)) / count;
  const layout = { ...picture, each, label: { color: look.faint, fontFamily: look.font, fontSize: 11 } };
  return {
    useUTC: true,
    animation: false,
    textStyle: { fontFamily: look.font },
    title: titlesOf(layout),
    grid: panels.map((_, at) => ({
      left: frame.left,
      right: frame.right,
      top: frame.top + at * (each + frame.between),
      height: each,
    })),
    xAxis: timeAxes(layout),
    yAxis: valueAxes(layout),
    series: [...limitMarks(layout), ...lineStrokes(layout), ...windArrows(layout)],
  };
}

function linesOf({ panels, hidden }: Picture) {
  // Lines beside pale ones are drawn bold.
  const isBold = panels.map(({ lines }) => lines.some(({ quiet }) => quiet));
  return styledLines(panels)
    .filter(({ name }) => !hidden.has(name))
    .map((line) => ({ ...line, isBold: isBold[line.at], isStep: line.nameOf !== undefined }));
}

function titlesOf({ panels, from, to, each, label, width }: Layout) {
  return panels.map((panel, at) => ({
    text: limitsText(limitsWithin(panel, from, to)),
    top: frame.top + at * (each + frame.between) - 18,
    right: frame.right,
    padding: 0,
    textStyle: {
      ...label,
      fontWeight: 'normal' as const,
      width: width - frame.left - frame.right - 8,
      overflow: 'truncate' as const,
    },
  }));
}

function timeAxes({ panels, from, to, zoneMs, look, label, language }: Layout) {
  return panels.map((_, at) => ({
    type: 'time' as const,
    gridIndex: at,
    min: from + zoneMs,
    max: to + zoneMs,
    axisLine: { lineStyle: { color: look.faint } },
    axisTick: { show: at === panels.length - 1, lineStyle: { color: look.faint } },
    axisLabel: {
      ...label,
      show: at === panels.length - 1,
      hideOverlap: true,
      formatter: timeLabels[language],
    },
    splitLine: { show: false },
  }));
}

function valueAxes({ panels, each, look, label }: Layout) {
  return panels.map(({ unit, nameOf }, at) => ({
    type: 'value' as const,
    ...(nameOf && { minInterval: 1 }),
    gridIndex: at,
    scale: true,
    name: unit,
    nameGap: 8,
    nameTextStyle: { ...label, align: 'right' as const, padding: [0, 6, 0, 0] },
    splitNumber: each > 180 ? 5 : 3,
    axisLabel: {
      ...label,
      hideOverlap: true,
      ...(nameOf && { formatter: (value: number) => nameOf(value) }),
    },
    splitLine: { lineStyle: { color: look.line } },
  }));
}

function limitMarks({ panels, from, to, zoneMs, look, label }: Layout) {
  return panels.flatMap((panel, at) =>
    limitsWithin(panel, from, to).map(({ value, tone, ...span }) => ({
      type: 'line' as const,
      xAxisIndex: at,
      yAxisIndex: at,
      silent: true,
      symbolSize: 0,
      // Behind the lines: a limit must not hide values.
      z: 1,
      labelLayout: { moveOverlap: 'shiftY' as const },
      lineStyle: {
        width: 1,
        color: tone ? look.tones[tone] : look.soft,
        type: tone === 'clear' ? 'dotted' : 'dashed',
      } as const,
      data: [
        [Math.max(span.from, from) + zoneMs, value],
        {
          value: [Math.min(span.to, to) + zoneMs, value],
          label: {
            ...label,
            ...(span.to >= to ? besideLabel : aboveLabel),
            // Clear limits lie close to raise limits; the text above the panel names them.
            show: tone !== 'clear',
            formatter: panel.nameOf?.(value) ?? String(value),
            color: tone ? look.tones[tone] : look.soft,
            fontSize: 10,
          },
        },
      ],
    })),
  );
}

function lineStrokes(layout: Layout) {
  const { look, zoneMs, panels, hidden } = layout;
  const extents = panels.map(({ lines }) =>
    extentOf(lines.filter(({ name }) => !hidden.has(name)).map(({ course }) => course)),
  );
  return linesOf(layout).flatMap((line) => {
    const color = look.series[line.colour % look.series.length] ?? look.soft;
    const strokes = strokesOf(line.course);
    const { inside, beyond } = atEdges(strokes.hollow, extents[line.at]);
    const shared = {
      name: line.name,
      xAxisIndex: line.at,
      yAxisIndex: line.at,
      color,
      silent: true,
      dimensions: ['time', 'value'],
    };
    const dots = { ...shared, type: 'scatter' as const, symbol: 'circle' };
    const hollow = { color: look.surface, borderColor: color, borderWidth: 1.25 };
    const pattern = strokePatterns[line.dash] ?? [];
    return [
      {
        ...shared,
        type: 'line' as const,
        data: shifted(strokes.line, zoneMs),
        showSymbol: false,
        lineStyle: {
          width: line.quiet ? 1 : line.isBold ? 2 : 1.25,
          opacity: line.quiet ? 0.7 : 1,
          color,
          type: pattern.length === 0 ? ('solid' as const) : [...pattern],
        },
        ...(line.isStep && { step: 'end' as const }),
        ...(line.quiet && { z: 2 }),
      },
      { ...dots, data: shifted(strokes.alone, zoneMs), symbolSize: 3.5, itemStyle: { color } },
      { ...dots, data: shifted(inside, zoneMs), symbolSize: 5, itemStyle: hollow },
      {
        ...dots,
        data: edgeMarks(beyond, extents[line.at], layout, color, line.decimals),
        itemStyle: hollow,
        labelLayout: { hideOverlap: true },
      },
      // Every series costs time even without data, and with hundreds of lines most marks have none.
    ].filter(({ data }) => data.length > 0);
  });
}

/** Triangles at the edge of the extent that point outwards; the most extreme ones have labels. */
function edgeMarks(
  beyond: ReturnType<typeof atEdges>['beyond'],
  extent: Extent | undefined,
  { zoneMs, label }: Layout,
  color: string,
  decimals: number,
) {
  const written = writtenMarks(beyond);
  return beyond.map((mark) => ({
    value: [mark.time + zoneMs, (mark.side === 'high' ? extent?.high : extent?.low) ?? mark.value],
    symbol: 'triangle',
    symbolSize: 7,
    symbolRotate: mark.side === 'high' ? 0 : 180,
    label: {
      ...label,
      color,
      show: written.has(mark),
      position: mark.side === 'high' ? ('top' as const) : ('bottom' as const),
      distance: 2,
      formatter: mark.value.toFixed(decimals),
      fontSize: 10,
    },
  }));
}

/** Arrows point where the wind blows to; ECharts rotates counterclockwise. */
function windArrows({ panels, zoneMs, look }: Layout) {
  return panels.flatMap(({ arrows = [] }, at) =>
    arrows.length === 0
      ? []
      : [
          {
            type: 'scatter' as const,
            xAxisIndex: at,
            yAxisIndex: at,
            silent: true,
            z: 4,
            symbol: 'path://M0,-10 L5,8 L0,4 L-5,8 Z',
            symbolSize: [8, 14],
            itemStyle: { color: look.soft },
            data: arrows.map(({ at: time, value, direction }) => ({
              value: [time + zoneMs, value],
              symbolRotate: -(direction + 180),
            })),
          },
        ],
  );
}

/** A limit that lasts to the right edge is labelled beside the panel, others at their end. */
const besideLabel = { position: 'right' as const, distance: 4 };
const aboveLabel = { position: 'top' as const, align: 'right' as const, distance: 2 };

/** Limit names above the panel: beside the lines there is room for figures only. */
export function limitsText(limits: readonly ChartLimit[]): string {
  const sorts = [...new Set(limits.map(({ sort }) => sort))];
  return sorts
    .map((sort) => {
      const own = limits.filter((limit) => limit.sort === sort);
      const names = [...new Set(own.map(({ of }) => of))].map((name) => {
        const bounds = own.flatMap(({ of, bound }) => (of === name ? bound : []));
        return `${name} ${[...new Set(bounds)].join(' / ')}`;
      });
      return `${sort} ${names.join(' · ')}`;
    })
    .join('   ');
}

const timeLabels = {
  zh: {
    year: '{yyyy}年',
    month: '{M}月',
    day: '{M}-{dd}',
    hour: '{HH}:{mm}',
    minute: '{HH}:{mm}',
    second: '{HH}:{mm}:{ss}',
  },
  en: {
    year: '{yyyy}',
    month: '{MMM}',
    day: '{d} {MMM}',
    hour: '{HH}:{mm}',
    minute: '{HH}:{mm}',
    second: '{HH}:{mm}:{ss}',
  },
};

/** Limits above this multiple of the highest value are hidden: they would flatten the lines. */
const reach = 1.6;

function limitsWithin({ lines, limits = [] }: ChartPanel, from: number, to: number): ChartLimit[] {
  const top = extentOf(lines.map(({ course }) => course))?.high ?? 0;
  return limits.filter((limit) => limit.value <= top * reach && limit.from < to && limit.to > from);
}

/** ECharts accepts flat typed arrays, many times faster than pairs, but its types do not. */
function shifted(pairs: Float64Array, byMs: number): number[] {
  return pairs.map((part, i) => (i % 2 === 0 ? part + byMs : part)) as unknown as number[];
}
