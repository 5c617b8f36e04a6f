import { contract } from './index.ts';
import type { ColumnKind, Resource } from './resource.ts';

/** Audited tables that are not resources, and the word file of their columns. */
const others = {
  session: 'users',
  user_notice: 'personal',
  role_power: 'roles',
  login_limit: 'loginConfig',
  water_class: 'waterClasses',
  user_group_member: 'userGroups',
  user_duty: 'duty',
  duty_day: 'dutyCalendar',
  duty_day_turn: 'dutyCalendar',
  duty_swap: 'dutyCalendar',
  menu_power: 'menus',
  theme_user: 'themes',
  file: 'files',
  picture: 'files',
  message: 'messages',
  platform_setting: 'platformConfig',
  platform_secret: 'platformConfig',
  agreement_code: 'agreements',
  device_factor: 'components',
  product_factor: 'components',
  push_secret: 'pushSecret',
  unregistered_device: 'unregistered',
  held_packet: 'heldPackets',
  command: 'commands',
  control_lease: 'controlLease',
  command_policy: 'commandPolicy',
  auto_resupply: 'autoResupply',
  correction_place: 'corrections',
  alarm: 'alarmLog',
  alarm_setting: 'alarmTelling',
  alarm_template: 'alarmTemplates',
  paper_question: 'papers',
  practice: 'practice',
  sitting: 'sittings',
  certificate: 'certificates',
  article: 'articles',
  article_comment: 'articleComments',
  software_key: 'softwareKeys',
  meeting: 'meetings',
  meeting_attendee: 'meetings',
  work_order: 'orders',
  order_calendar: 'orderCalendar',
  wall_layout: 'wall',
  order_request: 'orderRequests',
  order_code: 'orderRequests',
  report_file: 'reportFiles',
  history_import: 'historyImports',
  user_site: 'users',
  group_site: 'userGroups',
  user_region: 'users',
  group_region: 'userGroups',
  user_project: 'users',
  group_project: 'userGroups',
};

type Audited = Pick<Resource<Record<string, unknown>>, 'table' | 'name' | 'search' | 'fields' | 'kinds'>;

function isResource(part: object): part is Audited {
  return 'table' in part && 'name' in part;
}

export const auditedResources: readonly Audited[] = Object.values(contract)
  .flatMap((parts): object[] => Object.values(parts))
  .filter(isResource);

/** Audited tables and the word files of their columns: every resource, and the others. */
const entities: Readonly<Record<string, string>> = {
  ...Object.fromEntries(auditedResources.map(({ table, name }) => [table, name])),
  ...others,
};

export const auditEntities: readonly string[] = Object.keys(entities);

export function wordsOf(entity: string): string {
  return entities[entity] ?? entity;
}

const kindsOf = new Map(auditedResources.map(({ table, kinds }) => [table, kinds]));

/** The kind of a column; undefined if the table is not a resource. */
export function auditedKind(entity: string, column: string): ColumnKind | undefined {
  return kindsOf.get(entity)?.[column];
}

/** Tables whose rows are named by a code, and the word prefix of the code. */
const codes: Readonly<Record<string, string>> = {
  command: 'commandKinds.',
  command_policy: 'commandKinds.',
  alarm_kind: 'alarmLog.kind_',
  alarm_template: 'alarmTemplates.event_',
  practice: 'practice.mode_',
};

/** The word of such a row's code; undefined for other tables. */
export function codeWord(
  word: (key: string) => string | undefined,
  entity: string,
  name: unknown,
): string | undefined {
  const words = codes[entity];
  return words && typeof name === 'string' ? word(`${words}${name}`) : undefined;
}

/**
 * The word for a row of a table: as in "Add role" for a resource, otherwise `audit.entity_…`. `word` looks up a word in
 * the reader's language.
 */
export function entityWord(word: (key: string) => string | undefined, entity: string): string | undefined {
  const named = word(`audit.entity_${entity}`) ?? word(`${wordsOf(entity)}.what`);
  return named && named.charAt(0).toUpperCase() + named.slice(1);
}
