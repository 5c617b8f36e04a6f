import type { Ctx } from '#server/app.ts';
import { identifier, join, type Sql, sql } from '#server/db/sql.ts';
import { namedSites } from '#server/scope.ts';
import { type alarmRuleActions, alarmRules } from '#shared/contract/alarms/rules.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { Fault } from '#shared/faults.ts';

interface ToSites {
  rule_id: number;
  site_ids: number[];
}

/** Everything except the scope and place. */
const COPIED = alarmRules.fields.filter((field) => !['scope', 'product_id', 'site_id'].includes(field));
/** The fields that identify a rule at a place. */
const NAMING = ['measure', 'component_id', 'data_type'];

const columnsOf = (table: Sql, fields: readonly string[]) =>
  join(fields.map((field) => sql`${table}.${identifier(field)}`));

/** Copies the rule to other sites, replacing their rule for the same factor, measure and data type. */
export async function copyRule(
  ctx: Ctx,
  { rule_id, site_ids }: ToSites,
  seen: Sql,
): Promise<{ copied: number }> {
  const named = await namedSites(ctx, { site_ids });
  const fresh = join(COPIED.map((field) => sql`${identifier(field)} = excluded.${identifier(field)}`));
  const copied = await ctx.db.run(sql`
    insert into alarm_rule as old (scope, site_id, ${join(COPIED.map(identifier))})
    select 'site', s.site_id, ${columnsOf(sql`t`, COPIED)}
      from alarm_rule t, unnest(${named.map(({ site_id }) => site_id)}::integer[]) s (site_id)
     where t.rule_id = ${rule_id} and ${seen} and t.site_id is distinct from s.site_id
    on conflict on constraint alarm_rule_place_key do update set ${fresh}
     where (${columnsOf(sql`old`, COPIED)}) is distinct from (${columnsOf(sql`excluded`, COPIED)})`);
  return { copied };
}

/** How many sites the copy would add to, change, and leave unchanged. */
export async function previewCopy(
  ctx: Ctx,
  { rule_id, site_ids }: ToSites,
  seen: Sql,
): Promise<AnswerOf<typeof alarmRuleActions.copyPreview>> {
  const named = await namedSites(ctx, { site_ids });
  const counted = await ctx.db.one<AnswerOf<typeof alarmRuleActions.copyPreview> & { rules: number }>(sql`
    select count(t.rule_id) as rules,
           count(*) filter (where old.rule_id is null) as added,
           count(*) filter (where old.rule_id <> t.rule_id
                              and (${columnsOf(sql`old`, COPIED)}) is distinct from (${columnsOf(sql`t`, COPIED)})) as replaced,
           count(*) filter (where (${columnsOf(sql`old`, COPIED)}) is not distinct from (${columnsOf(sql`t`, COPIED)})) as unchanged,
           count(*) filter (where not case t.measure when 'water_class' then w.site_type = 'water' else exists (
             select from device_factor d where d.site_id = s.site_id and d.component_id = t.component_id) end)
             as without_factor
      from alarm_rule t
     cross join unnest(${named.map(({ site_id }) => site_id)}::integer[]) s (site_id)
      join site w on w.site_id = s.site_id
      left join alarm_rule old on old.scope = 'site' and old.site_id = s.site_id
            and (${columnsOf(sql`old`, NAMING)}) is not distinct from (${columnsOf(sql`t`, NAMING)})
     where t.rule_id = ${rule_id} and ${seen}`);
  if (!counted?.rules) throw new Fault('no_data');
  const { added, replaced, unchanged, without_factor } = counted;
  return { added, replaced, unchanged, without_factor };
}
