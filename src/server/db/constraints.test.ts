import { beforeAll, expect, test } from 'vitest';
import { Fault } from '#shared/faults.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { gate } from '#test/helpers/gate.ts';
import { faultOfDatabase, refusalOfConstraint } from './constraints.ts';
import { type Sql, sql } from './sql.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

interface Named {
  name: string;
}
const names = async (query: Sql) => (await app.db.rows<Named>(query)).map(({ name }) => name);

const uniqueNames = () =>
  names(sql`
    select c.relname as name
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
     where i.indisunique and not i.indisprimary and n.nspname = 'public'`);

const foreignKeys = (how: Sql) =>
  names(sql`
    select conname as name from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and confdeltype ${how}`);

const checkNames = () =>
  names(sql`
    select conname as name from pg_constraint
     where contype = 'c' and connamespace = 'public'::regnamespace order by 1`);

/** Guards raise errors under constraint names of their own. */
const raisedNames = async () => {
  const sources = await names(sql`
    select prosrc as name from pg_proc where pronamespace = 'public'::regnamespace and prosrc like '%23514%'`);
  return sources.flatMap((source) => {
    const clauses = [...source.matchAll(/constraint = (.*?);/gs)].map((match) => match[1] ?? '');
    return clauses.flatMap((clause) =>
      [...clause.matchAll(/'([a-z_]{5,})'/g)].map((match) => match[1] ?? ''),
    );
  });
};

const exclusionNames = () =>
  names(sql`
    select conname as name from pg_constraint where contype = 'x' and connamespace = 'public'::regnamespace`);

test('every constraint that has a sentence exists in the database', async () => {
  const existing = new Set([
    ...(await uniqueNames()),
    ...(await foreignKeys(sql`is not null`)),
    ...(await checkNames()),
    ...(await raisedNames()),
    ...(await exclusionNames()),
  ]);
  expect(Object.keys(refusalOfConstraint).filter((name) => !existing.has(name))).toEqual([]);
});

test('whatever must be unique has a sentence for when it is not', async () => {
  // Combinations of factors are numbered by the store itself, and a held packet that comes again is skipped. What is on
  // the wire is one command's of a device, under a number of its own, because the engine sees to it first.
  const unseen = new Set([
    'command_exchange_qn_key',
    'command_one_open',
    'correction_version_key',
    'device_value_key',
    'factor_set_key',
    'held_packet_once',
    'alarm_open_key',
    'alarm_episode_key',
    'alarm_due_once',
    'alarm_template_event_key',
    'order_form_number_key',
    'order_plan_site_key',
    'order_told_once',
    'resupply_gap_once',
  ]);
  const provoked = (await uniqueNames()).filter((name) => !unseen.has(name));
  expect(provoked.filter((name) => !(name in refusalOfConstraint))).toEqual([]);
});

test('whatever may not be deleted while it is used has a sentence', async () => {
  const holding = await foreignKeys(sql`in ('a', 'r')`);
  expect(holding.length).toBeGreaterThan(0);
  expect(holding.filter((name) => !(name in refusalOfConstraint))).toEqual([]);
});

test('every guard raises a name that has a sentence', async () => {
  const raised = await raisedNames();
  expect(raised).toEqual(expect.arrayContaining(['super_undeletable', 'super_unbindable', 'built_in']));
  expect(raised.filter((name) => !(name in refusalOfConstraint) && name !== 'role_id')).toEqual([]);
});

