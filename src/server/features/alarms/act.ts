import type { Ctx } from '#server/app.ts';
import { json, type Sql, sql } from '#server/db/sql.ts';
import { requireOwnFiles } from '#server/files/own.ts';
import { alarmScope } from '#server/scope.ts';
import type { alarmActions } from '#shared/contract/alarms/log.ts';
import type { AnswerOf, ParsedOf } from '#shared/contract/define.ts';
import { Fault } from '#shared/faults.ts';

type Wanted = ParsedOf<typeof alarmActions.do>;
type Refused = AnswerOf<typeof alarmActions.do>['refused'][number];

interface Act {
  did: 'acknowledged' | 'handled' | 'handling_corrected' | 'cause_overruled' | 'note';
  sets: Sql;
  /** Which of the selected episodes the action applies to. */
  fits: Sql;
  /** Reasons for refusing the others; the first that matches is reported. */
  refused: { when: Sql; detail: Refused['detail'] }[];
  details: Sql;
  /** The state before the change, for the audit log. */
  shows: Sql;
}

/**
 * One statement changes the episodes that fit and writes their steps and audit entries. It is rolled back if an episode
 * is missing or hidden from the user, or if none fits.
 */
export async function act(ctx: Ctx, wanted: Wanted): Promise<AnswerOf<typeof alarmActions.do>> {
  const ids = [...new Set(wanted.alarm_id)];
  const { db, user } = ctx;
  requireFields(wanted);
  await requireOwnFiles(ctx, wanted.file_ids);
  const { did, sets, fits, refused, details, shows } = acts[wanted.act](ctx, wanted);
  const acted = await db.rows<{ alarm_id: number }>(sql`
    with locked as (
      select alarm_id, site_id, ${shows} as shown, ${details} as details from alarm
       where alarm_id = any(${ids}) and ${alarmScope(user, sql`site_id`)} and ${fits}
       order by alarm_id for update),
    changed as (
      update alarm set ${sets} from locked where alarm.alarm_id = locked.alarm_id
      returning alarm.alarm_id, alarm.level, locked.site_id, locked.shown, locked.details),
    stepped as (
      insert into alarm_step (alarm_id, at, did, level, user_id, actor, note, details)
      select alarm_id, ${ctx.now()}, ${did}, level, ${user.user_id}, ${user.real_name}, ${wanted.note}, details
        from changed order by alarm_id
      returning alarm_id),
    filed as (
      insert into alarm_file (alarm_id, file_id)
      select alarm_id, file_id from changed, unnest(${wanted.file_ids}::integer[]) file_id
      on conflict do nothing),
    audited as (
      select alarm_id, write_audit('alarm', coalesce(site_id, 0)::text, 'update',
               jsonb_build_object('alarm_id', alarm_id) || shown,
               jsonb_build_object('alarm_id', alarm_id) || ${json(auditOf(wanted))})
        from changed)
    select alarm_id from stepped join audited using (alarm_id)`);
  const done = acted.map(({ alarm_id }) => alarm_id);
  return {
    done: done.length,
    refused: done.length < ids.length ? await refusals(ctx, ids, done, refused) : [],
  };
}

/** The change for the audit log; the steps have the details. */
function auditOf({ act, note, handled_cause, false_alarm, cause }: Wanted): object {
  if (act === 'handle') return { handled: true, handled_cause, handled_note: note, false_alarm };
  if (act === 'correct') return { handled_cause, handled_note: note, false_alarm };
  if (act === 'overrule_cause') return { cause };
  return act === 'acknowledge' ? { acknowledged: true } : { note };
}

