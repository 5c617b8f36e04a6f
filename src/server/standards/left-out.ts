import type { LeftOut } from '#shared/contract/why.ts';

/** Why a value that does not count does not: nothing came, it bears a flag, or too little of it counts. */
export function leftOutOf(came: number, flag: string): LeftOut {
  if (came === 0) return 'missing';
  return flag === '' ? 'few' : 'flag';
}
