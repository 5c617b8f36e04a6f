import type { Db } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import type { alarmRuleActions } from '#shared/contract/alarms/rules.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import {
  classPreset,
  type Preset,
  type PresetChoice,
  presetRule,
  presetsOf,
} from '#shared/domain/alarm-suggestions.ts';

/** The user's database access, and the time. */
interface Asking {
  db: Db;
  now(): Date;
}

type OfferedPreset = AnswerOf<typeof alarmRuleActions.presets>['data_info'][number];
type Named = Pick<
  OfferedPreset,
  'component_name' | 'component_name_en' | 'formula' | 'unit' | 'code' | 'site_count'
> & { component_id: number | null };

const CLASS: Named = {
  component_id: null,
  component_name: null,
  component_name_en: null,
  formula: null,
  unit: null,
  code: null,
  site_count: 0,
};

/** All rules that the national standards suggest for the network, in the order of the factors. */
export async function offeredPresets({ db, now }: Asking, choice: PresetChoice): Promise<OfferedPreset[]> {
  const factors = await db.rows<Named & { code: string; unit: string }>(sql`
    select c.component_id, c.component_name, c.component_name_en, c.formula, c.unit, c.code_2017 as code,
           (select count(*) from device_factor d where d.component_id = c.component_id) as site_count
      from component c where c.code_2017 is not null and c.derived_from is null order by c.sort, c.component_id`);
  const water = await db.one<{ sites: number }>(
    sql`select count(*) as sites from site where site_type = 'water'`,
  );
  const existing = await db.rows<Preset & { component_id: number | null }>(
    sql`select measure, component_id, data_type from alarm_rule where scope = 'network'`,
  );
  const taken = new Set(existing.map(keyOf));
  const at = now();
  const offer = (named: Named, preset: Preset): OfferedPreset => {
    const factor = named.code === null ? null : { code: named.code, unit: named.unit ?? '' };
    const of = { ...named, ...preset };
    return { ...of, ...presetRule(preset, factor, choice, at), exists: taken.has(keyOf(of)) };
  };
  return [
    ...factors.flatMap((factor) => presetsOf(factor).map((preset) => offer(factor, preset))),
    offer({ ...CLASS, site_count: water?.sites ?? 0 }, classPreset),
  ];
}

/** Adds the chosen rules; a rule that exists already is kept. */
export async function addPresets(
  asking: Asking,
  choice: PresetChoice,
  chosen: readonly (Preset & { component_id: number | null })[],
): Promise<{ added: number; skipped: number }> {
  const wanted = new Set(chosen.map(keyOf));
  const rules = (await offeredPresets(asking, choice)).filter((preset) => wanted.has(keyOf(preset)));
  const added = await asking.db.run(sql`
    insert into alarm_rule (scope, measure, component_id, data_type, limits, warning_share, high_warning, high_alarm,
                            low_warning, low_alarm, raise_after, clear_after, deadband)
    select 'network', measure, component_id, data_type, limits, warning_share, high_warning, high_alarm,
           low_warning, low_alarm, raise_after, clear_after, deadband
      from jsonb_populate_recordset(null::alarm_rule, ${json(rules)})
    on conflict on constraint alarm_rule_place_key do nothing`);
  return { added, skipped: chosen.length - added };
}

function keyOf({ measure, component_id, data_type }: Preset & { component_id: number | null }): string {
  return `${measure} ${component_id} ${data_type}`;
}
