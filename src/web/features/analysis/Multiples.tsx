import { type Ref, useImperativeHandle } from 'react';
import { formatNumber } from '#shared/domain/numbers.ts';
import { sharpness } from '#web/charts/canvas-of.ts';
import { type Look, lookNow, paperLook } from '#web/charts/look.ts';
import type { TimeChartHandle } from '#web/charts/TimeChart.tsx';
import { titledPicture } from '#web/charts/titled-picture.ts';
import styles from './analysis.module.css';
import type { NamedComparison } from './named-comparison.ts';

const size = { width: 240, height: 44 };

interface MultiplesProps {
  rows: readonly NamedComparison[];
  picked: readonly number[];
  decimals: number;
  onPick(site_id: number): void;
  ref?: Ref<TimeChartHandle>;
}

/** Small multiples with a shared y axis, so that sites are comparable. */
export function Multiples({ rows, picked, decimals, onPick, ref }: MultiplesProps) {
  const all = rows.flatMap(({ line }) => line).filter((value) => value !== null);
  const low = all.reduce((least, value) => Math.min(least, value), 0);
  const high = all.reduce((most, value) => Math.max(most, value), low + 1e-9);
  useImperativeHandle(ref, () => ({
    png: (heading, onPaper = false) => {
      const look = onPaper ? paperLook() : lookNow();
      return titledPicture(pictureOf(rows, { low, high, decimals, look }), heading, look, sharpness);
    },
  }));
  return (
    <div className={styles.multiples}>
      {rows.map(({ site_id, name, mean, line, neighbours }) => (
        <button
          key={site_id}
          type="button"
          className={styles.multiple}
          aria-pressed={picked.includes(site_id)}
          data-out={neighbours?.outlier ?? false}
          onClick={() => onPick(site_id)}
        >
          <span>
            <span>{name}</span>
            <span className={styles.figures}>{mean === null ? '–' : formatNumber(mean, decimals)}</span>
          </span>
          <svg viewBox={`0 0 ${size.width} ${size.height}`} preserveAspectRatio="none" aria-hidden>
            <path d={pathOf(line, low, high)} />
          </svg>
        </button>
      ))}
    </div>
  );
}

/** Gaps stay open; an isolated value becomes a very short stroke. */
export function pathOf(line: readonly (number | null)[], low: number, high: number): string {
  const x = (i: number) => ((i / Math.max(1, line.length - 1)) * size.width).toFixed(1);
  const y = (value: number) =>
    (size.height - 1 - ((value - low) / (high - low)) * (size.height - 2)).toFixed(1);
  return line
    .map((value, i) => {
      if (value === null) return '';
      const before = line[i - 1] ?? null;
      const after = line[i + 1] ?? null;
      const point = `${before === null ? 'M' : 'L'}${x(i)} ${y(value)}`;
      return before === null && after === null ? `${point}h0.1` : point;
    })
    .join('');
}

const columns = 4;
const cell = { width: size.width + 24, height: size.height + 36 };

/** Draws all charts, also those scrolled out of view. */
function pictureOf(
  rows: readonly NamedComparison[],
  { low, high, decimals, look }: { low: number; high: number; decimals: number; look: Look },
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = columns * cell.width * sharpness;
  canvas.height = Math.ceil(rows.length / columns) * cell.height * sharpness;
  const pen = canvas.getContext('2d');
  if (!pen) return canvas;
  pen.fillStyle = look.surface;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.font = `12px ${look.font}`;
  for (const [nth, { name, mean, line }] of rows.entries()) {
    const [x, y] = [(nth % columns) * cell.width + 12, Math.floor(nth / columns) * cell.height + 18];
    pen.setTransform(sharpness, 0, 0, sharpness, x * sharpness, y * sharpness);
    const figure = mean === null ? '–' : formatNumber(mean, decimals);
    pen.fillStyle = look.text;
    pen.textAlign = 'end';
    pen.fillText(figure, size.width, 0);
    pen.textAlign = 'start';
    pen.fillText(name, 0, 0, size.width - pen.measureText(figure).width - 8);
    pen.translate(0, 6);
    pen.strokeStyle = look.series[0] ?? look.soft;
    pen.stroke(new Path2D(pathOf(line, low, high)));
  }
  return canvas;
}
