export interface SparkPoint {
  /** Milliseconds. */
  at: number;
  value: number | null;
  valid: boolean;
}

export interface SparkFrame {
  from: number;
  to: number;
  /** Two values farther apart have something missing between them. */
  gapMs: number;
  width: number;
  height: number;
}

interface Dot {
  x: number;
  y: number;
}

export interface Spark {
  /** The valid values, one stroke per unbroken stretch. */
  path: string;
  /** Valid values with nothing beside them: a stroke of one point would not be seen. */
  alone: Dot[];
  hollow: Dot[];
}

const margin = 3;

/** Gaps stay gaps: a missing or invalid value ends the stroke, it is never bridged. */
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

/** The values fill the height; one that never changes runs through the middle. */
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
