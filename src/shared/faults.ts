// biome-ignore-all lint/suspicious/noThenProperty: `then` is plain data here, never a function, so it cannot be awaited

import type { DetailName } from './fault-details.ts';

export { type DetailName, details, wholeDetails } from './fault-details.ts';

/** How a result is shown. Most refusals are errors; a few codes of the spec report success. */
export type Tone = 'success' | 'info' | 'warning' | 'error';

export interface FaultInfo {
  code: number;
  tone: Tone;
  /** What the browser does next: try a new token once, or clear the session and go to sign-in. */
  then?: 'refresh' | 'sign-in';
  /** The spec shows no message for this code. */
  silent?: true;
}

/**
 * Every result code of spec section 8. Where the spec names only a group of codes, they are assigned in the order of
 * its text, and the rest of the group has names of our own.
 */
export const faults = {
  parameter_error: { code: 400, tone: 'error' },
  unauthorized: { code: 401, tone: 'warning', then: 'sign-in' },
  forbidden: { code: 403, tone: 'warning', then: 'sign-in' },
  not_found: { code: 404, tone: 'info', silent: true },

  token_expired: { code: 1, tone: 'warning', then: 'refresh' },
  token_invalid: { code: 2, tone: 'error', then: 'sign-in' },
  token_signature: { code: 3, tone: 'error', then: 'sign-in' },
  token_type: { code: 4, tone: 'error', then: 'sign-in' },
  token_mismatch: { code: 5, tone: 'error', then: 'sign-in' },
  session_revoked: { code: 6, tone: 'warning', then: 'sign-in' },

  add_failed: { code: 7, tone: 'error' },
  edit_failed: { code: 8, tone: 'error' },
  delete_failed: { code: 9, tone: 'error' },
  no_data: { code: 10, tone: 'info' },
  mobile_repeated: { code: 11, tone: 'error' },
  login_failed: { code: 12, tone: 'error' },
  no_authority: { code: 13, tone: 'error' },
  account_sealed: { code: 14, tone: 'error' },
  account_missing: { code: 15, tone: 'error' },
  permission_denied: { code: 16, tone: 'error' },
  refresh_failed: { code: 17, tone: 'warning', then: 'sign-in' },
  password_wrong: { code: 18, tone: 'error' },
  parameter_repeated: { code: 19, tone: 'error' },
  refresh_signature: { code: 20, tone: 'error', then: 'sign-in' },

  code_wrong: { code: 21, tone: 'error' },
  code_expired: { code: 22, tone: 'error' },
  code_too_often: { code: 23, tone: 'warning' },
  province_illegal: { code: 24, tone: 'error' },
  sms_failed: { code: 25, tone: 'error' },
  upload_failed: { code: 26, tone: 'error' },
  odd_refused: { code: 27, tone: 'error' },
  file_missing: { code: 28, tone: 'error' },
  code_required: { code: 29, tone: 'warning' },
  password_find_failed: { code: 30, tone: 'error' },
  account_repeated: { code: 31, tone: 'error' },
  super_undeletable: { code: 32, tone: 'error' },
  role_name_repeated: { code: 33, tone: 'error' },
  power_name_repeated: { code: 34, tone: 'error' },
  power_code_repeated: { code: 35, tone: 'error' },
  add_repeated: { code: 36, tone: 'error' },
  super_unbindable: { code: 37, tone: 'error' },
  menu_name_repeated: { code: 38, tone: 'error' },
  complaint_repeated: { code: 39, tone: 'error' },
  processing_failed: { code: 40, tone: 'error' },
  power_group_name_repeated: { code: 41, tone: 'error' },

  department_name_repeated: { code: 42, tone: 'error' },
  room_name_repeated: { code: 43, tone: 'error' },
  start_after_end: { code: 44, tone: 'error' },
  start_occupied: { code: 45, tone: 'error' },
  end_occupied: { code: 46, tone: 'error' },
  room_refused: { code: 47, tone: 'error' },
  booking_failed: { code: 48, tone: 'error' },
  booking_not_own: { code: 49, tone: 'error' },
  cancel_failed: { code: 50, tone: 'error' },
  open_failed: { code: 51, tone: 'error' },
  end_failed: { code: 52, tone: 'error' },

  device_name_repeated: { code: 53, tone: 'error' },
  mn_repeated: { code: 54, tone: 'error' },
  city_illegal: { code: 55, tone: 'error' },
  area_illegal: { code: 56, tone: 'error' },
  protocol_illegal: { code: 57, tone: 'error' },
  product_illegal: { code: 58, tone: 'error' },
  water_pollution_level_illegal: { code: 59, tone: 'error' },
  water_quality_type_illegal: { code: 60, tone: 'error' },
  interval_illegal: { code: 61, tone: 'error' },
  power_supply_illegal: { code: 62, tone: 'error' },
  virtual_data_illegal: { code: 63, tone: 'error' },
  component_key_repeated: { code: 64, tone: 'error' },
  update_failed: { code: 65, tone: 'error' },
  product_name_repeated: { code: 66, tone: 'error' },
  cn_repeated: { code: 67, tone: 'error' },
  protocol_name_repeated: { code: 68, tone: 'error' },
  version_name_repeated: { code: 69, tone: 'error' },
  send_failed: { code: 70, tone: 'error' },
  time_setting_wrong: { code: 71, tone: 'error' },
  time_setting_repeated: { code: 72, tone: 'error' },
  device_activation_failed: { code: 73, tone: 'error' },
  software_activation_failed: { code: 74, tone: 'error' },
  file_name_repeated: { code: 75, tone: 'error' },
  drive_name_repeated: { code: 76, tone: 'error' },
  file_format_wrong: { code: 77, tone: 'error' },

  question_upload_failed: { code: 78, tone: 'error' },
  question_clear_failed: { code: 79, tone: 'error' },
  attendees_empty: { code: 80, tone: 'error' },
  room_id_empty: { code: 81, tone: 'error' },
  start_in_past: { code: 82, tone: 'error' },
  answer_correct: { code: 83, tone: 'success' },
  answer_failed: { code: 84, tone: 'error' },
  already_answered: { code: 85, tone: 'warning' },
  answer_wrong: { code: 86, tone: 'error' },
  answers_clear_failed: { code: 87, tone: 'error' },
  answers_cleared: { code: 88, tone: 'success' },
  question_return_failed: { code: 89, tone: 'error' },
  completion_viewed: { code: 90, tone: 'success' },
  completion_view_failed: { code: 91, tone: 'error' },
  paper_submitted: { code: 92, tone: 'success' },
  paper_submit_failed: { code: 93, tone: 'error' },
  admin_id_wrong: { code: 94, tone: 'error' },
  article_entry_failed: { code: 95, tone: 'error' },
  not_answered: { code: 96, tone: 'warning' },
  attachment_missing: { code: 97, tone: 'error' },
  attachment_query_failed: { code: 98, tone: 'error' },

  key_dc_not_positive_integer: { code: 99, tone: 'error' },
  key_ckb_not_positive_integer: { code: 100, tone: 'error' },
  key_pw1_not_positive_integer: { code: 101, tone: 'error' },
  key_pw2_not_positive_integer: { code: 102, tone: 'error' },
  key_duration_not_positive_integer: { code: 103, tone: 'error' },
  key_dc_length: { code: 104, tone: 'error' },
  key_pw1_length: { code: 105, tone: 'error' },
  key_ckb_range: { code: 106, tone: 'error' },
  key_pw2_range: { code: 107, tone: 'error' },
  key_duration_range: { code: 108, tone: 'error' },
  key_failed: { code: 109, tone: 'error' },

  question_id_illegal: { code: 110, tone: 'error' },
  paper_already_examined: { code: 111, tone: 'warning' },
  last_question: { code: 112, tone: 'info' },
  question_view_failed: { code: 113, tone: 'error' },
  paper_view_failed: { code: 114, tone: 'error' },
  score_view_failed: { code: 115, tone: 'error' },
  question_delete_failed: { code: 116, tone: 'error' },
  paper_delete_failed: { code: 117, tone: 'error' },
  paper_question_delete_failed: { code: 118, tone: 'error' },
  question_insert_failed: { code: 119, tone: 'error' },
  paper_insert_failed: { code: 120, tone: 'error' },
  paper_question_insert_failed: { code: 121, tone: 'error' },
  question_already_in_paper: { code: 122, tone: 'warning' },

  article_delete_failed: { code: 123, tone: 'error' },
  article_edit_failed: { code: 124, tone: 'error' },
  zone_illegal: { code: 125, tone: 'error' },
  article_permission_denied: { code: 126, tone: 'error' },
  article_browse_failed: { code: 127, tone: 'error' },
  article_category_add_failed: { code: 128, tone: 'error' },
  article_category_query_failed: { code: 129, tone: 'error' },
  article_category_delete_failed: { code: 130, tone: 'error' },
  article_category_edit_failed: { code: 131, tone: 'error' },
  article_collect_failed: { code: 132, tone: 'error' },
  article_already_collected: { code: 133, tone: 'warning' },
  article_none_collected: { code: 134, tone: 'info' },
  article_details_failed: { code: 135, tone: 'error' },
  article_deleted: { code: 136, tone: 'warning' },
  comment_add_failed: { code: 137, tone: 'error' },
  comment_delete_failed: { code: 138, tone: 'error' },
  comment_query_failed: { code: 139, tone: 'error' },
  comment_missing: { code: 140, tone: 'error' },
  comment_mine_failed: { code: 141, tone: 'error' },
  publication_failed: { code: 142, tone: 'error' },
  publication_withdraw_failed: { code: 143, tone: 'error' },
  publication_query_failed: { code: 144, tone: 'error' },
  publication_none: { code: 145, tone: 'info' },
  article_count_failed: { code: 146, tone: 'error' },
  article_view_count_failed: { code: 147, tone: 'error' },
  article_collect_count_failed: { code: 148, tone: 'error' },
  article_comment_count_failed: { code: 149, tone: 'error' },
  article_ranking_failed: { code: 150, tone: 'error' },

  thread_cooling: { code: 151, tone: 'warning' },
  open_repeated: { code: 152, tone: 'warning' },
  hour_out_of_range: { code: 153, tone: 'error' },
  minute_out_of_range: { code: 154, tone: 'error' },
  duration_out_of_range: { code: 155, tone: 'error' },
  device_number_wrong: { code: 156, tone: 'error' },
  hmi_number_wrong: { code: 157, tone: 'error' },
  sim_number_wrong: { code: 158, tone: 'error' },
  site_type_wrong: { code: 159, tone: 'error' },
  verification_type_wrong: { code: 160, tone: 'error' },
  article_menu_add_failed: { code: 161, tone: 'error' },
  article_menu_query_failed: { code: 162, tone: 'error' },
  article_menu_edit_failed: { code: 163, tone: 'error' },
  article_menu_delete_failed: { code: 164, tone: 'error' },
  exam_status_query_failed: { code: 165, tone: 'error' },
  exam_status_change_failed: { code: 166, tone: 'error' },
  download_person_add_failed: { code: 167, tone: 'error' },
  download_person_query_failed: { code: 168, tone: 'error' },
  download_statistics_failed: { code: 169, tone: 'error' },
  exam_statistics_failed: { code: 170, tone: 'error' },
  sim_usage_failed: { code: 171, tone: 'error' },
  basin_name_repeated: { code: 172, tone: 'error' },
  article_audit_list_failed: { code: 173, tone: 'error' },
  article_audit_failed: { code: 174, tone: 'error' },

  control_open_repeated: { code: 175, tone: 'warning' },
  control_opened: { code: 176, tone: 'success' },
  control_closed: { code: 177, tone: 'success' },
  control_open_failed: { code: 178, tone: 'error' },
  control_close_failed: { code: 179, tone: 'error' },
  control_close_repeated: { code: 180, tone: 'warning' },
  control_off: { code: 181, tone: 'warning' },
} as const satisfies Record<string, FaultInfo>;

