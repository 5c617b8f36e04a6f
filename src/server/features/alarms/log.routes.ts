import { join } from 'node:path';
import { personName } from '#server/authority/person-name.ts';
import { sql } from '#server/db/sql.ts';
import { requireContent } from '#server/files/store.ts';
import { downloadUrl } from '#server/http/downloads.ts';
import { handlers, inFairTurn } from '#server/http/handlers.ts';
import { list } from '#server/http/list.ts';
import { alarmScope } from '#server/scope.ts';
import { sayIn, wordOf } from '#server/words.ts';
import { alarmActions, alarmLog } from '#shared/contract/alarms/log.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import type { StoredFile } from '#shared/contract/files/files.ts';
import { type FiguredAlarm, figureWord, limitWord } from '#shared/domain/alarm-figure.ts';
import { may } from '#shared/domain/may.ts';
import { spanOf } from '#shared/domain/time-span.ts';
import { Fault } from '#shared/faults.ts';
import type { Language } from '#shared/i18n/index.ts';
import { act } from './act.ts';
import { requireSeen } from './seen.ts';
import { stateIs } from './states.ts';
import { alarmStatistics } from './statistics.ts';

/** Counting a million rows takes longer than reading a page, so the total is capped. */
const COUNTS_TO = 10_000;

const log = list(alarmLog, {
  select: ({ user, now }) => sql`
    select a.alarm_id, a.site_id, s.site_name, s.mn, a.family, a.kind, a.level,
           case when a.ended_at is null then 'open' when a.handled_at is null then 'recovered' else 'handled' end as state,
           a.component_id, c.component_name, c.component_name_en, c.formula, c.unit, c.decimals, a.data_type, a.side,
           a.from_at, a.raised_at, a.ended_at, a.end_reason,
           extract(epoch from coalesce(a.ended_at, greatest(a.from_at, ${now()})) - a.from_at)::float8 as duration,
           a.peak, a.last_value, a.limit_value, a.values_count, a.details, a.rule_id, a.late,
           a.cause, ${personName(sql`a.cause_by`)} as cause_by_name,
           a.acknowledged_at, ${personName(sql`a.acknowledged_by`)} as acknowledged_by_name,
           a.handled_at, ${personName(sql`a.handled_by`)} as handled_by_name, a.handled_cause, a.handled_note, a.false_alarm,
           a.handled_version
      from alarm a
      left join site s using (site_id)
      left join component c on c.component_id = a.component_id
     where ${alarmScope(user, sql`a.site_id`)}`,
  countable: ({ user }) => sql`select a.* from alarm a where ${alarmScope(user, sql`a.site_id`)}`,
  filters: {
    state: (state: keyof typeof stateIs) => stateIs[state],
    acknowledged: (yes: boolean) => (yes ? sql`acknowledged_at is not null` : sql`acknowledged_at is null`),
    handled: (yes: boolean) => (yes ? sql`handled_at is not null` : sql`handled_at is null`),
  },
  // Open alarms are listed regardless of the period.
  complete: (query) => {
    if (query.state !== 'open') return query;
    const { from_at_from: _from, from_at_to: _to, ...rest } = query;
    return rest as typeof query;
  },
  sort: sql`from_at desc, alarm_id desc`,
  countsTo: COUNTS_TO,
  show: (_ctx, language) => (row) => (language ? inWords(row, language) : row),
});

/**
 * Exports spell out durations, sides, water classes, voltages and clock offsets; values with a unit column stay
 * numbers.
 */
function inWords(row: Record<string, unknown>, language: Language): Record<string, unknown> {
  const { key, params } = spanOf(Number(row.duration));
  const slots = Object.fromEntries(Object.entries(params).map(([slot, count]) => [slot, String(count)]));
  const say = sayIn(language);
  const alarm = row as unknown as FiguredAlarm;
  const figure = (value: unknown, wordFor: typeof figureWord) => {
    if (typeof value !== 'number' || alarm.unit !== null) return value;
    const { word, slots: of } = wordFor(alarm, value);
    return say(word, of).trim();
  };
  return {
    ...row,
    peak: figure(row.peak, figureWord),
    last_value: figure(row.last_value, figureWord),
    limit_value: figure(row.limit_value, limitWord),
    duration: say(`alarmLog.${key}`, slots),
    side: wordOf(language, `alarmLog.side_${row.side}`) ?? row.side,
  };
}

