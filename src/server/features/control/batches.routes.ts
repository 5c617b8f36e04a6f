import type { Ctx } from '#server/app.ts';
import { policyOf } from '#server/competence/policy.ts';
import { requireCompetence } from '#server/competence/require.ts';
import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { list } from '#server/http/list.ts';
import { scope } from '#server/scope.ts';
import { batchActions, commandBatches } from '#shared/contract/control/batches.ts';
import { type CommandKindName, commandKind } from '#shared/domain/command-kinds.ts';
import { type CommandState, openStates, troubledStates, waitingStates } from '#shared/domain/command-run.ts';
import { may } from '#shared/domain/may.ts';
import { Fault, powerMissing } from '#shared/faults.ts';
import { auditCommand } from './audit.ts';
import { requireControl } from './reach.ts';

const counted = (states: readonly string[]) => sql`count(*) filter (where c.state = any(${[...states]}))`;

const batches = list(commandBatches, {
  select: ({ user }) => sql`
    select b.batch_id, b.kind, b.reason, b.concurrency, b.paused, b.created_by_name, b.created_at, n.*
      from command_batch b
      cross join lateral (
        select count(*) as total, ${counted(waitingStates)} as waiting, ${counted(openStates)} as under_way,
               ${counted(['succeeded'])} as succeeded, ${counted(troubledStates)} as troubled,
               ${counted(['cancelled'])} as cancelled
          from command c
         where c.batch_id = b.batch_id and not c.superseded and ${scope(user, sql`c.site_id`)}) n
     where n.total > 0`,
  sort: sql`created_at desc, batch_id desc`,
});

/**
 * Locks the batch until the end of the transaction. The user must see all its sites and have the power for its
 * commands.
 */
async function locked(ctx: Ctx, batch_id: number): Promise<{ kind: CommandKindName }> {
  const { db, user } = ctx;
  const batch = await db.one<{ kind: CommandKindName }>(
    sql`select kind from command_batch where batch_id = ${batch_id} for update`,
  );
  if (!batch) throw new Fault('no_data');
  const unseen = await db.one(sql`
    select from command c where c.batch_id = ${batch_id} and not ${scope(user, sql`c.site_id`)} limit 1`);
  if (unseen) throw new Fault('no_authority');
  if (!may(user, commandKind(batch.kind).power)) throw powerMissing(commandKind(batch.kind).power);
  return batch;
}

const actions = handlers(batchActions, {
  pause: async (ctx, { batch_id, paused }) => {
    await locked(ctx, batch_id);
    await ctx.db.run(sql`update command_batch set paused = ${paused} where batch_id = ${batch_id}`);
    await auditCommand(ctx.db, batch_id, 'update', { paused });
    return {};
  },

  pace: async (ctx, { batch_id, concurrency }) => {
    await locked(ctx, batch_id);
    await ctx.db.run(sql`update command_batch set concurrency = ${concurrency} where batch_id = ${batch_id}`);
    await auditCommand(ctx.db, batch_id, 'update', { concurrency });
    return {};
  },

  cancel: async (ctx, { batch_id }) => {
    await locked(ctx, batch_id);
    const done = await ctx.db.run(sql`
      update command set state = 'cancelled', cancel_reason = ${ctx.user.real_name}, finished_at = ${ctx.now()}
       where batch_id = ${batch_id} and state = any(${[...waitingStates]})`);
    await auditCommand(ctx.db, batch_id, 'update', { state: 'cancelled', done });
    return { done };
  },

  retry: async (ctx, { batch_id }) => {
    const { kind } = await locked(ctx, batch_id);
    const { db, user, now } = ctx;
    // A retry needs competence and approval like a new command, so that it cannot bypass them.
    await requireCompetence(ctx, { command_kind: kind });
    const state: CommandState = (await policyOf(ctx, kind)).needs_approval ? 'awaiting_approval' : 'queued';
    // Commands that are not idempotent are retried only if they certainly were not executed.
    const states = commandKind(kind).does === 'act' ? ['refused', 'expired'] : [...troubledStates];
    const troubled = await db.rows<{ command_id: number; site_id: number }>(sql`
      select command_id, site_id from command
       where batch_id = ${batch_id} and not superseded and state = any(${states}) order by command_id for update`);
    if (troubled.length === 0) throw new Fault('edit_failed', { detail: 'batch_nothing_to_retry' });
    await requireControl(
      ctx,
      troubled.map(({ site_id }) => site_id),
    );
    const ids = troubled.map(({ command_id }) => command_id);
    await db.run(sql`
      insert into command (kind, site_id, mn, component_id, params, plan, before_value, batch_id, retry_of, priority,
                           reason, created_by, created_by_name, created_at, expires_at, state)
      select kind, site_id, mn, component_id, params, plan, before_value, batch_id, command_id, priority, reason,
             ${user.user_id}, ${user.real_name}, ${now()}, ${now()}::timestamptz + (expires_at - created_at), ${state}
        from command where command_id = any(${ids}) order by command_id`);
    // The retry replaces a command that still awaits automatic verification.
    await db.run(sql`update command set superseded = true, verify_at = null where command_id = any(${ids})`);
    await auditCommand(db, batch_id, 'update', { tried_again: ids.length });
    return { done: ids.length };
  },
});

export const commandBatchRoutes = [batches, ...actions];
