import { identifier, join, sql } from '#server/db/sql.ts';
import { crud } from '#server/http/crud.ts';
import { handlers } from '#server/http/handlers.ts';
import { namedSites } from '#server/scope.ts';
import { alarmRuleActions, alarmRules } from '#shared/contract/alarms/rules.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { holdingRules, type ScopedRule } from '#shared/domain/alarm-scope.ts';
import { Fault } from '#shared/faults.ts';
import { requireReach, seenReach } from './reach.ts';
import { type CheckedRule, checkedRule, factorOfRule } from './rules-check.ts';

const rules = crud(alarmRules, {
  scope: seenReach,
  shows: {
    product_name: sql`(select p.product_name from product_line p where p.product_id = t.product_id)`,
    site_name: sql`(select s.site_name from site s where s.site_id = t.site_id)`,
    mn: sql`(select s.mn from site s where s.site_id = t.site_id)`,
    component_name: sql`(select c.component_name from component c where c.component_id = t.component_id)`,
    component_name_en: sql`(select c.component_name_en from component c where c.component_id = t.component_id)`,
    formula: sql`(select c.formula from component c where c.component_id = t.component_id)`,
    code: sql`(select c.code_2017 from component c where c.component_id = t.component_id)`,
    unit: sql`(select c.unit from component c where c.component_id = t.component_id)`,
  },
  sort: sql`component_id nulls last, measure, data_type, case scope when 'network' then 0 when 'product' then 1 else 2 end, rule_id`,
  beforeSave: async (ctx, fields, before) => {
    const stated = { ...before, ...fields } as CheckedRule;
    const rule = checkedRule(stated, await factorOfRule(ctx.db, stated.component_id));
    await requireReach(ctx, [rule, ...(before ? [before] : [])]);
    return { ...fields, ...rule, ...('hours' in fields && { hours: JSON.stringify(fields.hours) }) };
  },
  beforeDelete: (ctx, deleted) => requireReach(ctx, deleted),
});

type Holding = AnswerOf<typeof alarmRuleActions.holding>['data_info'][number];
type NamedRule = ScopedRule & Pick<Holding, 'component_name' | 'component_name_en' | 'unit' | 'data_type'>;

/** What a copy takes over: everything but its place. */
const COPIED = alarmRules.fields.filter((field) => !['scope', 'product_id', 'site_id'].includes(field));

const actions = handlers(alarmRuleActions, {
  versions: async (ctx, { rule_id }) => {
    const data_info = await ctx.db.rows<AnswerOf<typeof alarmRuleActions.versions>['data_info'][number]>(sql`
      select t.version, t.rule, t.made_at, t.made_by, t.ended_at
        from (select v.*, (v.rule->>'site_id')::integer as site_id from alarm_rule_version v) t
       where t.rule_id = ${rule_id} and ${seenReach(ctx)} order by t.version desc`);
    if (data_info.length === 0) throw new Fault('no_data');
    return { data_info };
  },

  holding: async (ctx, { site_id }) => {
    await namedSites(ctx, { site_ids: [site_id] });
    const site = await ctx.db.one<{ site_id: number; product_id: number | null; site_type: string }>(
      sql`select site_id, product_id, site_type from site where site_id = ${site_id}`,
    );
    if (!site) throw new Fault('no_data');
    const enabled = await ctx.db.rows<NamedRule>(sql`
      select r.rule_id, r.scope, r.product_id, r.site_id, r.measure, r.component_id, r.data_type,
             c.component_name, c.component_name_en, c.unit
        from alarm_rule r left join component c using (component_id)
       where r.enabled and (r.scope = 'network' or r.product_id = ${site.product_id} or r.site_id = ${site_id})
         and (r.measure = 'water_class' and ${site.site_type === 'water'}
              or exists (select from device_factor d
                          where d.site_id = ${site_id}
                            and d.component_id = coalesce(c.derived_from, c.component_id)))
       order by c.sort nulls last, c.component_id, r.measure, r.data_type`);
    return {
      data_info: holdingRules(enabled, site).map(({ rule: { product_id, site_id, ...rule }, before }) => ({
        ...rule,
        before: before.map(({ rule_id, scope }) => ({ rule_id, scope })),
      })),
    };
  },

  copy: async (ctx, { rule_id, site_ids }) => {
    const named = await namedSites(ctx, { site_ids });
    const columns = join(COPIED.map(identifier));
    const fresh = join(COPIED.map((field) => sql`${identifier(field)} = excluded.${identifier(field)}`));
    const copied = await ctx.db.run(sql`
      insert into alarm_rule (scope, site_id, ${columns})
      select 'site', s.site_id, ${join(COPIED.map((field) => sql`t.${identifier(field)}`))}
        from alarm_rule t, unnest(${named.map(({ site_id }) => site_id)}::integer[]) s (site_id)
       where t.rule_id = ${rule_id} and ${seenReach(ctx)} and t.site_id is distinct from s.site_id
      on conflict on constraint alarm_rule_place_key do update set ${fresh}`);
    if (copied === 0) throw new Fault('no_data');
    return { copied };
  },
});

export const alarmRuleRoutes = [...rules, ...actions];
