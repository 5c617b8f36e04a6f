import { systemOf } from '#server/ingest/items.ts';
import { type Given, measuredRow, PERIOD_MS } from '#server/ingest/rows.ts';
import type { ReadingRow } from '#server/series/store.ts';
import type { Line } from '#server/tables/records.ts';
import type { ImportMapping, RowProblem } from '#shared/contract/history-import/history-import.ts';
import type { DataType } from '#shared/contract/readings/readings.ts';
import { type FilePart, parseFileNumber, parseFileType } from '#shared/domain/file-columns.ts';
import { parseFileTime } from '#shared/domain/file-time.ts';
import type { FoundSite, SiteFinder } from './site-finder.ts';

/** A parsed line: a row to store or its problems; neither if it has no values. */
export interface ReadLine {
  row: number;
  found?: FoundSite;
  data_type?: DataType;
  /** Start of the period. */
  ts?: Date;
  reading?: ReadingRow;
  problems: RowProblem[];
}

interface FactorColumns {
  key: string;
  places: Partial<Record<FilePart, number>>;
}

const flagForm = /^[A-Za-z0-9]{0,4}$/;
/** Excel keeps 15 digits of a number and replaces the others by zeros. */
const lostDigits = /^\d(\.\d+)?e\+\d+$/i;
/** Our CSV export escapes formulas with a leading quote. */
const guarded = /^'(?=[=+\-@])/;

/** Only stacks have converted values; a file with them has the totals of a stack (loads), as in its export. */
const STACK = '31';

/** Reads lines by a mapping as of one moment, so that the result is reproducible. */
export function rowReader(
  mapping: ImportMapping,
  headings: readonly string[],
  sites: SiteFinder,
  judgedAt: Date,
): (line: Line) => ReadLine {
  const placeOf = (as: string) => mapping.columns.findIndex((role) => role.as === as);
  const [timeAt, siteAt, typeAt] = [placeOf('time'), placeOf('site'), placeOf('data_type')];
  const fixedSite = mapping.site_id === undefined ? undefined : sites.byId(mapping.site_id);
  const factors = factorColumns(mapping);
  const isOfStacks = factors.some(({ places }) => places.zs !== undefined);
  const width = headings.findLastIndex((heading) => heading.trim() !== '') + 1;
  const isMapped = (place: number) => (mapping.columns[place]?.as ?? 'ignored') !== 'ignored';

  return ({ row, cells }) => {
    const problems: RowProblem[] = [];
    const cellAt = (place: number) => (cells[place] ?? '').trim();
    const say = (place: number, problem: string) =>
      problems.push({ row, column: headings[place] ?? '', value: cellAt(place).slice(0, 100), problem });

    const found = mapping.site_id === undefined ? siteIn(cellAt(siteAt)) : fixedSite;
    const data_type = mapping.data_type ?? typeIn(cellAt(typeAt));
    const ts = timeIn(cellAt(timeAt), data_type);
    const readings = factors.flatMap((factor) => givenIn(factor) ?? []);
    // An unquoted comma, as in 1,234, shifts the following cells to the wrong columns.
    const beyond = cells.findIndex((cell, place) => place >= width && cell.trim() !== '' && !isMapped(place));
    if (beyond >= 0) say(beyond, 'too_many_cells');
    const line = { row, found, data_type, ts, problems };
    if (readings.length === 0 && problems.length === 0) return line;
    if (mapping.site_id !== undefined && !fixedSite) say(-1, 'unknown_site');
    if (!found || !data_type || !ts || problems.length > 0) return line;
    const measured = { data_type, ts, st: isOfStacks ? STACK : systemOf(found.site), readings };
    const mapped = measuredRow(found.site, measured, judgedAt);
    if (!mapped.row && mapped.deviations[0]) say(timeAt, mapped.deviations[0]);
    return { ...line, reading: mapped.row };

    function siteIn(text: string): FoundSite | undefined {
      const site = sites.named(text.replace(guarded, ''));
      if (!site)
        say(siteAt, text === '' ? 'required' : lostDigits.test(text) ? 'digits_lost' : 'unknown_site');
      return site;
    }

    function typeIn(text: string): DataType | undefined {
      const type = parseFileType(text);
      if (!type) say(typeAt, text === '' ? 'required' : 'unknown_data_type');
      return type;
    }

    function timeIn(text: string, type: DataType | undefined): Date | undefined {
      const at = parseFileTime(text);
      if (!at) say(timeAt, text === '' ? 'required' : 'bad_time');
      return at && type && mapping.label === 'end' ? new Date(at.getTime() - PERIOD_MS[type]) : at;
    }

    function givenIn({ key, places }: FactorColumns): Given | undefined {
      const numberAt = (place: number | undefined): number | null => {
        if (place === undefined) return null;
        const value = parseFileNumber(cells[place] ?? '');
        if (typeof value !== 'string') return value;
        say(place, value);
        return null;
      };
      const { avg, min, max, cou, zs, raw } = places;
      const [mean, low, high, total, converted, before] = [avg, min, max, cou, zs, raw].map(numberAt);
      const flag = places.flag === undefined ? '' : cellAt(places.flag);
      if (places.flag !== undefined && !flagForm.test(flag)) say(places.flag, 'bad_flag');
      const says = [mean, low, high, total, converted, before].some((value) => value !== null);
      if (!says && flag === '') return undefined;
      return {
        factor: key,
        // A flag without a value: the instrument reported none.
        avg: mean ?? null,
        min: low ?? undefined,
        max: high ?? undefined,
        cou: total ?? undefined,
        zsAvg: converted ?? undefined,
        flag: flag || undefined,
        ...(raw !== undefined && { raw: before ?? null }),
      };
    }
  };
}

function factorColumns({ columns }: ImportMapping): FactorColumns[] {
  const factors = new Map<number, FactorColumns>();
  columns.forEach((role, place) => {
    if (role.as !== 'value') return;
    const factor = factors.get(role.component_id) ?? { key: String(role.component_id), places: {} };
    factor.places[role.part] ??= place;
    factors.set(role.component_id, factor);
  });
  return [...factors.values()];
}

export function mappedFactors({ columns }: ImportMapping): number[] {
  return [...new Set(columns.flatMap((role) => (role.as === 'value' ? [role.component_id] : [])))];
}
