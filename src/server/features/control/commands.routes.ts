import { withoutSecrets } from '#protocol/secrets.ts';
import type { Ctx } from '#server/app.ts';
import { allOf, type Sql, sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { list } from '#server/http/list.ts';
import { requireSeesAll, scope, seesSecrets } from '#server/scope.ts';
import { commandActions, commandLog } from '#shared/contract/control/commands.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { type CommandKindName, commandKind } from '#shared/domain/command-kinds.ts';
import { waitingStates } from '#shared/domain/command-run.ts';
import { may } from '#shared/domain/may.ts';
import { type DetailName, Fault, powerMissing } from '#shared/faults.ts';
import { auditCommand } from './audit.ts';
import { sendCommands } from './send.ts';

/** Counting all rows takes longer than reading a page, so the total is capped. */
const COUNTS_TO = 10_000;

/** Commands of the sites that the user sees, without sent passwords, which stay encrypted in the database. */
const seen = ({ user }: Ctx) => sql`
  select c.command_id, c.kind, c.site_id, s.site_name, c.mn, coalesce(l.online, false) as online, c.component_id,
         f.component_name, f.component_name_en, f.formula, f.unit,
         c.params - array(select jsonb_array_elements_text(c.plan->'secrets')) as params, c.state, c.phase, c.qn_rtn,
         c.exe_rtn, c.error, c.late, c.confirmed, c.settled_by, c.sends, c.batch_id, c.reason, c.cancel_reason,
         c.created_by_name, coalesce(c.created_by = ${user.user_id}, false) as own, c.created_at, c.approved_by_name,
         (c.state = 'cancelled' and c.approved_at is not null and c.approved_at = c.finished_at) as rejected, c.expires_at, c.sent_at, c.finished_at, c.result,
         c.before_value, c.after_value
    from command c
    join site s using (site_id)
    left join link_state l using (site_id)
    left join component f on f.component_id = c.component_id
   where ${scope(user, sql`c.site_id`)}`;

const isOver = sql`finished_at is not null`;

const log = list(commandLog, {
  select: seen,
  filters: { open: (yes: boolean) => (yes ? sql`not (${isOver})` : isOver) },
  sort: sql`created_at desc, command_id desc`,
  countsTo: COUNTS_TO,
});

/** Locks the commands until the end of the transaction; the user must see all of them. */
async function locked(ctx: Ctx, command_ids: readonly number[]) {
  const wanted = [...new Set(command_ids)];
  const rows = await ctx.db.rows<{
    command_id: number;
    kind: CommandKindName;
    created_by: number | null;
    seen: boolean;
  }>(sql`
    select c.command_id, c.kind, c.created_by, ${scope(ctx.user, sql`c.site_id`)} as seen from command c
     where c.command_id = any(${wanted}) order by c.command_id for update`);
  if (rows.some((row) => !row.seen)) throw new Fault('no_authority');
  if (rows.length < wanted.length) throw new Fault('no_data');
  return rows;
}

/** Cancelling or settling a command takes the same power as sending it. */
async function changeable(ctx: Ctx, command_ids: readonly number[]): Promise<number[]> {
  const rows = await locked(ctx, command_ids);
  const beyond = rows.find(({ kind }) => !may(ctx.user, commandKind(kind).power));
  if (beyond) throw powerMissing(commandKind(beyond.kind).power);
  return rows.map(({ command_id }) => command_id);
}

/** One atomic update; fails if no command is in the expected state any more. */
async function step(
  ctx: Ctx,
  command_ids: readonly number[],
  set: Sql,
  where: Sql,
  none: DetailName,
): Promise<{ done: number }> {
  const changed = await ctx.db.rows<{ command_id: number; state: string }>(sql`
    update command set ${set} where ${allOf([sql`command_id = any(${command_ids})`, where])}
    returning command_id, state`);
  if (changed.length === 0) throw new Fault('edit_failed', { detail: none });
  for (const { command_id, state } of changed) await auditCommand(ctx.db, command_id, 'update', { state });
  return { done: changed.length };
}

const actions = handlers(commandActions, {
  send: (ctx, wanted) => sendCommands(ctx, wanted),

  get: async (ctx, { command_id }) => {
    const command = await ctx.db.one<Omit<AnswerOf<typeof commandActions.get>, 'exchanges'>>(
      sql`select * from (${seen(ctx)}) c where command_id = ${command_id}`,
    );
    if (!command) throw new Fault('no_data');
    return { ...command, exchanges: await exchangesOf(ctx, command_id) };
  },

  cancel: async (ctx, { command_id }) =>
    step(
      ctx,
      await changeable(ctx, command_id),
      sql`state = 'cancelled', cancel_reason = ${ctx.user.real_name}, finished_at = ${ctx.now()}`,
      sql`state = any(${[...waitingStates]})`,
      'command_not_waiting',
    ),

  approve: async (ctx, { command_id, approved, reason }) => {
    const rows = await locked(ctx, command_id);
    const others = rows.filter(({ created_by }) => created_by !== ctx.user.user_id);
    if (others.length === 0) throw new Fault('edit_failed', { detail: 'command_own_approval' });
    const { user } = ctx;
    // The same timestamp for both: `approved_at = finished_at` marks a rejected command.
    const at = ctx.now();
    const set = approved
      ? sql`state = 'queued', expires_at = ${at}::timestamptz + (expires_at - created_at)`
      : sql`state = 'cancelled', cancel_reason = ${reason}, finished_at = ${at}`;
    return step(
      ctx,
      others.map((each) => each.command_id),
      sql`${set}, approved_by = ${user.user_id}, approved_by_name = ${user.real_name}, approved_at = ${at}`,
      sql`state = 'awaiting_approval'`,
      'command_not_waiting',
    );
  },

  verify: async (ctx, { command_id }) => {
    const settled = await step(
      ctx,
      await changeable(ctx, command_id),
      sql`verify_at = ${ctx.now()}`,
      sql`state = 'unknown' and plan->>'settle' <> 'none'`,
      'command_not_unknown',
    );
    await ctx.db.run(sql`select pg_notify('changed', 'commands')`);
    return settled;
  },

  policy: async ({ db }) => {
    const rows = await db.rows<{ kind: CommandKindName; needs_approval: boolean; needs_reason: boolean }>(
      sql`select kind, needs_approval, needs_reason from command_policy order by kind`,
    );
    const those = (of: 'needs_approval' | 'needs_reason') =>
      rows.filter((row) => row[of]).map(({ kind }) => kind);
    return { needs_approval: those('needs_approval'), needs_reason: those('needs_reason') };
  },

  setPolicy: async (ctx, { needs_approval, needs_reason }) => {
    const { db } = ctx;
    await requireSeesAll(ctx);
    const kinds = [...new Set([...needs_approval, ...needs_reason])];
    await db.run(sql`delete from command_policy where kind <> all(${kinds})`);
    await db.run(sql`
      insert into command_policy as p (kind, needs_approval, needs_reason)
      select kind, kind = any(${needs_approval}::text[]), kind = any(${needs_reason}::text[])
        from unnest(${kinds}::text[]) as x (kind)
      on conflict (kind) do update
        set needs_approval = excluded.needs_approval, needs_reason = excluded.needs_reason
      where (p.needs_approval, p.needs_reason) <> (excluded.needs_approval, excluded.needs_reason)`);
    return {};
  },
});

type Exchange = AnswerOf<typeof commandActions.get>['exchanges'][number];

async function exchangesOf({ db, user }: Ctx, command_id: number): Promise<Exchange[]> {
  const exchanges = await db.rows<Exchange>(sql`
    select e.exchange_id, e.stage, e.step, e.qn, e.cn, e.request, e.sends, e.sent_at,
           coalesce((select jsonb_agg(jsonb_build_object(
                              'received_at', r.received_at, 'cn', r.cn, 'qn', r.qn, 'raw', r.raw, 'late', r.late,
                              'by_fallback', r.by_fallback) order by r.reply_id)
                       from command_reply r where r.exchange_id = e.exchange_id), '[]') as replies
      from command_exchange e where e.command_id = ${command_id} order by e.exchange_id`);
  const shown = seesSecrets(user) ? (raw: string) => raw : withoutSecrets;
  return exchanges.map((each) => ({
    ...each,
    replies: each.replies.map((reply) => ({
      ...reply,
      received_at: new Date(reply.received_at).toISOString(),
      raw: shown(reply.raw),
    })),
  }));
}

export const commandRoutes = [log, ...actions];
