export interface SparkPoint {
  /** Milliseconds. */
  at: number;
  value: number | null;
  valid: boolean;
}

export interface SparkFrame {
  from: number;
  to: number;
  /** Values farther apart are not connected. */
  gapMs: number;
  width: number;
  height: number;
}

interface Dot {
  x: number;
  y: number;
}

export interface Spark {
  /** SVG path of the valid values, one stroke per continuous run. */
  path: string;
  /** Isolated valid values: a one-point stroke is invisible. */
  alone: Dot[];
  hollow: Dot[];
}

const margin = 3;

/** A missing or invalid value ends the stroke; gaps are never bridged. */
export function sparkOf(points: readonly SparkPoint[], frame: SparkFrame): Spark {
  const { from, to, gapMs } = frame;
  const shown = points.filter(({ at, value }) => value !== null && at >= from && at <= to);
  const place = placing(shown, frame);
  const stretches: SparkPoint[][] = [];
  let last: SparkPoint | undefined;
  for (const point of points.filter(({ at }) => at >= from && at <= to)) {
    if (point.value === null || !point.valid) last = undefined;
    else {
      if (last && point.at - last.at <= gapMs) stretches.at(-1)?.push(point);
      else stretches.push([point]);
      last = point;
    }
  }
  return {
    path: stretches
      .filter(({ length }) => length > 1)
      .map(
        (stretch) =>
          `M${stretch
            .map(place)
            .map(({ x, y }) => `${x} ${y}`)
            .join('L')}`,
      )
      .join(''),
    alone: stretches.filter(({ length }) => length === 1).flatMap((stretch) => stretch.map(place)),
    hollow: shown.filter(({ valid }) => !valid).map(place),
  };
}

/** Scales values to the height; constant values run through the middle. */
function placing(shown: readonly SparkPoint[], { from, to, width, height }: SparkFrame) {
  const values = shown.map(({ value }) => value ?? 0);
  const low = Math.min(...values);
  const spread = Math.max(...values) - low;
  const tenth = (number: number) => Math.round(number * 10) / 10;
  return ({ at, value }: SparkPoint): Dot => ({
    x: tenth(margin + ((at - from) / (to - from)) * (width - 2 * margin)),
    y: tenth(
      spread === 0 ? height / 2 : height - margin - (((value ?? 0) - low) / spread) * (height - 2 * margin),
    ),
  });
}
