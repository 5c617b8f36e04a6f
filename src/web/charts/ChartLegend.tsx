import { type MouseEvent, type ReactNode, useState } from 'react';
import { formatNumber } from '#shared/domain/numbers.ts';
import { useT } from '#web/i18n.ts';
import {
  type LegendFigures,
  type LegendKey,
  type LegendSort,
  legendKeys,
  legendSorted,
} from './legend-figures.ts';
import type { StyledLine } from './line-styles.ts';
import { Swatch } from './Swatch.tsx';
import styles from './time-chart.module.css';

export interface LegendRow extends StyledLine {
  figures: LegendFigures;
}

interface ChartLegendProps {
  rows: readonly LegendRow[];
  hidden: ReadonlySet<string>;
  onClick(name: string, adds: boolean): void;
}

export function legendText(row: LegendRow, key: LegendKey): string {
  const figure = row.figures[key];
  if (figure === null) return '–';
  return row.nameOf?.(figure) ?? formatNumber(figure, row.decimals);
}

/** Legend table with statistics of the visible time range. A click isolates a line. */
export function ChartLegend({ rows, hidden, onClick }: ChartLegendProps) {
  const t = useT();
  const [sort, setSort] = useState<LegendSort>();
  const head = (by: LegendSort['by'], title: string) => (
    <th
      scope="col"
      aria-sort={sort?.by === by ? (sort.down ? 'descending' : 'ascending') : 'none'}
      data-sorted={sort?.by === by ? (sort.down ? 'down' : 'up') : undefined}
    >
      <button
        type="button"
        onClick={() => setSort((last) => (last?.by !== by ? { by, down: by !== 'name' } : nextSort(last)))}
      >
        {title}
      </button>
    </th>
  );
  const units = new Set(rows.map(({ unit }) => unit));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard
    <section className={styles.legend} tabIndex={0} aria-label={t('history.legend')}>
      <table>
        <thead>
          <tr>
            {head('name', t('history.legend_name'))}
            {legendKeys.map((key) => (
              <LegendHead key={key}>{head(key, t(`history.legend_${key}`))}</LegendHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {legendSorted(rows, sort).map((row) => (
            // Two lines may have the same name; with equal keys React would leave old rows behind.
            <tr key={rows.indexOf(row)} data-hidden={hidden.has(row.name)}>
              <td>
                <button
                  type="button"
                  aria-pressed={!hidden.has(row.name)}
                  title={t('history.legend_hint')}
                  onClick={(event: MouseEvent) =>
                    onClick(row.name, event.ctrlKey || event.metaKey || event.shiftKey)
                  }
                >
                  <Swatch colour={row.colour} dash={row.dash} />
                  {row.name}
                  {units.size > 1 && <small> {row.unit}</small>}
                </button>
              </td>
              {legendKeys.map((key) => (
                <td key={key}>{legendText(row, key)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Component without markup, only to carry a React key. */
const LegendHead = ({ children }: { children: ReactNode }) => children;

/** Cycles through first direction, second direction and unsorted; names start ascending, figures descending. */
function nextSort(last: LegendSort): LegendSort | undefined {
  const first = last.by !== 'name';
  return last.down === first ? { ...last, down: !first } : undefined;
}

const rowPx = 22;
/** Rows visible without scrolling. */
const mostRows = 6;

/** Height in pixels of a legend with this many lines. */
export const legendHeight = (lines: number) => rowPx * (1 + Math.min(lines, mostRows)) + 8;
