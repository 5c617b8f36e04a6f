import type { LeftOut } from '#shared/contract/reports/why.ts';
import { countedValue, type ValueRule } from '#shared/domain/validity.ts';

/** Why a value is excluded: nothing was received, its flag, its range, or too few valid values. */
export function leftOutOf(came: number, value: number | null, flag: string, rule: ValueRule): LeftOut {
  if (came === 0) return 'missing';
  if (flag !== '') return 'flag';
  return value !== null && countedValue(value, rule) === null ? 'range' : 'few';
}
