import type { DataType } from '#protocol/commands.ts';
import { NEIGHBOURS, type Neighbour, neighboursOf } from '#server/alarms/neighbours.ts';
import { readRows } from '#server/alarms/rows.ts';
import { ruleCheck } from '#server/alarms/rule-check.ts';
import {
  type AlarmSite,
  type FactorSetup,
  readFactors,
  readKind,
  readSite,
  type StoredRule,
} from '#server/alarms/setup.ts';
import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { scope } from '#server/scope.ts';
import { countingOf } from '#server/series/counting.ts';
import { factorAt } from '#server/standards/factor-facts.ts';
import type { alarmViews, ViewLine } from '#shared/contract/alarms/view.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import type { Memory } from '#shared/domain/alarm-checks.ts';
import { wholeOf } from '#shared/domain/alarm-factor.ts';
import type { RuleMeasure } from '#shared/domain/alarm-limits.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { limitSpans, readVersions } from './view-limits.ts';
import { windOf } from './view-wind.ts';
import type { ViewedAlarm } from './viewed.ts';

type Chart = NonNullable<AnswerOf<typeof alarmViews.view>['chart']>;

/** Maximum number of points of a line; about the width of the drawer in pixels. */
const WIDTH = 800;
/** Read before the first value for the 8-hour mean of ozone. */
const WARM_UP_MS = 8 * HOUR_MS;

interface SiteFacts {
  site_name: string;
  site_type: 'air' | 'water' | 'mobile';
}

interface Drawn {
  site: AlarmSite & SiteFacts;
  factors: FactorSetup;
  /** The factor to read; null for the water class. */
  fid: number | null;
  measure: RuleMeasure;
  data_type: DataType;
  from: Date;
  to: Date;
}

/** The values of an episode with limits, neighbouring sites and wind; null if the alarm has no measured values. */
export async function chartOf(ctx: Ctx, alarm: ViewedAlarm, from: Date, to: Date): Promise<Chart | null> {
  const { site_id, data_type } = alarm;
  const measure = measureOf(alarm.side);
  if (site_id === null || (alarm.component_id === null && measure !== 'water_class')) return null;
  const [site, named] = await Promise.all([
    readSite(ctx.db, site_id),
    ctx.db.one<SiteFacts>(sql`select site_name, site_type from site where site_id = ${site_id}`),
  ]);
  if (!site || !named) return null;
  const factors = await readFactors(ctx.db);
  const drawn: Drawn = {
    ...{ site: { ...site, ...named }, factors, measure, data_type: data_type ?? 'hour', from, to },
    fid: alarm.component_id,
  };
  const versions = await readVersions(ctx.db, alarm);
  const rule = versions.find(({ version }) => version === alarm.rule_version)?.rule ?? versions[0]?.rule;
  const { params } = await readKind(ctx.db, 'over_standard', site);
  const radius_km = params.neighbour_km ?? 0;
  const near = await neighboursOf(ctx.db, site_id, radius_km, scope(ctx.user, sql`n.site_id`));
  const facts = drawn.fid === null ? undefined : factorAt(await ctx.factorFacts(), drawn.fid, [site_id]);
  return {
    measure,
    data_type: drawn.data_type,
    site_type: named.site_type,
    unit: facts?.unit ?? '',
    decimals: facts?.decimals ?? 0,
    lines: await linesOf(ctx, drawn, rule, near, alarm),
    limits: limitSpans(versions, alarm, factors, site, from, to),
    rule: rule ? stated(rule) : null,
    wind: await windOf(ctx, drawn),
    radius_km,
  };
}

function measureOf(side: string): RuleMeasure {
  if (side.startsWith('o3_8h')) return 'o3_8h';
  return side.startsWith('water_class') ? 'water_class' : 'value';
}

function stated({ rule_id, version, scope, limits, raise_after, clear_after, hours }: StoredRule) {
  return {
    ...{ rule_id, version, scope, limits, raise_after, clear_after },
    hours: hours.map(([from, to]): [string, string] => [from, to]),
  };
}