test('every other check is one that the contract or the code decides before the database can', async () => {
  expect((await checkNames()).filter((name) => !(name in refusalOfConstraint))).toEqual([
    'agreement_ack_check',
    'agreement_command_kind_check',
    'agreement_command_wires_check',
    'agreement_crc_mode_check',
    'agreement_edition_check',
    'agreement_encoding_check',
    'agreement_label_check',
    'agreement_minute_step_check',
    'alarm_cause_check',
    'alarm_data_type_check',
    'alarm_due_event_check',
    'alarm_end_known',
    'alarm_end_reason_check',
    'alarm_family_check',
    'alarm_kind_level_check',
    'alarm_kind_scope_check',
    'alarm_kind_scope_fits',
    'alarm_level_check',
    'alarm_order',
    'alarm_robot_kind_check',
    'alarm_route_after_minutes_check',
    'alarm_route_repeat_minutes_check',
    'alarm_route_repeat_most_check',
    'alarm_route_scope_check',
    'alarm_route_scope_fits',
    'alarm_rule_clear_after_check',
    'alarm_rule_data_type_check',
    'alarm_rule_deadband_check',
    'alarm_rule_limits_check',
    'alarm_rule_limits_fit',
    'alarm_rule_measure_check',
    'alarm_rule_measure_factor',
    'alarm_rule_raise_after_check',
    'alarm_rule_scope_check',
    'alarm_rule_scope_fits',
    'alarm_rule_warning_share_check',
    'alarm_setting_gather_seconds_check',
    'alarm_setting_language_check',
    'alarm_setting_only_row_check',
    'alarm_setting_storm_count_check',
    'alarm_setting_storm_minutes_check',
    'alarm_state_data_type_check',
    'alarm_step_did_check',
    'alarm_step_level_check',
    'alarm_template_event_check',
    'alarm_template_language_check',
    'alarm_told_level_check',
    'app_file_platform_check',
    'article_comment_state_check',
    'article_published_has',
    'article_published_revision',
    'article_revision_comments_check',
    'article_revision_no_check',
    'article_revision_visibility_check',
    'article_state_check',
    'article_step_act_check',
    'assessment_answers_shown_check',
    'assessment_attempts_check',
    'assessment_marks_check',
    'assessment_minutes_check',
    'assessment_pass_percent_check',
    'assessment_state_check',
    'assessment_valid_days_check',
    'audit_log_action_check',
    'auto_resupply_every',
    'auto_resupply_types',
    'auto_resupply_window',
    'bug_bug_type_check',
    'bug_level_check',
    'command_batch_concurrency_check',
    'command_clock_only_row_check',
    'command_exchange_stage_check',
    'command_pending_check',
    'command_phase_check',
    'command_settled_by_check',
    'command_stage_check',
    'command_state_check',
    'competence_subject_check',
    'competence_subject_fits',
    'component_averaging_check',
    'component_category_check',
    'component_decimals_check',
    'component_derivation_check',
    'component_derived_whole',
    'component_detection_limit_check',
    'control_lease_span',
    'correction_change_span',
    'correction_change_state_check',
    'correction_change_wish',
    'correction_place_place_check',
    'correction_version_k_check',
    'device_factor_decimals_check',
    'device_factor_interval_seconds_check',
    'device_factor_k_check',
    'device_log_kind_check',
    'device_value_source_check',
    'dirty_bucket_level_check',
    'duty_day_turn_end_time_check',
    'duty_day_turn_start_time_check',
    'duty_swap_decided',
    'duty_swap_end_time_check',
    'duty_swap_return',
    'duty_swap_return_start_check',
    'duty_swap_start_time_check',
    'duty_swap_state_check',
    'duty_swap_two',
    'file_purpose_check',
    'file_size_check',
    'held_correction_reason_check',
    'held_correction_state_check',
    'held_correction_undone',
    'held_packet_data_type_check',
    'held_packet_decided',
    'held_packet_reason_check',
    'held_packet_state_check',
    'held_packet_taken',
    'history_import_asked_check',
    'history_import_progress_status_check',
    'instance_only_row_check',
    'job_state_check',
    'lab_entry_what_check',
    'lab_station_station_type_check',
    'login_limit_codes_per_address_check',
    'login_limit_codes_per_day_check',
    'login_limit_codes_per_number_check',
    'login_limit_lock_minutes_check',
    'login_limit_max_devices_check',
    'login_limit_max_failures_check',
    'login_limit_only_row_check',
    'maintenance_window_origin_check',
    'maintenance_window_scope_check',
    'maintenance_window_scope_fits',
    'meeting_attendee_answer_check',
    'meeting_room_capacity_check',
    'meeting_room_no_show_minutes_check',
    'meeting_series_every_check',
    'meeting_state_check',
    'message_channel_check',
    'message_kind_check',
    'message_lane_channel_check',
    'message_state_check',
    'order_calendar_only_row_check',
    'order_plan_assign_check',
    'order_plan_basis_check',
    'order_plan_every',
    'order_plan_every_days_check',
    'order_plan_every_hours_check',
    'order_plan_priority_check',
    'order_request_decided',
    'order_request_state_check',
    'order_type_completion_minutes_check',
    'order_type_recheck_minutes_check',
    'order_type_response_minutes_check',
    'paper_how_check',
    'paper_question_score_check',
    'picture_mime_check',
    'platform_setting_alarm_sound_check',
    'platform_setting_email_provider_check',
    'platform_setting_map_provider_check',
    'platform_setting_only_row_check',
    'platform_setting_sms_provider_check',
    'platform_setting_smtp_security_check',
    'platform_setting_webhook_provider_check',
    'power_type_check',
    'practice_mode_check',
    'product_line_water_month_days_check',
    'product_line_water_year_months_check',
    'product_version_version_type_check',
    'question_difficulty_check',
    'question_kind_check',
    'question_tolerance_check',
    'report_schedule_due_hours_check',
    'report_schedule_format_check',
    'report_schedule_keep_count_check',
    'report_schedule_kind_check',
    'report_schedule_language_check',
    'report_schedule_layout_check',
    'resupply_gap_data_type_check',
    'resupply_gap_span',
    'resupply_gap_state_check',
    'resupply_gap_step_ms_check',
    'resupply_gap_why_check',
    'site_device_number_check',
    'site_hmi_number_check',
    'site_interval_seconds_check',
    'site_latitude_check',
    'site_longitude_check',
    'site_power_supply_check',
    'site_site_type_check',
    'site_water_pollution_level_check',
    'site_water_quality_type_check',
    'sitting_state_check',
    'sitting_submitted_by_check',
    'software_key_duration_days_check',
    'software_key_pair_only_row_check',
    'theme_map_style_check',
    'upkeep_run_outcome_check',
    'user_account_status_check',
    'user_duty_end_time_check',
    'user_duty_start_time_check',
    'user_duty_weekday_check',
    'wall_layout_once',
    'wall_layout_room',
    'wall_layout_rotate_check',
    'water_class_only_row_check',
    'work_order_closed_fits',
    'work_order_priority_check',
    'work_order_source_check',
    'work_order_state_check',
    'write_probe_probe_id_check',
  ]);
});

