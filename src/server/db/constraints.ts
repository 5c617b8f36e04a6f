import { type DetailName, Fault, type FaultName } from '#shared/faults.ts';

interface Refusal {
  fault: FaultName;
  /** The field that the message is about, if there is one. */
  field?: string;
  /** What is wrong with the field, if it is not that the value is taken. */
  problem?: string;
  detail?: DetailName;
  /** For a foreign key: the code if the referenced row does not exist. */
  missing?: FaultName;
}

/** The database enforces each rule once; this maps its constraint's name to the message for the user. */
export const refusalOfConstraint: Record<string, Refusal> = {
  role_name_key: { fault: 'role_name_repeated', field: 'role_name' },
  power_code_key: { fault: 'power_code_repeated', field: 'power_code' },
  power_name_key: { fault: 'power_name_repeated', field: 'power_name' },
  power_group_name_key: { fault: 'power_group_name_repeated', field: 'power_name' },
  power_parent_fkey: { fault: 'delete_failed', detail: 'in_use' },
  user_account_key: { fault: 'account_repeated', field: 'account' },
  user_account_is_own_mobile: { fault: 'parameter_error', field: 'account', problem: 'not_own_mobile' },
  user_mobile_key: { fault: 'mobile_repeated', field: 'mobile' },
  user_role_fkey: { fault: 'delete_failed', detail: 'in_use' },
  login_limit_role_fkey: { fault: 'delete_failed', detail: 'in_use' },
  super_undeletable: { fault: 'super_undeletable' },
  super_unbindable: { fault: 'super_unbindable' },
  built_in: { fault: 'delete_failed', detail: 'built_in' },
  user_group_name_key: { fault: 'add_repeated', field: 'user_group_name' },
  menu_name_key: { fault: 'menu_name_repeated', field: 'menu_name' },
  menu_path_key: { fault: 'add_repeated', field: 'path' },
  menu_parent_fkey: { fault: 'delete_failed', detail: 'in_use' },
  file_name_key: { fault: 'file_name_repeated', field: 'file_name' },
  file_upload_key: { fault: 'file_name_repeated', field: 'file_name' },
  app_project_name_key: { fault: 'add_repeated', field: 'project_name' },
  app_file_version_key: { fault: 'version_name_repeated', field: 'version_number' },
  app_file_project_fkey: { fault: 'delete_failed', detail: 'in_use' },
  app_file_file_fkey: { fault: 'delete_failed', detail: 'in_use', missing: 'file_missing' },
  history_import_file_fkey: { fault: 'delete_failed', detail: 'in_use', missing: 'file_missing' },
  version_number_key: { fault: 'version_name_repeated', field: 'version_number' },
  bug_version_id_fkey: { fault: 'delete_failed', detail: 'in_use' },
  theme_name_key: { fault: 'add_repeated', field: 'theme_name' },
  product_name_key: { fault: 'product_name_repeated', field: 'product_name' },
  project_name_key: { fault: 'add_repeated', field: 'project_name' },
  component_derived_from_fkey: { fault: 'delete_failed', detail: 'in_use' },
  component_key_key: { fault: 'component_key_repeated', field: 'component_key' },
  component_code_2017: { fault: 'component_key_repeated', field: 'code_2017' },
  agreement_command_key: { fault: 'add_repeated', field: 'kind' },
  agreement_command_agreement_id_fkey: {
    fault: 'delete_failed',
    detail: 'in_use',
    missing: 'protocol_illegal',
  },
  agreement_name_key: { fault: 'protocol_name_repeated', field: 'agreement_name' },
  basin_name_key: { fault: 'basin_name_repeated', field: 'basin_name' },
  site_name_key: { fault: 'device_name_repeated', field: 'site_name' },
  component_range_order: { fault: 'parameter_error', field: 'range_max', problem: 'below_minimum' },
  block_code_key: { fault: 'add_repeated', field: 'block_code' },
  data_type_cn_key: { fault: 'cn_repeated', field: 'cn' },
  data_type_name_key: { fault: 'cn_repeated', field: 'data_type_name' },
  site_agreement_id_fkey: { fault: 'delete_failed', detail: 'in_use', missing: 'protocol_illegal' },
  site_block_fkey: { fault: 'delete_failed', detail: 'in_use', missing: 'zone_illegal' },
  site_basin_id_fkey: { fault: 'delete_failed', detail: 'in_use' },
  site_product_id_fkey: { fault: 'delete_failed', detail: 'in_use', missing: 'product_illegal' },
  site_project_id_fkey: { fault: 'delete_failed', detail: 'in_use' },
  report_schedule_name_key: { fault: 'add_repeated', field: 'schedule_name' },
  alarm_rule_place_key: { fault: 'add_repeated', field: 'component_id' },
  alarm_rule_high_order: { fault: 'parameter_error', field: 'high_alarm', problem: 'inside_warning' },
  alarm_rule_low_order: { fault: 'parameter_error', field: 'low_alarm', problem: 'inside_warning' },
  alarm_rule_sides_apart: { fault: 'parameter_error', field: 'low_warning', problem: 'sides_cross' },
  alarm_rule_has_limit: { fault: 'parameter_error', field: 'high_warning', problem: 'no_limit' },
  alarm_rule_measure_data_type: { fault: 'parameter_error', field: 'data_type', problem: 'hours_or_days' },
  alarm_rule_class_limits: { fault: 'parameter_error', field: 'high_alarm', problem: 'bad_class' },
  alarm_rule_product_id_fkey: { fault: 'parameter_error', field: 'product_id', missing: 'product_illegal' },
  alarm_rule_site_id_fkey: { fault: 'parameter_error', field: 'site_id', missing: 'no_data' },
  alarm_rule_component_id_fkey: { fault: 'parameter_error', field: 'component_id', missing: 'no_data' },
  article_type_name_key: { fault: 'article_category_add_failed', field: 'type_name' },
  article_type_parent_fkey: {
    fault: 'article_menu_delete_failed',
    detail: 'in_use',
    missing: 'article_menu_add_failed',
  },
  article_type_not_itself: {
    fault: 'article_menu_edit_failed',
    field: 'parent_id',
    problem: 'inside_itself',
  },
  article_revision_type_fkey: {
    fault: 'article_category_delete_failed',
    detail: 'in_use',
    missing: 'article_entry_failed',
  },
  article_file_file_fkey: { fault: 'delete_failed', detail: 'in_use', missing: 'attachment_missing' },
  article_auditor_fkey: { fault: 'admin_id_wrong', missing: 'admin_id_wrong' },
  department_name_key: { fault: 'department_name_repeated', field: 'department_name' },
  meeting_room_name_key: { fault: 'room_name_repeated', field: 'room_name' },
  meeting_room_department_fkey: { fault: 'delete_failed', detail: 'in_use', missing: 'parameter_error' },
  meeting_room_id_fkey: { fault: 'delete_failed', detail: 'in_use', missing: 'room_id_empty' },
  meeting_room_taken: { fault: 'start_occupied', field: 'starts_at' },
  meeting_order: { fault: 'start_after_end', field: 'starts_at', problem: 'start_after_end' },
  meeting_length: { fault: 'parameter_error', field: 'ends_at', problem: 'meeting_too_long' },
  meeting_attendee_user_fkey: { fault: 'parameter_error', field: 'attendee_ids' },
  duty_swap_asked_key: { fault: 'time_setting_repeated', field: 'start_time' },
  duty_swap_member_fkey: { fault: 'parameter_error', field: 'user_id' },
  duty_swap_to_member_fkey: { fault: 'parameter_error', field: 'to_user_id' },
  duty_day_turn_member_fkey: { fault: 'parameter_error', field: 'turns' },
  order_type_name_key: { fault: 'add_repeated', field: 'type_name' },
  order_type_group_fkey: { fault: 'parameter_error', field: 'user_group_id', missing: 'no_data' },
  work_order_type_fkey: { fault: 'delete_failed', detail: 'in_use' },
  work_order_form_fkey: { fault: 'delete_failed', detail: 'in_use' },
  work_order_site_id_fkey: { fault: 'parameter_error', field: 'site_id', missing: 'no_data' },
  question_title_key: { fault: 'question_insert_failed', field: 'question_title' },
  question_answered: { fault: 'question_insert_failed', field: 'answers', problem: 'answer_missing' },
  question_options: { fault: 'question_insert_failed', field: 'options', problem: 'too_few_options' },
  paper_name_key: { fault: 'paper_insert_failed', field: 'paper_name' },
  paper_question_key: { fault: 'question_already_in_paper' },
  paper_question_question_fkey: {
    fault: 'question_delete_failed',
    detail: 'in_use',
    missing: 'question_id_illegal',
  },
  assessment_name_key: { fault: 'add_repeated', field: 'assessment_name' },
  assessment_order: { fault: 'parameter_error', field: 'closes_at', problem: 'start_after_end' },
  assessment_paper_fkey: { fault: 'paper_delete_failed', detail: 'in_use', missing: 'paper_view_failed' },
  assessment_checker_fkey: { fault: 'admin_id_wrong', field: 'checker_id', missing: 'admin_id_wrong' },
  sitting_assessment_fkey: { fault: 'delete_failed', detail: 'in_use', missing: 'no_data' },
  sitting_attempt_key: { fault: 'paper_already_examined' },
  sitting_open_key: { fault: 'paper_already_examined' },
  certificate_sitting_key: { fault: 'add_repeated' },
  certificate_assessment_id_fkey: { fault: 'delete_failed', detail: 'in_use', missing: 'no_data' },
  competence_key: { fault: 'add_repeated', field: 'assessment_id' },
  competence_order_type_fkey: { fault: 'parameter_error', field: 'order_type_id', missing: 'no_data' },
  competence_role_fkey: { fault: 'parameter_error', field: 'role_id', missing: 'no_data' },
  competence_assessment_fkey: { fault: 'delete_failed', detail: 'in_use', missing: 'no_data' },
  order_plan_name_key: { fault: 'add_repeated', field: 'plan_name' },
  order_plan_type_fkey: { fault: 'delete_failed', detail: 'in_use', missing: 'no_data' },
  order_plan_component_fkey: { fault: 'delete_failed', detail: 'in_use', missing: 'no_data' },
  order_plan_assignee_fkey: { fault: 'parameter_error', field: 'assignee_id', missing: 'no_data' },
  order_plan_group_fkey: { fault: 'parameter_error', field: 'user_group_id', missing: 'no_data' },
  order_plan_site_site_id_fkey: { fault: 'parameter_error', field: 'site_ids', missing: 'no_data' },
  order_code_site_id_fkey: { fault: 'parameter_error', field: 'site_ids', missing: 'no_data' },
  order_request_site_id_fkey: { fault: 'parameter_error', field: 'site_id', missing: 'no_data' },
  order_file_file_fkey: { fault: 'delete_failed', detail: 'in_use', missing: 'file_missing' },
  alarm_kind_place_key: { fault: 'add_repeated', field: 'kind' },
  alarm_kind_product_id_fkey: { fault: 'parameter_error', field: 'product_id', missing: 'product_illegal' },
  alarm_kind_site_id_fkey: { fault: 'parameter_error', field: 'site_id', missing: 'no_data' },
  maintenance_window_product_id_fkey: {
    fault: 'parameter_error',
    field: 'product_id',
    missing: 'product_illegal',
  },
  maintenance_window_site_id_fkey: { fault: 'parameter_error', field: 'site_id', missing: 'no_data' },
  maintenance_window_city_code_fkey: {
    fault: 'parameter_error',
    field: 'city_code',
    missing: 'city_illegal',
  },
  maintenance_window_order: { fault: 'parameter_error', field: 'ends_at', problem: 'start_after_end' },
  alarm_robot_name_key: { fault: 'add_repeated', field: 'robot_name' },
  alarm_route_name_key: { fault: 'add_repeated', field: 'route_name' },
  alarm_route_product_id_fkey: { fault: 'parameter_error', field: 'product_id', missing: 'product_illegal' },
  alarm_route_site_id_fkey: { fault: 'parameter_error', field: 'site_id', missing: 'no_data' },
  alarm_route_city_code_fkey: { fault: 'parameter_error', field: 'city_code', missing: 'city_illegal' },
  // Only the job writes it, and it replaces the previous file.
  report_file_period_key: { fault: 'add_repeated' },
  site_mn_key: { fault: 'mn_repeated', field: 'mn' },
  site_mn_any_case_key: { fault: 'mn_repeated', field: 'mn' },
};

