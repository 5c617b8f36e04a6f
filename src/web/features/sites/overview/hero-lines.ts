import type { AnswerOf } from '#shared/contract/define.ts';
import { type ComparedSpan, comparedSpans, type home } from '#shared/contract/home/home.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import type { ChartLine } from '#web/charts/time-chart-option.ts';

export type Compared = AnswerOf<typeof home.compare>;

/** Code of the AQI, used like a factor code. */
export const indexCode = 'aqi';

/** Fixed styles, so that a line looks the same even if others are missing. */
const styles: Record<ComparedSpan, Pick<ChartLine, 'quiet' | 'colour' | 'dash'>> = {
  now: { colour: 0 },
  day_before: { colour: 1, dash: 1, quiet: true },
  year_before: { colour: 2, dash: 2, quiet: true },
};

interface Asked {
  code: string;
  decimals: number;
  /** Offset from the start of an hour to its position on the chart. */
  shift: number;
  nameOf(span: ComparedSpan): string;
}

/** The same hours of three days, overlaid; earlier days are paler. */
export function heroLines({ factors, spans, hours }: Compared, asked: Asked): ChartLine[] {
  const { code, decimals, shift, nameOf } = asked;
  const place = factors.findIndex((factor) => factor.code === code);
  const start = Date.parse(spans.find(({ of }) => of === 'now')?.from ?? '');
  const times = Array.from({ length: hours }, (_, i) => start + i * HOUR_MS + shift);
  return comparedSpans.flatMap((of) => {
    const span = spans.find((one) => one.of === of);
    const line = code === indexCode ? indexLine(span?.aqi ?? []) : span?.lines[place];
    if (!line?.values.some((value) => value !== null)) return [];
    const doubtful = line.counts.flatMap((counts, i) =>
      !counts && (line.values[i] ?? null) !== null ? [i] : [],
    );
    const course = { times, low: line.values, doubtful };
    return [{ name: nameOf(of), decimals, course, ...styles[of] }];
  });
}

const indexLine = (values: (number | null)[]) => ({ values, counts: values.map((value) => value !== null) });