export type FaultName = keyof typeof faults;

/** `problem` is a key under `problems` in the words, e.g. 'required'. */
export interface FieldProblem {
  field: string;
  problem: string;
  params?: Record<string, string | number>;
}

export interface FaultExtra {
  fields?: FieldProblem[];
  detail?: DetailName;
  params?: Record<string, string | number>;
  data?: unknown;
}

/** A refusal by name. Contains no user text: the words are looked up in the reader's language. */
export class Fault extends Error {
  readonly fault: FaultName;
  readonly fields: FieldProblem[] | undefined;
  readonly detail: DetailName | undefined;
  readonly params: Record<string, string | number> | undefined;
  readonly data: unknown;

  constructor(fault: FaultName, extra: FaultExtra = {}) {
    super(extra.detail ? `${fault} (${extra.detail})` : fault);
    this.name = 'Fault';
    this.fault = fault;
    this.fields = extra.fields;
    this.detail = extra.detail;
    this.params = extra.params;
    this.data = extra.data;
  }
}

/** A refusal because of a missing power, given by its code; the reader sees its name. */
export function powerMissing(power: string): Fault {
  return new Fault('permission_denied', { detail: 'power_missing', params: { power } });
}

/** The same row as `faults[fault]`, with the optional parts readable on every name. */
export function faultInfo(fault: FaultName): FaultInfo {
  return faults[fault];
}

const namesByCode = new Map<number, FaultName>(
  Object.entries(faults).map(([fault, { code }]) => [code, fault as FaultName]),
);

export function faultOfCode(code: number): FaultName | undefined {
  return namesByCode.get(code);
}

/** Success: code 0, or another success code (spec section 8). */
export function isGoodNews(code: number): boolean {
  const fault = faultOfCode(code);
  return code === 0 || (fault !== undefined && faults[fault].tone === 'success');
}
