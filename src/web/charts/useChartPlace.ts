import { useEffect, useRef, useState } from 'react';
import type { EChartsType } from './echarts.ts';

/** A chart in an element of the page, made once and as large as its room. `make` must stay the same function. */
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