const acts: Record<Wanted['act'], (ctx: Ctx, wanted: Wanted) => Act> = {
  acknowledge: ({ user, now }) => ({
    did: 'acknowledged',
    sets: sql`acknowledged_at = ${now()}, acknowledged_by = ${user.user_id}`,
    fits: sql`acknowledged_at is null`,
    refused: [{ when: sql`acknowledged_at is not null`, detail: 'alarm_acknowledged' }],
    details: sql`'{}'::jsonb`,
    shows: sql`'{"acknowledged": false}'::jsonb`,
  }),

  // Handling an episode also acknowledges it. An open one stays open until it recovers.
  handle: ({ user, now }, { handled_cause, note, false_alarm }) => ({
    did: 'handled',
    sets: sql`handled_at = ${now()}, handled_by = ${user.user_id}, handled_cause = ${handled_cause},
              handled_note = ${note}, false_alarm = ${false_alarm},
              acknowledged_at = coalesce(acknowledged_at, ${now()}),
              acknowledged_by = case when acknowledged_at is null then ${user.user_id} else acknowledged_by end`,
    fits: sql`handled_at is null`,
    refused: [{ when: sql`handled_at is not null`, detail: 'alarm_handled' }],
    details: json({ handled_cause, false_alarm }),
    shows: sql`'{"handled": false}'::jsonb`,
  }),

  // Who handled it first, and when, stays; the step keeps the values before.
  correct: (_ctx, { handled_cause, note, false_alarm, handled_version, file_ids }) => {
    const isNew = sql`((handled_cause, handled_note, false_alarm) is distinct from
                       (${handled_cause}, ${note}, ${false_alarm}) or ${file_ids.length > 0})`;
    const values = sql`jsonb_build_object('handled_cause', handled_cause, 'handled_note', handled_note,
                                          'false_alarm', false_alarm)`;
    return {
      did: 'handling_corrected',
      sets: sql`handled_cause = ${handled_cause}, handled_note = ${note}, false_alarm = ${false_alarm},
                handled_version = handled_version + 1`,
      fits: sql`handled_at is not null and handled_version = ${handled_version} and ${isNew}`,
      refused: [
        { when: sql`handled_at is null`, detail: 'alarm_unhandled' },
        { when: sql`handled_version <> ${handled_version}`, detail: 'changed_meanwhile' },
        { when: sql`not ${isNew}`, detail: 'alarm_handling_same' },
      ],
      details: sql`${json({ handled_cause, false_alarm })} || jsonb_build_object('from', ${values})`,
      shows: values,
    };
  },

  overrule_cause: ({ user }, { cause }) => ({
    did: 'cause_overruled',
    sets: sql`cause = ${cause}, cause_by = ${user.user_id}`,
    fits: sql`family = 'measurement' and cause is distinct from ${cause}`,
    refused: [
      { when: sql`family <> 'measurement'`, detail: 'alarm_without_cause' },
      { when: sql`cause = ${cause}`, detail: 'alarm_cause_same' },
    ],
    details: sql`jsonb_build_object('from', cause, 'to', ${cause}::text)`,
    shows: sql`jsonb_build_object('cause', cause)`,
  }),

  note: () => ({
    did: 'note',
    sets: sql`level = alarm.level`,
    fits: sql`true`,
    refused: [],
    details: sql`'{}'::jsonb`,
    shows: sql`'{"note": ""}'::jsonb`,
  }),
};

const needed: Record<Wanted['act'], readonly (keyof Wanted)[]> = {
  acknowledge: [],
  handle: ['handled_cause'],
  correct: ['handled_cause', 'handled_version'],
  overrule_cause: ['cause'],
  note: ['note'],
};

function requireFields(wanted: Wanted): void {
  const missing = needed[wanted.act].filter((field) => !wanted[field]);
  if (missing.length > 0)
    throw new Fault('parameter_error', {
      fields: missing.map((field) => ({ field, problem: 'required' })),
    });
}

/** The selected episodes that were not changed, each with its reason. */
async function refusals(
  { db, user }: Ctx,
  ids: readonly number[],
  acted: readonly number[],
  reasons: Act['refused'],
): Promise<Refused[]> {
  const there = await db.rows<{ alarm_id: number; seen: boolean; detail: Refused['detail'] | null }>(sql`
    select alarm_id, ${alarmScope(user, sql`site_id`)} as seen,
           case ${reasons.reduce((all, { when, detail }) => sql`${all} when ${when} then ${detail}`, sql``)}
                when false then '' end as detail
      from alarm where alarm_id = any(${[...ids]}) order by alarm_id`);
  if (there.some(({ seen }) => !seen)) throw new Fault('no_authority');
  if (there.length < ids.length) throw new Fault('no_data');
  const refused = there
    .filter(({ alarm_id }) => !acted.includes(alarm_id))
    .map(({ alarm_id, detail }) => ({ alarm_id, detail: detail ?? ('changed_meanwhile' as const) }));
  const [first] = refused;
  if (acted.length > 0 || !first) return refused;
  throw new Fault(first.detail === 'changed_meanwhile' ? 'update_failed' : 'processing_failed', {
    detail: first.detail,
  });
}
