/** A data point by its place in the drawn option. */
export interface Point {
  series: number;
  index: number;
}

interface Drawn {
  type?: string | undefined;
  data?: readonly unknown[] | undefined;
}

const moves: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * Point that an arrow key leads to: the neighbouring cell of a heat map, else the next point of a series or the same
 * point of the next series. The first point if none was reached yet; undefined for other keys and at the end.
 */
export function pointAfter(series: readonly Drawn[], at: Point | undefined, key: string): Point | undefined {
  const move = moves[key];
  if (!move) return undefined;
  if (!at) return firstPoint(series);
  const { type, data = [] } = series[at.series] ?? {};
  if (type === 'heatmap') {
    const [x, y] = cellOf(data[at.index]);
    const index = data.findIndex((item) => {
      const [column, row] = cellOf(item);
      return column === x + move.x && row === y + move.y;
    });
    return index < 0 ? undefined : { ...at, index };
  }
  const next = { series: at.series + move.y, index: at.index + move.x };
  return series[next.series]?.data?.[next.index] === undefined ? undefined : next;
}

function firstPoint(series: readonly Drawn[]): Point | undefined {
  const at = series.findIndex(({ data }) => data && data.length > 0);
  return at < 0 ? undefined : { series: at, index: 0 };
}

/** Column and row of a heat map's cell, as array or as object with options. */
function cellOf(item: unknown): [number, number] {
  const value = Array.isArray(item) ? item : (item as { value?: unknown } | undefined)?.value;
  return Array.isArray(value) ? [Number(value[0]), Number(value[1])] : [Number.NaN, Number.NaN];
}