const refusedBy = (statement: Sql) =>
  app.db.run(statement).then(
    () => 'nothing',
    (error: unknown) => faultOfDatabase(error),
  );

test('naming what does not exist is told at its field', async () => {
  expect(await refusedBy(sql`update user_account set role_id = 999 where account = 'learner'`)).toMatchObject(
    {
      fault: 'parameter_error',
      fields: [{ field: 'role_id', problem: 'unknown_value' }],
    },
  );
  expect(
    await refusedBy(sql`insert into menu (path, menu_name, parent_id) values ('/x', 'x', 999999)`),
  ).toMatchObject({
    fault: 'parameter_error',
    fields: [{ field: 'parent_id', problem: 'unknown_value' }],
  });
});

test('deleting what is used is told as such, also where a table refers to itself', async () => {
  const inUse = { fault: 'delete_failed', detail: 'in_use' };
  await app.db.run(sql`insert into role (role_id, role_name) values (700, 'in use')`);
  await app.db.run(sql`update login_limit set register_role_id = 700`);
  expect(await refusedBy(sql`delete from role where role_id = 700`)).toMatchObject(inUse);
  expect(await refusedBy(sql`delete from menu where path = '/userconfigs'`)).toMatchObject(inUse);
});

test('the same is understood from a server that speaks Chinese', () => {
  const database = (message: string, detail: string, constraint: string) =>
    Object.assign(new Error(message), { code: '23503', severity: '错误', detail, constraint });
  const missing = database(
    '插入或更新表 "user_account" 违反外键约束 "user_role_fkey"',
    '键值对(role_id)=(999)没有在表"role"中出现.',
    'user_role_fkey',
  );
  expect(faultOfDatabase(missing)).toMatchObject({
    fault: 'parameter_error',
    fields: [{ field: 'role_id', problem: 'unknown_value' }],
  });
  const used = database(
    '在 "role" 上的更新或删除操作违反了在 "user_account" 上的外键约束 "user_role_fkey"',
    '键值对(role_id)=(1)仍然是从表"user_account"引用的.',
    'user_role_fkey',
  );
  expect(faultOfDatabase(used)).toMatchObject({ fault: 'delete_failed', detail: 'in_use' });
});

test('a value that no column can hold is a parameter error', async () => {
  for (const statement of [
    sql`delete from role where role_id = ${2 ** 40}`,
    sql`update role set remark = ${'nul \u0000'} where role_id = 1`,
    sql`select ${'0000-01-01T00:00:00Z'}::timestamptz`,
    sql`select ${'"\\ud800"'}::jsonb`,
  ])
    expect(await refusedBy(statement)).toMatchObject({ fault: 'parameter_error' });
});

test('of two writers who wait for each other one is told that the other was quicker', async () => {
  const [bothHold, open] = gate();
  let holding = 0;
  const both = [1, 2].map((first) =>
    app.db
      .tx({}, async (db) => {
        await db.run(sql`update role set remark = 'a' where role_id = ${first}`);
        if (++holding === 2) open();
        await bothHold;
        await db.run(sql`update role set remark = 'b' where role_id = ${3 - first}`);
      })
      .then(() => 'written', faultOfDatabase),
  );
  const answers = await Promise.all(both);
  expect(answers).toContain('written');
  expect(answers.find((answer) => answer !== 'written')).toMatchObject({
    fault: 'update_failed',
    detail: 'changed_meanwhile',
  });
});

test('what is a bug stays a bug', async () => {
  const plain = new Error('plain');
  expect(faultOfDatabase(plain)).toBe(plain);
  expect(faultOfDatabase(undefined)).toBeUndefined();
  for (const statement of [
    sql`select * from not_there`,
    sql`select 1 / 0`,
    sql`update role set role_name = null where role_id = 1`,
    sql`update user_account set status = 'odd' where account = 'learner'`,
  ])
    expect(await refusedBy(statement)).not.toBeInstanceOf(Fault);
});
