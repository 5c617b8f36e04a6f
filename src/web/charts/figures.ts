import {
  BarChart,
  type BarSeriesOption,
  BoxplotChart,
  type BoxplotSeriesOption,
  CustomChart,
  type CustomSeriesOption,
  HeatmapChart,
  type HeatmapSeriesOption,
  type LineSeriesOption,
  type ScatterSeriesOption,
} from 'echarts/charts';
import {
  type GridComponentOption,
  LegendComponent,
  type LegendComponentOption,
  PolarComponent,
  type PolarComponentOption,
  TooltipComponent,
  type TooltipComponentOption,
  VisualMapComponent,
  type VisualMapComponentOption,
} from 'echarts/components';
import { type ComposeOption, use } from 'echarts/core';
import { init } from './echarts.ts';

// ECharts parts used by analysis pages only, on top of echarts.ts.
use([
  BarChart,
  BoxplotChart,
  CustomChart,
  HeatmapChart,
  LegendComponent,
  PolarComponent,
  TooltipComponent,
  VisualMapComponent,
]);

export type FigureOption = ComposeOption<
  | BarSeriesOption
  | BoxplotSeriesOption
  | CustomSeriesOption
  | HeatmapSeriesOption
  | LineSeriesOption
  | ScatterSeriesOption
  | GridComponentOption
  | LegendComponentOption
  | PolarComponentOption
  | TooltipComponentOption
  | VisualMapComponentOption
>;
export { init };
