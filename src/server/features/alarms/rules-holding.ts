import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import type { alarmRuleActions } from '#shared/contract/alarms/rules.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import {
  type LimitedRule,
  limitsOf,
  type RuledFactor,
  type TargetSite,
} from '#shared/domain/alarm-limits.ts';
import { holdingRules, type ScopedRule } from '#shared/domain/alarm-scope.ts';
import { Fault } from '#shared/faults.ts';

type Answer = AnswerOf<typeof alarmRuleActions.holding>;
type Holding = Answer['data_info'][number];

interface Site extends TargetSite {
  site_id: number;
  product_id: number | null;
  product_name: string | null;
  site_type: string;
}

type NamedRule = ScopedRule &
  LimitedRule &
  Omit<Holding, 'before' | 'stated' | keyof LimitedRule> & { code: string | null };

/** The enabled rules that apply at a site, with their factors and current limits. */
export async function rulesHolding({ db, now, series }: Ctx, site_id: number): Promise<Answer> {
  const site = await db.one<Site>(sql`
    select s.site_id, s.product_id, p.product_name, s.site_type, s.water_quality_type, s.water_pollution_level
      from site s left join product_line p using (product_id) where s.site_id = ${site_id}`);
  if (!site) throw new Fault('no_data');
  // Received factors are evaluated even if the site is not configured for them.
  const sent = (await series.latest([site_id])).flatMap(({ values }) => values.map(({ fid }) => fid));
  const enabled = await db.rows<NamedRule>(sql`
    select r.rule_id, r.scope, r.product_id, r.site_id, r.measure, r.component_id, r.data_type, r.limits,
           r.warning_share, r.high_warning, r.high_alarm, r.low_warning, r.low_alarm, r.raise_after, r.clear_after,
           r.deadband, r.hours, c.component_name, c.component_name_en, c.formula, c.code_2017 as code, c.unit
      from alarm_rule r left join component c using (component_id)
     where r.enabled and (r.scope = 'network' or r.product_id = ${site.product_id} or r.site_id = ${site_id})
       and (r.measure = 'water_class' and ${site.site_type === 'water'} or r.site_id = ${site_id}
            or coalesce(c.derived_from, c.component_id) = any(${sent}::integer[])
            or exists (select from device_factor d
                        where d.site_id = ${site_id}
                          and d.component_id = coalesce(c.derived_from, c.component_id)))
     order by c.sort nulls last, c.component_id, r.measure desc, r.data_type`);
  const without = await db.rows<Answer['without'][number]>(sql`
    select 'value' as measure, c.component_id, c.component_name, c.component_name_en, c.formula, c.unit
      from device_factor d join component c using (component_id)
     where d.site_id = ${site_id}
       and not (c.component_id = any(${enabled.flatMap(({ component_id }) => component_id ?? [])}::integer[]))
     order by c.sort, c.component_id`);
  const at = now();
  return {
    product_name: site.product_name,
    without,
    data_info: holdingRules(enabled, site).map(({ rule, before }) => ({
      ...subjectOf(rule),
      data_type: rule.data_type,
      ...atSite(rule, site, at),
      raise_after: rule.raise_after,
      clear_after: rule.clear_after,
      deadband: rule.deadband,
      hours: rule.hours,
      before: before.map((one) => atSite(one, site, at)),
    })),
  };
}

function subjectOf({ measure, component_id, component_name, component_name_en, formula, unit }: NamedRule) {
  return { measure, component_id, component_name, component_name_en, formula, unit };
}

function atSite(rule: NamedRule, site: TargetSite, at: Date) {
  const { rule_id, scope, limits, component_id, code, unit } = rule;
  const factor: RuledFactor | null = component_id === null ? null : { code, unit: unit ?? '' };
  return { rule_id, scope, limits, stated: limitsOf(rule, factor, site)(at) };
}
