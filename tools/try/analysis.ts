import * as z from 'zod';
import { fitLine, pearson, robustScores, spearman } from '#shared/domain/correlation.ts';
import { idw } from '#shared/domain/interpolation.ts';
import { windRose } from '#shared/domain/wind-rose.ts';

const row = z.array(z.number().nullable());
const sameLength = (message: string) => ({ message });

const fit = z
  .object({ x: row, y: row })
  .refine(({ x, y }) => x.length === y.length, sameLength('x and y differ in length'));

export function tryFit(line: string) {
  const { x, y } = fit.parse(JSON.parse(line));
  return fitLine(x, y);
}

const corr = fit.and(z.object({ kind: z.enum(['pearson', 'spearman']) }));

export function tryCorr(line: string) {
  const { kind, x, y } = corr.parse(JSON.parse(line));
  return kind === 'pearson' ? pearson(x, y) : spearman(x, y);
}

const rose = z
  .object({ dirs: row, speeds: row, values: row, calm: z.number().default(0.5) })
  .refine(
    ({ dirs, speeds, values }) => dirs.length === speeds.length && values.length === speeds.length,
    sameLength('dirs, speeds and values differ in length'),
  );

export function tryRose(line: string) {
  const { dirs, speeds, values, calm } = rose.parse(JSON.parse(line));
  return windRose(dirs, speeds, values, calm);
}

const place = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]);
const interpolation = z.object({
  points: z.array(
    z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90), z.number().nullable()]),
  ),
  at: z.array(place),
  power: z.number().default(2),
  radius_km: z.number().default(50),
  least: z.int().default(1),
});

export function tryIdw(line: string) {
  const { points, at, ...options } = interpolation.parse(JSON.parse(line));
  return { v: at.map((one) => idw(points, one, options)) };
}

export function tryRobust(line: string) {
  return robustScores(z.object({ x: row }).parse(JSON.parse(line)).x);
}
