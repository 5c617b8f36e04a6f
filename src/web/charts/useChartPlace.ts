import { useEffect, useRef, useState } from 'react';
import type { EChartsType } from './echarts.ts';

/** An ECharts instance, created once and resized with its element. `make` must be a stable function. */
export function useChartPlace(make: (element: HTMLElement) => EChartsType) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    if (!place.current) return;
    const element = place.current;
    const made = make(element);
    chart.current = made;
    const watch = new ResizeObserver(() => {
      made.resize();
      setSize({ width: element.clientWidth, height: element.clientHeight });
    });
    watch.observe(element);
    return () => {
      watch.disconnect();
      made.dispose();
    };
  }, [make]);
  return { place, chart, size };
}
