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
import { ruleDataType, ruleLimits, ruleMeasure } from '#shared/contract/alarms/rules.ts';
import { allowed } from '#shared/contract/problems.ts';
import { ruleScopes } from '#shared/domain/alarm-scope.ts';
import { mnKey } from '#shared/domain/mn.ts';
import { limitedClasses } from '#shared/domain/water-items.ts';
import type { FieldProblem } from '#shared/faults.ts';

const columns = [
  'scope',
  'product_name',
  'site_name',
  'mn',
  'component_name',
  'code',
  'measure',
  'data_type',
  'limits',
  'warning_share',
  'high_warning',
  'high_alarm',
  'low_warning',
  'low_alarm',
  'unit',
  'raise_after',
  'clear_after',
  'deadband',
  'hours',
  'enabled',
  'remark',
] as const;
export type RuleColumn = (typeof columns)[number];
export type RuleCells = Record<RuleColumn, string>;

/** Reads the exported format; place, factor and data type identify a rule. */
export const ruleSheet: ImportSheet<RuleColumn> = {
  name: 'alarmRules',
  columns,
  optional: columns.filter((column) => column !== 'scope' && column !== 'data_type'),
  maxRows: 10_000,
};

/** The fields that identify a rule; an import may change all others. */
export const NAMING = ['scope', 'product_id', 'site_id', 'measure', 'component_id', 'data_type'] as const;

const choices: Partial<Record<RuleColumn, Names>> = {
  scope: choiceNames('alarmRules', 'scope', ruleScopes),
  measure: choiceNames('alarmRules', 'measure', ruleMeasure.options),
  data_type: choiceNames('alarmRules', 'data_type', ruleDataType.options),
  limits: choiceNames('alarmRules', 'limits', ruleLimits.options),
  enabled: yesNoNames('alarmRules', 'enabled'),
};
const classes: Names = new Map([
  ...choiceNames('alarmRules', 'class', limitedClasses),
  ...choiceNames('alarmRules', 'worse_than', limitedClasses),
]);
const numbers: readonly RuleColumn[] = ['raise_after', 'clear_after', 'deadband'];
const limits: readonly RuleColumn[] = ['high_warning', 'high_alarm', 'low_warning', 'low_alarm'];

/** The names that cells may use, limited to what the user may see. */
export interface RuleNames extends Pick<KnownNames, 'product_id' | 'factors'> {
  siteByMn: ReadonlyMap<string, NamedSite>;
  /** Null: several sites have this name. */
  siteByName: ReadonlyMap<string, NamedSite | null>;
}

export interface NamedSite {
  site_id: number;
  site_name: string;
  /** The name in English exports. */
  english_name: string;
}

export interface ReadCells {
  /** Fields of a rule; a cell that cannot be parsed keeps its text and fails validation. */
  fields: Record<string, unknown>;
  problems: FieldProblem[];
}

/** The cells of a row as fields of a rule. Empty cells mean the default, or none. */
export function fieldsOf(cells: RuleCells, names: RuleNames): ReadCells {
  const problems: FieldProblem[] = [];
  const fields: Record<string, unknown> = {};
  for (const column of columns) {
    const cell = cells[column];
    if (cell === '' || placing.has(column)) continue;
    fields[column] = meaningOf(column, cell);
    const offered = choices[column];
    if (offered && !offered.has(choiceName(cell)))
      problems.push({
        field: column,
        problem: 'bad_choice',
        params: allowed([...new Set(offered.values())]),
      });
  }
  if (fields.measure === 'water_class') {
    for (const limit of limits) {
      const asClass = classes.get(choiceName(cells[limit]));
      if (asClass !== undefined) fields[limit] = asClass;
    }
  } else fields.component_id = factorOf(cells, names, problems);
  Object.assign(fields, placeOf(fields.scope, cells, names, problems));
  return { fields, problems };
}

/** Columns that are resolved to an ID, so they are not rule fields themselves. */
const placing: ReadonlySet<RuleColumn> = new Set([
  'product_name',
  'site_name',
  'mn',
  'component_name',
  'code',
  'unit',
]);

function meaningOf(column: RuleColumn, cell: string): unknown {
  if (column === 'hours') return hoursOf(cell);
  if (column === 'warning_share') return shareOf(cell);
  if (numbers.includes(column) || limits.includes(column)) return numberOf(cell);
  return choices[column]?.get(choiceName(cell)) ?? cell;
}

/** By national code, otherwise by name, formula or key. */
function factorOf(cells: RuleCells, { factors }: RuleNames, problems: FieldProblem[]): number | null {
  const field = cells.code === '' ? 'component_name' : 'code';
  const cell = cells[field];
  const found = factors.get(plainName(cell));
  if (found === undefined) problems.push({ field, problem: cell === '' ? 'required' : 'unknown_value' });
  return found ?? null;
}

function placeOf(
  scope: unknown,
  cells: RuleCells,
  names: RuleNames,
  problems: FieldProblem[],
): Record<string, unknown> {
  const own: Record<string, readonly RuleColumn[]> = { product: ['product_name'], site: ['site_name', 'mn'] };
  if (typeof scope !== 'string' || !ruleScopes.some((known) => known === scope)) return {};
  // A site beside the scope "whole network" is ambiguous.
  for (const column of ['product_name', 'site_name', 'mn'] as const)
    if (cells[column] !== '' && !own[scope]?.includes(column))
      problems.push({ field: column, problem: 'not_of_scope' });
  if (scope === 'product') {
    const product_id = names.product_id.get(cells.product_name);
    if (product_id === undefined)
      problems.push({
        field: 'product_name',
        problem: cells.product_name === '' ? 'required' : 'unknown_value',
      });
    return { product_id: product_id ?? null };
  }
  return scope === 'site' ? { site_id: siteOf(cells, names, problems) } : {};
}

/** By MN; a given site name must match it. */
function siteOf(
  { mn, site_name }: RuleCells,
  { siteByMn, siteByName }: RuleNames,
  problems: FieldProblem[],
): number | null {
  const found = mn === '' ? siteByName.get(site_name) : siteByMn.get(mnKey(mn));
  if (!found) {
    const field = mn === '' ? 'site_name' : 'mn';
    const isSeveral = found === null;
    const problem = isSeveral
      ? 'several_so_named'
      : mn === '' && site_name === ''
        ? 'required'
        : 'unknown_value';
    problems.push({ field, problem });
    return null;
  }
  if (mn !== '' && !['', found.site_name, found.english_name].includes(site_name))
    problems.push({ field: 'site_name', problem: 'other_site', params: { name: found.site_name } });
  return found.site_id;
}

/** Accepts 0.8 or 80 %. */
function shareOf(cell: string): unknown {
  const percent = /^(\d+(?:\.\d+)?)\s*[%％]$/.exec(cell)?.[1];
  return percent === undefined ? numberOf(cell) : Number(percent) / 100;
}

const ALWAYS = ['全天', 'allday', 'always'];

/** Accepts `08:00–20:00、22:00–06:00`, other dashes, `8:00`, and 次日 before an end time. */
function hoursOf(cell: string): unknown {
  const plain = cell
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/次日|nextday|next day|\s/g, '');
  if (ALWAYS.includes(plain)) return [];
  return plain
    .split(/[、,;]/)
    .filter((window) => window !== '')
    .map((window) => window.split(/[-–—~至到]/).map((time) => time.replace(/^(\d):/, '0$1:')));
}

/** The reverse of `hoursOf`. */
export function hoursText(hours: readonly (readonly [string, string])[]): string {
  return hours.map(([from, to]) => `${from}–${to}`).join('、');
}
