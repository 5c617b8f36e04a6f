import type { KnownNames } from '#server/tables/import-names.ts';
import type { ImportRow } from '#shared/contract/imports.ts';
import { sites } from '#shared/contract/sites/sites.ts';
import { faultInfo } from '#shared/faults.ts';
import type { PlaceFinder } from './import-places.ts';
import type { Cells, Column, SiteColumn } from './import-sheet.ts';
import type { StoredSites } from './import-stored.ts';

export type Problem = ImportRow['problems'][number];

/** What the rows are judged by. */
export interface Known {
  named: ReadonlySet<Column>;
  names: KnownNames;
  stored: StoredSites;
  findPlace: PlaceFinder;
  signingSecret: string;
}

export function unknown(field: Column, cell: string): Problem {
  return coded({ field, problem: 'unknown_name', params: { value: cell } });
}

export function placeProblem(
  { field, problem }: { field: SiteColumn; problem: string },
  values: Cells,
): Problem {
  return problem === 'unknown_value' ? unknown(field, values[field]) : coded({ field, problem });
}

/** With the code that a form would get for it; a value that is missing is no illegal value. */
export function coded(problem: Problem): Problem {
  const fault = isCoded(problem) ? sites.add.faults?.[problem.field] : undefined;
  return fault ? { ...problem, code: faultInfo(fault).code } : problem;
}

function isCoded({ field, problem }: Problem): boolean {
  // Code 19 is for the same factor twice, not for one that nobody knows.
  return field === 'factors' ? problem === 'repeated' : problem !== 'required';
}
