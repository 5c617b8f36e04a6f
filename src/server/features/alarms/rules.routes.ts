import { addPresets, offeredPresets } from '#server/alarms/presets.ts';
import { sql } from '#server/db/sql.ts';
import { crud } from '#server/http/crud.ts';
import { handlers } from '#server/http/handlers.ts';
import { namedSites } from '#server/scope.ts';
import { alarmRuleActions, alarmRules } from '#shared/contract/alarms/rules.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { Fault } from '#shared/faults.ts';
import { placeNames, requireReach, seenReach } from './reach.ts';
import { type CheckedRule, checkedRule, factorOfRule } from './rules-check.ts';
import { copyRule, previewCopy } from './rules-copy.ts';
import { rulesHolding } from './rules-holding.ts';
import { hoursText } from './rules-import-row.ts';

const rules = crud(alarmRules, {
  scope: seenReach,
  shows: {
    ...placeNames,
    component_name: sql`(select c.component_name from component c where c.component_id = t.component_id)`,
    component_name_en: sql`(select c.component_name_en from component c where c.component_id = t.component_id)`,
    formula: sql`(select c.formula from component c where c.component_id = t.component_id)`,
    code: sql`(select c.code_2017 from component c where c.component_id = t.component_id)`,
    unit: sql`(select c.unit from component c where c.component_id = t.component_id)`,
  },
  sort: sql`component_id nulls last, measure, data_type, case scope when 'network' then 0 when 'product' then 1 else 2 end, rule_id`,
  // Exports format the hours as text, which the import reads.
  show: (_ctx, language) => (row) =>
    language ? { ...row, hours: hoursText(row.hours as [string, string][]) } : row,
  beforeSave: async (ctx, fields, before) => {
    const stated = { ...before, ...fields } as CheckedRule;
    const rule = checkedRule(stated, await factorOfRule(ctx.db, stated.component_id));
    await requireReach(ctx, [rule, ...(before ? [before] : [])]);
    return { ...fields, ...rule, ...('hours' in fields && { hours: JSON.stringify(fields.hours) }) };
  },
  beforeDelete: (ctx, deleted) => requireReach(ctx, deleted),
});

const actions = handlers(alarmRuleActions, {
  presets: async (ctx, choice) => {
    await requireReach(ctx, [{ scope: 'network' }]);
    return { data_info: await offeredPresets(ctx, choice) };
  },

  addPresets: async (ctx, { chosen, ...choice }) => {
    await requireReach(ctx, [{ scope: 'network' }]);
    return addPresets(ctx, choice, chosen);
  },

  versions: async (ctx, { rule_id }) => {
    const data_info = await ctx.db.rows<AnswerOf<typeof alarmRuleActions.versions>['data_info'][number]>(sql`
      select t.version, t.rule, t.made_at, t.made_by, t.ended_at, t.rule->>'measure' as measure, c.component_id,
             c.component_name, c.component_name_en, c.formula, c.unit, p.product_name, s.site_name
        from (select v.*, (v.rule->>'site_id')::integer as site_id from alarm_rule_version v) t
        left join component c on c.component_id = (t.rule->>'component_id')::integer
        left join product_line p on p.product_id = (t.rule->>'product_id')::integer
        left join site s on s.site_id = t.site_id
       where t.rule_id = ${rule_id} and ${seenReach(ctx)} order by t.version desc`);
    if (data_info.length === 0) throw new Fault('no_data');
    return { data_info };
  },

  holding: async (ctx, { site_id }) => {
    await namedSites(ctx, { site_ids: [site_id] });
    return rulesHolding(ctx, site_id);
  },

  copyPreview: (ctx, input) => previewCopy(ctx, input, seenReach(ctx)),

  copy: async (ctx, input) => {
    await previewCopy(ctx, input, seenReach(ctx));
    return copyRule(ctx, input, seenReach(ctx));
  },
});

export const alarmRuleRoutes = [...rules, ...actions];