const actions = handlers(alarmActions, {
  count: async ({ db, user }) => {
    const rows = await db.rows<{
      family: 'measurement' | 'instrument';
      kind: string;
      level: 'warning' | 'alarm';
      is_new: boolean;
      count: number;
    }>(sql`
      select family, kind, level, acknowledged_at is null as is_new, count(*) as count from alarm
       where ended_at is null and ${alarmScope(user, sql`site_id`)} group by 1, 2, 3, 4`);
    const sum = (which: (row: (typeof rows)[number]) => boolean) =>
      rows.filter(which).reduce((total, { count }) => total + count, 0);
    const isNew = (level: 'warning' | 'alarm') => rows.some((row) => row.is_new && row.level === level);
    return {
      open: sum(() => true),
      unacknowledged: sum(({ is_new }) => is_new),
      worst: isNew('alarm') ? 'alarm' : isNew('warning') ? 'warning' : null,
      by_level: {
        warning: sum(({ level }) => level === 'warning'),
        alarm: sum(({ level }) => level === 'alarm'),
      },
      by_family: {
        measurement: sum(({ family }) => family === 'measurement'),
        instrument: sum(({ family }) => family === 'instrument'),
      },
      by_kind: Object.fromEntries(rows.map(({ kind }) => [kind, sum((row) => row.kind === kind)])),
    };
  },

  sites: async ({ db, user }) => ({
    data_info: await db.rows(sql`
      select site_id, case when bool_or(level = 'alarm') then 'alarm' else 'warning' end as level,
             count(*)::integer as open
        from alarm where ended_at is null and site_id is not null and ${alarmScope(user, sql`site_id`)}
       group by site_id`),
  }),

  do: act,

  statistics: inFairTurn(alarmStatistics),

  steps: async (ctx, { alarm_id }) => {
    await requireSeen(ctx, alarm_id);
    type Answer = AnswerOf<typeof alarmActions.steps>;
    return {
      data_info: await ctx.db.rows<Answer['data_info'][number]>(sql`
        select step_id, at, did, level, actor, note, details from alarm_step
         where alarm_id = ${alarm_id} order by step_id`),
      files: await ctx.db.rows<Answer['files'][number]>(sql`
        select f.file_id, f.file_name, f.size from alarm_file join file f using (file_id)
         where alarm_id = ${alarm_id} order by f.file_id`),
      messages: await ctx.db.rows<Answer['messages'][number]>(sql`
        select m.message_id, m.created_at, t.event, m.channel, u.real_name, m.state, m.provider, m.tries, m.sent_at,
               case when m.state = 'queued' then m.next_at end as next_at, m.error,
               case when m.user_id is null or ${may(ctx.user, 'message.read')} then m.recipient else '' end as recipient,
               (select count(*)::integer from alarm_told o where o.message_id = m.message_id) as alarms
          from alarm_told t
          join message m using (message_id)
          left join user_account u using (user_id)
         where t.alarm_id = ${alarm_id} order by m.message_id`),
    };
  },

  file: async (ctx, { alarm_id, file_id }) => {
    await requireSeen(ctx, alarm_id);
    const file = await ctx.db.one<StoredFile>(sql`
      select f.file_id, f.file_name, f.size, f.sha256 from alarm_file join file f using (file_id)
       where alarm_id = ${alarm_id} and file_id = ${file_id}`);
    if (!file) throw new Fault('file_missing');
    await requireContent(ctx, file);
    return { url: downloadUrl(ctx, join('files', file.sha256), file.file_name) };
  },
});

export const alarmLogRoutes = [log, ...actions];
