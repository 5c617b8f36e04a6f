import { type Ref, useCallback, useEffect, useImperativeHandle, useRef } from 'react';
import { useLanguage, useT } from '#web/i18n.ts';
import { useTheme } from '#web/theme/theme.ts';
import { canvasOf, sharpness } from './canvas-of.ts';
import { type FigureOption, init } from './figures.ts';
import { type Look, lookNow, paperLook } from './look.ts';
import type { TimeChartHandle } from './TimeChart.tsx';
import styles from './time-chart.module.css';
import { titledPicture } from './titled-picture.ts';
import { useChartPlace } from './useChartPlace.ts';
import { useFigureKeys } from './useFigureKeys.ts';

/** The clicked data point. */
export interface Picked {
  series: number;
  index: number;
  value: unknown;
}

interface FigureProps {
  /** Builds the chart option for the current colours and size. */
  draw(look: Look, size: { width: number; height: number }): FigureOption;
  height: number;
  /** Accessible name. */
  label: string;
  onPick?(picked: Picked): void;
  ref?: Ref<TimeChartHandle>;
}

/** A chart other than lines over time; redrawn when its data, language, theme or size change. */
export function Figure({ draw, height, label, onPick, ref }: FigureProps) {
  const t = useT();
  const language = useLanguage();
  const theme = useTheme();
  const picking = useRef(onPick);
  picking.current = onPick;
  const make = useCallback((element: HTMLElement) => {
    const made = init(element);
    made.on('click', ({ seriesIndex = 0, dataIndex, value }) => {
      picking.current?.({ series: seriesIndex, index: dataIndex, value });
    });
    return made;
  }, []);
  const { place, chart, size } = useChartPlace(make);
  const { spoken, press, leave } = useFigureKeys(chart, (point, value) => onPick?.({ ...point, value }));

  const paint = useCallback(
    (look: Look) => {
      const shared = { animation: false, textStyle: { fontFamily: look.font, color: look.soft } };
      chart.current?.setOption({ ...shared, ...draw(look, size) }, { notMerge: true });
    },
    [draw, size, chart],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawing depends on language and theme
  useEffect(() => {
    if (size.width > 0) paint(lookNow());
  }, [paint, language, theme]);

  useImperativeHandle(ref, () => ({
    png: (heading, onPaper = false) => {
      const look = onPaper ? paperLook() : lookNow();
      if (!chart.current) return '';
      return titledPicture(canvasOf(chart.current, look, paint), heading, look, sharpness);
    },
  }));
  return (
    <div className={styles.figure}>
      <div
        ref={place}
        className={styles.chart}
        role="img"
        aria-label={label}
        aria-description={t(onPick ? 'history.keys_pick' : 'history.keys_points')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard reads its values
        tabIndex={0}
        style={{ height }}
        onKeyDown={press}
        onBlur={leave}
      />
      <p className={styles.spoken} aria-live="polite">
        {spoken}
      </p>
    </div>
  );
}
