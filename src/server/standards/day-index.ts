import { type ReportColumn, reportColumns } from '#shared/domain/air-report.ts';
import type { AqiEdition } from '#shared/domain/air-rules.ts';
import { type Pollutant, pollutants } from '#shared/domain/pollutants.ts';
import { knownIaqi } from './known-iaqi.ts';

/** The figures of daily reports, in the order of `dayAqi`'s values: the 2012 edition has all of them. */
export const dayFigures = reportColumns('2012', 'day').map(({ figure }) => figure);

interface Column {
  place: number;
  /** The pollutant's bit in `exemptBits`. */
  bit: number;
  iaqi(value: number): number | null;
  /** 8-hour O3 has no index beyond its column, and nothing is missing because of it. */
  endsEarly: boolean;
  /** The highest hour of ozone is not missing if the 8-hour figure has an index. */
  covered(values: ArrayLike<number>): boolean;
}

const never = () => false;
const ozonePlace = dayFigures.indexOf('o3_8h');
const ozone8h = knownIaqi('2012', 'o3_8h');
const hasOzone8h = (values: ArrayLike<number>) => ozone8h(values[ozonePlace] ?? Number.NaN) !== null;

const columnsOf = (edition: AqiEdition): readonly Column[] =>
  reportColumns(edition, 'day').flatMap(({ figure, item, pollutant }: ReportColumn) =>
    item === null
      ? []
      : [
          {
            place: dayFigures.indexOf(figure),
            bit: exemptBits([pollutant]),
            iaqi: knownIaqi(edition, item),
            endsEarly: item === 'o3_8h',
            covered: figure === 'o3_1h' ? hasOzone8h : never,
          },
        ],
  );
const columns = { '2012': columnsOf('2012'), '2026': columnsOf('2026') };

/** A bit for each pollutant that a site does not measure and need not. */
export function exemptBits(exempt: readonly Pollutant[]): number {
  return exempt.reduce((bits, pollutant) => bits | (1 << pollutants.indexOf(pollutant)), 0);
}

/**
 * The AQI of a day: the same result as `airReport`, without the report, for a year of a network. NaN means no value,
 * minus infinity an invalid one. Null is published as NA.
 */
export function dayAqi(edition: AqiEdition, values: ArrayLike<number>, exempt: number): number | null {
  let highest: number | null = null;
  let incomplete = false;
  for (const { place, bit, iaqi, endsEarly, covered } of columns[edition]) {
    const value = values[place] ?? Number.NaN;
    const index = iaqi(value);
    if (index !== null) highest = highest === null || index > highest ? index : highest;
    else if (value >= 0 ? !endsEarly : !Number.isNaN(value) || (exempt & bit) === 0)
      incomplete ||= !covered(values);
  }
  return incomplete && highest !== null && highest <= 100 ? null : highest;
}
