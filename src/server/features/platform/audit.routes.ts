import type { User } from '#server/app.ts';
import { allOf, json, type Sql, sql } from '#server/db/sql.ts';
import { list } from '#server/http/list.ts';
import { scope } from '#server/scope.ts';
import { wordOf } from '#server/words.ts';
import { auditedResources, codeWord, entityWord } from '#shared/contract/audited.ts';
import { audit } from '#shared/contract/platform/audit.ts';

/** The column with the name of an entity's row: the first of its search columns that it has itself. */
const nameColumns: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    auditedResources.flatMap(({ table, search, fields }) => {
      const column = search.find((key) => fields.includes(key));
      return column === undefined ? [] : [[table, column]];
    }),
  ),
  user_account: 'real_name',
  data_type: 'data_type_name',
  alarm_kind: 'kind',
  alarm_template: 'event',
  file: 'file_name',
  unregistered_device: 'mn',
  report_file: 'file_name',
  history_import: 'file_name',
  platform_secret: 'secret_name',
  message: 'recipient',
  practice: 'mode',
  sitting: 'real_name',
  certificate: 'issued_at',
  article: 'article_title',
  article_comment: 'body',
  software_key: 'dc',
  meeting: 'theme',
  work_order: 'order_title',
  order_request: 'description',
  command: 'kind',
  command_policy: 'kind',
  duty_swap: 'on_date',
};

/** Links and lists are recorded under the ID of the row that they belong to. */
const owners = {
  session: 'user_account',
  user_notice: 'user_account',
  role_power: 'role',
  wall_layout: 'role',
  user_group_member: 'user_group',
  user_duty: 'user_group',
  paper_question: 'paper',
  meeting_attendee: 'meeting',
  duty_day: 'user_group',
  duty_day_turn: 'user_group',
  menu_power: 'menu',
  theme_user: 'theme',
  agreement_code: 'agreement',
  device_factor: 'site',
  product_factor: 'product_line',
  push_secret: 'site',
  held_packet: 'site',
  control_lease: 'site',
  auto_resupply: 'site',
  correction_place: 'site',
  order_code: 'site',
  alarm: 'site',
  user_site: 'user_account',
  user_region: 'user_account',
  user_project: 'user_account',
  group_site: 'user_group',
  group_region: 'user_group',
  group_project: 'user_group',
};

export const namedEntities = Object.keys({ ...nameColumns, ...owners });

const owner = sql`coalesce(${json(owners)}::jsonb ->> a.entity, a.entity)`;
const nameColumn = sql`(${json(nameColumns)}::jsonb ->> ${owner})`;

/** The name from the entry itself, otherwise from the newest entry with one, so that deleted rows keep their names. */
function named(column: Sql): Sql {
  return sql`coalesce(
    coalesce(a.after, a.before) ->> ${column},
    (select coalesce(o.after, o.before) ->> ${column} from audit_log o
      where o.entity = ${owner} and o.entity_id = a.entity_id and coalesce(o.after, o.before) ->> ${column} is not null
      order by o.at desc limit 1))`;
}

/** Entries about a site are visible to users who see it. */
const siteId = sql`case ${owner} when 'site' then a.entity_id::integer end`;
/** So are entries of rows with a `site_id`. */
const siteIn = (content: Sql) =>
  sql`case jsonb_typeof(${content} -> 'site_id') when 'number' then (${content} ->> 'site_id')::integer end`;
/** Entries about an order's comments have no `site_id`. */
const siteOfOrder = sql`
  case a.entity when 'work_order' then (select w.site_id from work_order w where w.order_id = a.entity_id::bigint) end`;

function seenEntries(user: User): Sql {
  if (user.sees_all_sites) return sql`true`;
  const places = [siteIn(sql`a.before`), siteIn(sql`a.after`), siteOfOrder];
  return allOf([
    sql`(${owner} <> 'site' or ${scope(user, siteId)})`,
    ...places.map((place) => sql`(${place} is null or ${scope(user, place)})`),
    // A command to several devices is visible to users who see one of them.
    sql`(a.entity <> 'command' or jsonb_typeof(a.after -> 'site_ids') is distinct from 'array' or exists (
           select from jsonb_array_elements(a.after -> 'site_ids') as n where ${scope(user, sql`(n #>> '{}')::integer`)}))`,
  ]);
}

/** Entries with lists of site IDs, and their fields. */
const siteLists = {
  user_site: 'site_id',
  group_site: 'site_id',
  report_schedule: 'site_ids',
  report_file: 'of_sites',
  command: 'site_ids',
};

/** Removes the site IDs that the user does not see. */
function withSeenSites(user: User, content: Sql): Sql {
  if (user.sees_all_sites) return content;
  const key = sql`(${json(siteLists)}::jsonb ->> a.entity)`;
  const listed = sql`jsonb_array_elements(${content} -> ${key}) with ordinality as listed (n, place)`;
  const isSeen = scope(user, sql`(n #>> '{}')::integer`);
  const seen = sql`select coalesce(jsonb_agg(n order by place), '[]') from ${listed} where ${isSeen}`;
  // `params` is parallel to `site_ids`, so it is removed if a site is.
  const rest = sql`
    case when a.entity = 'command' and exists (select from ${listed} where not ${isSeen}) then ${content} - 'params'
         else ${content} end`;
  return sql`
    case when jsonb_typeof(${content} -> ${key}) = 'array' then jsonb_set(${rest}, array[${key}], (${seen}))
         else ${content} end`;
}

export const auditRoutes = [
  list(audit, {
    select: ({ user }) => sql`
      select audit_id, at, account, real_name, ip, call, entity, entity_id, ${named(nameColumn)} as entity_name,
             ${named(sql`(${nameColumn} || '_en')`)} as entity_name_en, action,
             ${withSeenSites(user, sql`a.before`)} as before, ${withSeenSites(user, sql`a.after`)} as after, request_id
        from audit_log a
       where ${seenEntries(user)}`,
    // Exact match: `role` must not find `role_power`.
    filters: {
      entity: (entity: string) => sql`entity = ${entity}`,
      entity_id: (id: string) => sql`entity_id = ${id}`,
      // Setup entries have no IP address; fault reports without an account have one.
      by_people: (only: boolean) =>
        only ? sql`(account <> 'system' or (account is null and ip is not null))` : sql`true`,
    },
    sort: sql`audit_id desc`,
    // Only for exports: the page translates itself.
    show: (_ctx, language) => (row) => {
      if (!language) return row;
      const word = (key: string) => wordOf(language, key);
      const entity = String(row.entity);
      const code = codeWord(word, entity, row.entity_name);
      return {
        ...row,
        ...(code !== undefined && { entity_name: code, entity_name_en: code }),
        entity: entityWord(word, entity) ?? entity,
      };
    },
  }),
];
