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

/** The fields of a site; each is a column with the field's name. */
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

/** `site_id` identifies the site of a row, `version` the state when the file was exported. */
const columns = [...siteColumns, 'site_id', 'version'] as const;
export type Column = (typeof columns)[number];
export type Cells = Record<Column, string>;

/** Required for a new site. */
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

/** To change sites, the MN and the changed columns are enough. */
export const siteSheet: ImportSheet<Column> = {
  ...{ name: 'sites', columns, optional: columns, maxRows: 5000 },
  states: ['online', 'last_packet_at', 'factor_count', 'has_secret', 'demo', 'created_at'],
};

/** Columns with a fixed set of values. */
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
/** Columns in which Excel may lose digits: it keeps 15 digits of a number. */
const longNumbers: readonly Column[] = ['mn', 'sim_number', 'secret'];

/** The cell's name could not be resolved. */
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

/** The accepted words of a choice column with their values. */
export function offeredIn(column: SiteColumn): Names | undefined {
  return choices[column];
}

/** The first unknown factor in a cell with several; otherwise the whole cell. */
export function strangerIn(column: SiteColumn, cell: string, { factors }: KnownNames): string {
  if (column !== 'factors') return cell;
  return factorNames(cell).find((name) => !factors.has(plainName(name))) ?? cell;
}

/** The first name in the cell that repeats an earlier factor, also under another name. */
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

/** In the written order. */
function factorsOf(cell: string, known: KnownNames['factors']): unknown {
  const ids = factorNames(cell).map((name) => known.get(plainName(name)));
  return ids.includes(undefined) ? UNKNOWN : ids.map((component_id, at) => ({ component_id, sort: at + 1 }));
}

/** Accepts 2026/1/31 and Excel dates. */
function dayOf(cell: string): string {
  const [, year, month = '', day = ''] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(T.*)?$/.exec(cell) ?? [];
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : cell;
}
