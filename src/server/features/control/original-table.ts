import type { CellValue } from 'hucre';
import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { parse } from '#server/http/dispatch.ts';
import { namedSites } from '#server/scope.ts';
import type { StoredReading } from '#server/series/store.ts';
import { filedNames } from '#server/tables/filed-name.ts';
import type { TableSource } from '#server/tables/source.ts';
import { wordOf } from '#server/words.ts';
import { originalValues } from '#shared/contract/control/original.ts';
import { periodCustom, periodName } from '#shared/domain/period-name.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { Fault } from '#shared/faults.ts';

/** Period of a site that is read at a time: a few tens of thousands of values at most. */
const STEP_MS = { realtime: DAY_MS, minute: 14 * DAY_MS, hour: 731 * DAY_MS, day: 7310 * DAY_MS };

/** Export of uncorrected beside corrected values: site by site, a line per period. */
export const originalTable: TableSource = {
  name: 'originalValues',
  needs: originalValues.data.needs,
  open: async (ctx, { language, query }) => {
    const { component_id, data_type, ...wanted } = parse(originalValues.data.input, query);
    const [from, to] = [new Date(wanted.from), new Date(wanted.to)];
    if (from >= to) throw new Fault('start_after_end');
    const seen = await namedSites(ctx, { site_ids: wanted.site_ids });
    const sites = await filedSites(
      ctx,
      seen.map(({ site_id }) => site_id),
    );
    const factor = await factorOf(ctx, component_id);
    const nameOf = await filedNames(ctx.db, language);
    const word = (key: string) => wordOf(language, key) ?? key;
    const name = (language === 'en' && factor.component_name_en) || factor.component_name;
    const withUnit = (text: string) => (factor.unit ? `${text} (${factor.unit})` : text);
    const question = { data_type, fids: [component_id], from, to };
    return {
      title: `${word('originalValues.title')} ${name}`,
      headings: [
        word('commands.site_name'),
        word('commands.mn'),
        word('resupply.span'),
        withUnit(word('originalValues.raw')),
        withUnit(word('originalValues.corrected')),
        withUnit(word('originalValues.difference_of')),
        word('originalValues.flag'),
      ],
      count: () => ctx.series.count({ ...question, site_ids: sites.map(({ site_id }) => site_id) }),
      rows: async function* () {
        for (const site of sites) {
          const place = [nameOf(site), site.mn];
          const custom = periodCustom(site.site_type);
          for (let at = from.getTime(); at < to.getTime(); at += STEP_MS[data_type]) {
            const end = new Date(Math.min(to.getTime(), at + STEP_MS[data_type]));
            const rows = await ctx.series.range({
              ...{ ...question, site_ids: [site.site_id], from: new Date(at), to: end },
            });
            yield rows.map((row) => [
              ...place,
              periodName(new Date(row.ts), data_type, custom),
              ...cells(row, component_id),
            ]);
          }
        }
      },
    };
  },
};

function cells({ fids, avg, raw, flags }: StoredReading, component_id: number): CellValue[] {
  const place = fids.indexOf(component_id);
  const value = avg[place] ?? null;
  const measured = (raw ?? avg)[place] ?? null;
  const apart = value === null || measured === null ? null : Number((value - measured).toPrecision(12));
  return [measured, value, apart, value === null ? null : flags?.[place] || 'N'];
}

interface FiledSite {
  site_id: number;
  site_name: string;
  mn: string;
  site_type: Parameters<typeof periodCustom>[0];
  virtual_data: boolean;
}

function filedSites({ db }: Ctx, site_ids: readonly number[]): Promise<FiledSite[]> {
  return db.rows<FiledSite>(sql`
    select site_id, site_name, mn, site_type, virtual_data from site
     where site_id = any(${site_ids}) order by site_name collate "zh-x-icu", site_id`);
}

interface Factor {
  component_name: string;
  component_name_en: string;
  unit: string;
}

async function factorOf({ db }: Ctx, component_id: number): Promise<Factor> {
  const factor = await db.one<Factor>(sql`
    select component_name, component_name_en, unit from component where component_id = ${component_id}`);
  if (!factor) throw new Fault('no_data');
  return factor;
}