async function linesOf(
  ctx: Ctx,
  drawn: Drawn,
  rule: StoredRule | undefined,
  near: readonly Neighbour[],
  { kind }: ViewedAlarm,
): Promise<ViewLine[]> {
  const { site, factors, measure, data_type } = drawn;
  const isJudged = measure === 'water_class' || (measure === 'o3_8h' && data_type !== 'day');
  // 8-hour means and water classes are computed on evaluation and not stored.
  if (isJudged) return rule ? [await judgedLine(ctx, drawn, rule)] : [];
  const fid = measure === 'o3_8h' && drawn.fid !== null ? factors.ozoneDay(drawn.fid) : drawn.fid;
  if (fid === null || fid === undefined) return [];
  const own: Neighbour = { site_id: site.site_id, site_name: site.site_name, km: 0 };
  const whole =
    kind === 'pair' ? factors.factorByCode(wholeOf(factors.factor(fid)?.code ?? null) ?? '') : undefined;
  const lines = await courses(ctx, drawn, [own, ...near], [fid, ...(whole ? [whole.fid] : [])]);
  const isOf = (of: ViewLine['of']) => lines.filter((line) => line.of === of);
  return [...isOf('own'), ...isOf('whole'), ...isOf('neighbour').slice(0, NEIGHBOURS)];
}

async function courses(
  ctx: Ctx,
  { site, data_type, from, to }: Drawn,
  sites: readonly Neighbour[],
  fids: readonly number[],
): Promise<ViewLine[]> {
  const site_ids = sites.map(({ site_id }) => site_id);
  const isSent = data_type === 'realtime' || data_type === 'minute';
  const counting = isSent ? await countingOf(ctx.db, site_ids) : new Map();
  const found = await ctx.series.course({
    ...{ site_ids, fids, kind: data_type, from, to, counting, width: WIDTH },
  });
  const facts = await ctx.factorFacts();
  return sites.flatMap(({ site_id, site_name, km }) => {
    const course = found.find((one) => one.site_id === site_id);
    const isOwn = site_id === site.site_id;
    return fids.flatMap((fid, place): ViewLine[] => {
      const line = course?.lines.find((one) => one.fid === fid);
      const factor = factorAt(facts, fid, [site_id]);
      if (!course || !line || !factor || (!isOwn && place > 0)) return [];
      if (!isOwn && line.low.every((value) => value === null)) return [];
      const { component_id, component_name, component_name_en, formula } = factor;
      const { times, ends, reduced } = course;
      return [
        {
          of: !isOwn ? 'neighbour' : place > 0 ? 'whole' : 'own',
          ...{ site_id, site_name, km: isOwn ? null : km, times, low: line.low, doubtful: line.doubtful },
          factor: { component_id, component_name, component_name_en, formula },
          ...(reduced && { ends, high: line.high }),
        },
      ];
    });
  });
}

/** The values that the engine compared with the rule. */
async function judgedLine(ctx: Ctx, drawn: Drawn, rule: StoredRule): Promise<ViewLine> {
  const { site, factors, fid, data_type, from, to } = drawn;
  const first = new Date(from.getTime() - WARM_UP_MS);
  const last = new Date(to.getTime() - 1);
  const rows = await readRows(
    ctx.series,
    data_type,
    [site.site_id],
    first,
    last,
    fid === null ? undefined : [fid],
  );
  const memory: Memory = {};
  const values = rows.flatMap((row): [number, number][] => {
    const measured = ruleCheck(factors, rule, site, row.fids)?.measure(row, memory);
    return measured && row.at >= from.getTime() ? [[row.at, measured.value]] : [];
  });
  const facts = fid === null ? undefined : factorAt(await ctx.factorFacts(), fid, [site.site_id]);
  return {
    of: 'own',
    ...{ site_id: site.site_id, site_name: site.site_name, km: null },
    factor: facts
      ? {
          ...{ component_id: facts.component_id, component_name: facts.component_name },
          ...{ component_name_en: facts.component_name_en, formula: facts.formula },
        }
      : null,
    times: values.map(([at]) => at),
    low: values.map(([, value]) => value),
    doubtful: [],
  };
}
