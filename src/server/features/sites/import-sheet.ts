import { PLACE_FIELDS } from '#server/places/places.ts';
import type { ImportSheet } from '#server/tables/import-head.ts';
import {
  choiceName,
  choiceNames,
  type KnownNames,
  type Names,
  numberOf,
  plainName,
  yesNoNames,
} from '#server/tables/import-names.ts';
import { powerSupply, siteType, waterQualityType } from '#shared/contract/sites/sites.ts';

/** What a site has; each is a column of the file under the field's own name. */
export const siteColumns = [
  'site_name',
  'mn',
  'site_name_en',
  'site_type',
  ...PLACE_FIELDS,
  'address',
  'longitude',
  'latitude',
  'interval_seconds',
  'agreement_id',
  'product_id',
  'project_id',
  'sim_number',
  'power_supply',
  'section_attribute',
  'river_system',
  'basin_id',
  'water_quality_type',
  'water_pollution_level',
  'device_number',
  'hmi_number',
  'virtual_data',
  'started_on',
  'secret',
  'factors',
] as const;
export type SiteColumn = (typeof siteColumns)[number];

/** Which site a row means, and which of its versions the file was made from. */
const columns = [...siteColumns, 'site_id', 'version'] as const;
export type Column = (typeof columns)[number];
export type Cells = Record<Column, string>;

/** What a new site cannot do without. */
export const requiredColumns: readonly SiteColumn[] = [
  'site_name',
  'mn',
  'province_code',
  'address',
  'longitude',
  'latitude',
  'interval_seconds',
  'agreement_id',
  'product_id',
];

/** A file that changes sites need not have more than their MN and what changes. */
export const siteSheet: ImportSheet<Column> = { name: 'sites', columns, optional: columns, maxRows: 5000 };

/** Cells that hold one of a few words. */
export const choiceColumns = {
  site_type: siteType.options,
  power_supply: powerSupply.options,
  water_quality_type: waterQualityType.options,
  water_pollution_level: [1, 2, 3, 4, 5, 6],
} as const;
const choices: Partial<Record<Column, Names>> = {
  ...Object.fromEntries(
    Object.entries(choiceColumns).map(([field, words]) => [field, choiceNames('sites', field, words)]),
  ),
  virtual_data: yesNoNames('sites', 'virtual_data'),
};
const numbers: readonly Column[] = [
  'longitude',
  'latitude',
  'interval_seconds',
  'device_number',
  'hmi_number',
];
/** Where Excel keeps fifteen digits of a number and writes the rest as zeros. */
const longNumbers: readonly Column[] = ['mn', 'sim_number', 'secret'];

/** A name that stands for nothing. */
export const UNKNOWN = Symbol('unknown');

export function isCutShort(column: Column, cell: string): boolean {
  return longNumbers.includes(column) && /^\d(\.\d+)?e\+\d+$/i.test(cell);
}

export function meaningOf(column: SiteColumn, cell: string, known: KnownNames): unknown {
  if (column === 'factors') return factorsOf(cell, known.factors);
  if (column === 'started_on') return dayOf(cell);
  if (column in known) return known[column as keyof KnownNames].get(cell) ?? UNKNOWN;
  if (numbers.includes(column)) return numberOf(cell);
  return choices[column]?.get(choiceName(cell)) ?? cell;
}

/** The words of which a cell of this column holds one, each with what it means. */
export function offeredIn(column: SiteColumn): Names | undefined {
  return choices[column];
}

/** Of several factors in a cell the first that nobody knows; else all of it. */
export function strangerIn(column: SiteColumn, cell: string, { factors }: KnownNames): string {
  if (column !== 'factors') return cell;
  return factorNames(cell).find((name) => !factors.has(plainName(name))) ?? cell;
}

/** What a cell names a factor by that it has named before, by this name or another. */
export function twiceIn(cell: string, { factors }: KnownNames): string | undefined {
  const names = factorNames(cell);
  const ids = names.map((name) => factors.get(plainName(name)));
  return names.find((_name, at) => ids.indexOf(ids[at]) < at);
}

function factorNames(cell: string): string[] {
  return cell
    .split(/[、,，;；]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** In the order in which they are written. */
function factorsOf(cell: string, known: KnownNames['factors']): unknown {
  const ids = factorNames(cell).map((name) => known.get(plainName(name)));
  return ids.includes(undefined) ? UNKNOWN : ids.map((component_id, at) => ({ component_id, sort: at + 1 }));
}

/** 2026/1/31 and what Excel makes of it. */
function dayOf(cell: string): string {
  const [, year, month = '', day = ''] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(T.*)?$/.exec(cell) ?? [];
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : cell;
}
