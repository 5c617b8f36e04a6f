import { PLACE_FIELDS } from '#server/places/places.ts';
import { choiceName, type KnownNames } from '#server/tables/import-names.ts';
import type { ImportRow } from '#shared/contract/imports.ts';
import { allowed } from '#shared/contract/problems.ts';
import { sites } from '#shared/contract/sites/sites.ts';
import { faultInfo } from '#shared/faults.ts';
import type { PlaceFinder } from './import-places.ts';
import {
  type Cells,
  type Column,
  isCutShort,
  offeredIn,
  type SiteColumn,
  strangerIn,
  UNKNOWN,
} from './import-sheet.ts';
import type { StoredSites } from './import-stored.ts';

export type Problem = ImportRow['problems'][number];

/** The context of the checks. */
export interface Known {
  named: ReadonlySet<Column>;
  names: KnownNames;
  stored: StoredSites;
  findPlace: PlaceFinder;
  signingSecret: string;
}

export function unknown(field: Column, value: string): Problem {
  return coded({ field, problem: 'unknown_value', params: { value } });
}

/** A site has no name until it is found, so its number is not called a name. */
export function unknownNumber(value: string): Problem {
  return { field: 'site_id', problem: 'unknown_site_number', params: { value } };
}

/** Problems of the raw cell: digits lost in Excel, or unknown names. */
export function wrongWords(column: SiteColumn, cell: string, value: unknown, names: KnownNames): Problem[] {
  const said: Problem[] = [];
  if (isCutShort(column, cell)) said.push(coded({ field: column, problem: 'digits_lost' }));
  if (value === UNKNOWN) said.push(unknown(column, strangerIn(column, cell, names)));
  const offered = offeredIn(column);
  if (offered && cell !== '' && !offered.has(choiceName(cell)))
    said.push(
      coded({ field: column, problem: 'bad_choice', params: allowed([...new Set(offered.values())]) }),
    );
  return said;
}

const levels: readonly SiteColumn[] = PLACE_FIELDS;

export function placeProblem(
  { field, problem }: { field: SiteColumn; problem: string },
  values: Cells,
): Problem {
  if (problem === 'unknown_value') return unknown(field, values[field]);
  const above = levels[levels.indexOf(field) - 1];
  const isOutside = problem !== 'required' && above !== undefined;
  return coded({
    field,
    problem,
    ...(isOutside && { params: { value: values[field], above: values[above] } }),
  });
}

/** Adds the result code that the form would get; a missing value has none. */
export function coded(problem: Problem): Problem {
  const fault = isCoded(problem) ? sites.add.faults?.[problem.field] : undefined;
  return fault ? { ...problem, code: faultInfo(fault).code } : problem;
}

function isCoded({ field, problem }: Problem): boolean {
  // Code 19 is for duplicate factors, not for unknown ones.
  return field === 'factors' ? problem === 'repeated' : problem !== 'required';
}
