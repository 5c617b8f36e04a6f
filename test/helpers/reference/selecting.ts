import type { Value } from '#server/series/merge.ts';
import type {
  Course,
  CourseQuestion,
  Figures,
  FiguresQuestion,
  Grid,
  GridQuestion,
  MeansQuestion,
  Selection,
} from '#server/series/store.ts';
import { mean, percentile } from '#shared/domain/statistics.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { counts, expectedMinutes, isValid, type WaterNeeds } from '#shared/domain/validity.ts';
import { circularMean } from '#shared/domain/wind.ts';
import type { Memory } from './memory.ts';
import { rowsIn } from './reading.ts';

const STEP_MS = { hour: HOUR_MS, day: DAY_MS };

type Water = ReadonlyMap<number, WaterNeeds>;

/** A row of a selection: each factor's value, and whether it is valid. */
interface Selected {
  site_id: number;
  at: number;
  values: ({ value: number; counts: boolean } | undefined)[];
}

function selected(memory: Memory, selection: Selection, water: Water): Selected[] {
  const { kind, fids, counting } = selection;
  if (kind === 'realtime' || kind === 'minute') {
    const judged = (value: Value | undefined, flags: ReadonlySet<string>) =>
      value && value.avg !== null
        ? { value: value.avg, counts: counts(value.flag, value.origin, flags) }
        : undefined;
    return rowsIn(memory.readings[kind], selection).flatMap(({ site_id, ts, values }) => {
      const flags = counting.get(site_id);
      return flags
        ? { site_id, at: ts.getTime(), values: fids.map((fid) => judged(values.get(fid), flags)) }
        : [];
    });
  }
  return rowsIn(memory.sums[kind], selection).map(({ site_id, ts, values }) => ({
    site_id,
    at: ts.getTime(),
    values: fids.map((fid) => {
      const held = values.get(fid);
      if (!held || held.value === null) return undefined;
      return { value: held.value, counts: isValid(kind, { ...held, water: water.get(site_id) }) };
    }),
  }));
}

export function grid(memory: Memory, question: GridQuestion, water: Water): Grid {
  const { level, site_ids, fids, from, to } = question;
  const length = (to.getTime() - from.getTime()) / STEP_MS[level];
  const steps = level === 'day' ? Math.round(length) : Math.ceil(length);
  const columns = fids.map(() => new Float32Array(site_ids.length * steps).fill(Number.NaN));
  for (const row of selected(memory, { ...question, kind: level, counting: new Map() }, water)) {
    const step = Math.round((row.at - from.getTime()) / STEP_MS[level]);
    row.values.forEach((one, i) => {
      const column = columns[i];
      if (!column || !one || (!one.counts && !question.doubtful)) return;
      column[site_ids.indexOf(row.site_id) * steps + step] = one.counts ? one.value : -Infinity;
    });
  }
  return { steps, columns };
}

export function means(memory: Memory, { fid, ...question }: MeansQuestion, water: Water): (number | null)[] {
  const { steps, columns } = grid(memory, { ...question, fids: [fid] }, water);
  return question.site_ids.map((_, place) =>
    mean(
      [...(columns[0]?.subarray(place * steps, (place + 1) * steps) ?? [])].filter((v) => !Number.isNaN(v)),
    ),
  );
}

export function figures(memory: Memory, question: FiguresQuestion, water: Water): Figures[] {
  const rows = selected(memory, question, water);
  const { site_ids, fids, circular, kind } = question;
  return site_ids.flatMap((site_id) => {
    const mine = rows.filter((row) => row.site_id === site_id);
    const minutes = mine.map(({ at }) => Math.floor(at / MINUTE_MS) % 60);
    return fids.flatMap((fid, i): Figures[] => {
      const all = mine.flatMap(({ values }) => values[i] ?? []);
      if (all.length === 0) return [];
      const valid = all.filter((one) => one.counts).map(({ value }) => value);
      const isCircular = circular.includes(fid);
      const sorted = isCircular ? [] : valid.toSorted((a, b) => a - b);
      return [
        {
          ...{ site_id, fid, n: all.length, valid: valid.length },
          mean: meant(isCircular ? (circularMean(valid) ?? null) : mean(valid)),
          ...{ min: sorted[0] ?? null, max: sorted.at(-1) ?? null, p95: meant(percentile(95, sorted)) },
          per_hour: kind === 'minute' ? expectedMinutes(minutes) : null,
        },
      ];
    });
  });
}

const meant = (value: number | null) => (value === null ? null : Number(value.toPrecision(7)));

export function course(memory: Memory, question: CourseQuestion, water: Water): Course[] {
  const { site_ids, fids, from, to, width } = question;
  const ms = Math.max(1000, (to.getTime() - from.getTime()) / width);
  const rows = selected(memory, question, water);
  return site_ids.flatMap((site_id): Course[] => {
    const stretches = new Map<number, Selected[]>();
    for (const row of rows.filter((one) => one.site_id === site_id)) {
      const stretch = Math.floor((row.at - from.getTime()) / ms);
      stretches.set(stretch, [...(stretches.get(stretch) ?? []), row]);
    }
    const all = [...stretches.values()];
    if (all.length === 0) return [];
    const lines = fids.map((fid, i) => {
      const shown = all.map((stretch) => {
        const values = stretch.flatMap((row) => row.values[i] ?? []);
        const counting = values.filter((one) => one.counts);
        const isDoubtful = counting.length === 0 && values.length > 0;
        const numbers = (isDoubtful ? values : counting).map(({ value }) => value);
        return { isDoubtful, low: ends(Math.min, numbers), high: ends(Math.max, numbers) };
      });
      return {
        fid,
        low: shown.map(({ low }) => low),
        high: shown.map(({ high }) => high),
        doubtful: shown.flatMap(({ isDoubtful }, at) => (isDoubtful ? at : [])),
      };
    });
    return [
      {
        site_id,
        times: all.map((stretch) => stretch[0]?.at ?? 0),
        ends: all.map((stretch) => stretch.at(-1)?.at ?? 0),
        reduced: all.some((stretch) => stretch.length > 1),
        lines,
      },
    ];
  });
}

const ends = (of: (...numbers: number[]) => number, numbers: number[]) =>
  numbers.length > 0 ? of(...numbers) : null;