const FOREIGN_KEY = '23503';
const INTEGRITY = /^23/;
/** Deadlock: this transaction was rolled back. */
const DEADLOCK = '40P01';
/** Number out of range, impossible date, NUL in a text: the input cannot be stored. */
const UNSTORABLE = /^(22003|22007|22008|22009|22021|22P02|22P05)$/;

/** Translates a database error into a refusal. Any other error is a bug and is returned unchanged. */
export function faultOfDatabase(error: unknown): unknown {
  if (!isDatabaseError(error)) return error;
  if (UNSTORABLE.test(error.code)) return new Fault('parameter_error', { fields: [] });
  if (error.code === DEADLOCK) return new Fault('update_failed', { detail: 'changed_meanwhile' });
  if (!INTEGRITY.test(error.code)) return error;
  const refusal = refusalOfConstraint[error.constraint ?? ''];
  if (error.code === FOREIGN_KEY && namesWhatIsMissing(error)) {
    const field = /\((\w+)\)=\(/.exec(error.detail ?? '')?.[1];
    const fault = refusal?.missing ?? 'parameter_error';
    return new Fault(fault, { fields: field ? [{ field, problem: 'unknown_value' }] : [] });
  }
  if (!refusal) return error;
  const { fault, field, problem = 'repeated', detail } = refusal;
  return new Fault(fault, { detail, fields: field ? [{ field, problem }] : undefined });
}

/**
 * A foreign key is violated in two ways: by a reference to a missing row, or by deleting a row in use. The message
 * quotes two names in the first case and three in the second, in every language of the server.
 */
function namesWhatIsMissing({ message }: DatabaseError): boolean {
  return message.split('"').length - 1 <= 4;
}

interface DatabaseError extends Error {
  code: string;
  constraint?: string;
  detail?: string;
}

function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && 'severity' in error;
}
