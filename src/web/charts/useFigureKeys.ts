import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import type { EChartsType } from './echarts.ts';
import { type Point, pointAfter } from './figure-keys.ts';

/** ECharts does not know where the points of a polar chart are: their tooltip is in a corner. */
const corner = { right: 8, bottom: 8 };

/** Class of the tooltip's element, whose text is repeated for screen readers. */
export const tipClass = 'figure-tip';

/** Keys of a focused figure: arrows walk through its points, Enter picks one, as a click does. */
export function useFigureKeys(
  chart: RefObject<EChartsType | null>,
  onPick: ((point: Point, value: unknown) => void) | undefined,
) {
  const at = useRef<Point>(undefined);
  const [spoken, setSpoken] = useState('');
  const leave = () => {
    at.current = undefined;
    setSpoken('');
    chart.current?.dispatchAction({ type: 'hideTip' });
    chart.current?.dispatchAction({ type: 'downplay' });
  };
  const show = ({ series, index }: Point) => {
    const place = { seriesIndex: series, dataIndex: index };
    chart.current?.dispatchAction({ type: 'downplay' });
    chart.current?.dispatchAction({ type: 'highlight', ...place });
    const { polar } = chart.current?.getOption() ?? {};
    chart.current?.dispatchAction({ type: 'showTip', ...place, ...(polar ? { position: corner } : {}) });
    const tip = chart.current?.getDom().querySelector<HTMLElement>(`.${tipClass}`);
    // biome-ignore lint/performance/useDomNodeTextContent: the text content has no line breaks
    setSpoken(tip?.innerText ?? '');
  };
  const press = (event: KeyboardEvent) => {
    if (!chart.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const { series } = chart.current.getOption() as { series: { type?: string; data?: unknown[] }[] };
    if (event.key === 'Enter' && at.current) {
      event.preventDefault();
      onPick?.(at.current, series[at.current.series]?.data?.[at.current.index]);
      return;
    }
    const next = pointAfter(series, at.current, event.key);
    if (!next) return;
    event.preventDefault();
    at.current = next;
    show(next);
  };
  return { spoken, press, leave };
}
