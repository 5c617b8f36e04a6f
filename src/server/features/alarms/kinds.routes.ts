import { sql } from '#server/db/sql.ts';
import { crud } from '#server/http/crud.ts';
import { handlers } from '#server/http/handlers.ts';
import { namedSites } from '#server/scope.ts';
import { alarmKindActions, alarmKindSettings } from '#shared/contract/alarms/kinds.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { type AlarmKind, alarmKindNames, kindParams, kindSpec } from '#shared/domain/alarm-kinds.ts';
import { nearestFirst } from '#shared/domain/alarm-scope.ts';
import { Fault, type FieldProblem } from '#shared/faults.ts';
import { placed, placeNames, requireReach, seenReach } from './reach.ts';

type Setting = AnswerOf<typeof alarmKindSettings.list>['data_info'][number];

const settings = crud(alarmKindSettings, {
  scope: seenReach,
  shows: placeNames,
  sort: sql`kind, case scope when 'network' then 0 when 'product' then 1 else 2 end, kind_id`,
  beforeSave: async (ctx, fields, before) => {
    const { kind, scope, product_id, site_id, params } = { ...before, ...fields } as Setting;
    const reach = placed({ scope, product_id, site_id });
    requireFit(kind, reach.scope, params);
    await requireReach(ctx, [reach, ...(before ? [before] : [])]);
    const level = fields.level ?? before?.level ?? kindSpec(kind).level ?? 'warning';
    return { ...fields, ...reach, level, params: JSON.stringify(params) };
  },
  beforeDelete: (ctx, deleted) => requireReach(ctx, deleted),
});

/** Validates the parameters against the kind. Disk alarms are about the server, so they have no site setting. */
function requireFit(kind: AlarmKind, scope: Setting['scope'], params: Setting['params']): void {
  const known = kindSpec(kind).params;
  const fields = Object.entries(params).flatMap(([name, value]): FieldProblem[] => {
    const bounds = known[name];
    const field = `params.${name}`;
    if (!bounds) return [{ field, problem: 'unknown_field' }];
    if (value < bounds.min) return [{ field, problem: 'too_small', params: { min: bounds.min } }];
    return value > bounds.max ? [{ field, problem: 'too_big', params: { max: bounds.max } }] : [];
  });
  if (kind === 'disk' && scope !== 'network') fields.push({ field: 'scope', problem: 'bad_choice' });
  if (fields.length > 0) throw new Fault('parameter_error', { fields });
}

type Holding = AnswerOf<typeof alarmKindActions.holding>;
type Said = Holding['data_info'][number]['before'][number];

/** The effective values of a kind: the setting's, or the defaults. */
function saidBy(kind: AlarmKind, setting?: Setting): Said {
  const { level } = kindSpec(kind);
  return {
    enabled: setting?.enabled ?? true,
    level: level && (setting?.level ?? level),
    params: kindParams(kind, setting?.params),
    kind_id: setting?.kind_id ?? null,
    scope: setting?.scope ?? null,
  };
}

const actions = handlers(alarmKindActions, {
  holding: async (ctx, { site_id }) => {
    await namedSites(ctx, { site_ids: [site_id] });
    const site = await ctx.db.one<{
      site_id: number;
      product_id: number | null;
      product_name: string | null;
    }>(sql`
      select s.site_id, s.product_id, p.product_name
        from site s left join product_line p using (product_id) where s.site_id = ${site_id}`);
    if (!site) throw new Fault('no_data');
    const rows = await ctx.db.rows<Setting>(sql`select * from alarm_kind`);
    const nearest = nearestFirst(rows, site);
    const data_info = alarmKindNames.map((kind) => {
      const [first, ...others] = [...nearest.filter((row) => row.kind === kind), undefined];
      const before = first ? others.map((setting) => saidBy(kind, setting)) : [];
      return { kind, ...saidBy(kind, first), before };
    });
    const factors = await ctx.db.rows<Holding['factors'][number]>(sql`
      select c.component_id, c.component_name, c.component_name_en, c.formula, c.code_2017 as code, c.category
        from device_factor d join component c using (component_id)
       where d.site_id = ${site_id} order by d.sort, c.sort, c.component_id`);
    return { data_info, product_name: site.product_name, factors };
  },
});

export const alarmKindRoutes = [...settings, ...actions];
