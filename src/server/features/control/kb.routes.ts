import type { Ctx } from '#server/app.ts';
import type { Target } from '#server/commands/create.ts';
import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { list } from '#server/http/list.ts';
import { namedSites, scope } from '#server/scope.ts';
import { kbActions, kbValues } from '#shared/contract/control/kb.ts';
import { withOtherKb } from '#shared/domain/kb.ts';
import { Fault } from '#shared/faults.ts';
import { factorsOfSites } from './factors.ts';
import { knownKbs } from './known.ts';
import { lastHours } from './last-hours.ts';
import { requireSites } from './reach.ts';
import { sendCommands } from './send.ts';
import { settableRows } from './settable.ts';
import type { Wanted } from './wanted.ts';

const values = list(kbValues, {
  select: ({ user }) => sql`${settableRows} where ${scope(user, sql`d.site_id`)}`,
  sort: sql`site_name collate "zh-x-icu", site_id, sort, component_id`,
});

type Manner = Pick<Wanted, 'reason' | 'life_minutes' | 'concurrency'>;

async function readKb(
  ctx: Ctx,
  site_ids: readonly number[],
  component_ids: readonly number[] | undefined,
  { reason, life_minutes, concurrency }: Manner,
) {
  await requireSites(ctx, site_ids);
  const factors = await factorsOfSites(ctx, site_ids, component_ids);
  const named = component_ids ?? [];
  // Given factors are read even if they are not configured for the site.
  const pairs =
    factors.length > 0
      ? factors
      : site_ids.flatMap((site_id) => named.map((component_id) => ({ site_id, component_id })));
  if (pairs.length === 0) throw new Fault('no_data');
  const targets = pairs.map(({ site_id, component_id }) => ({ site_id, params: { factor: component_id } }));
  return sendCommands(ctx, { kind: 'kb_read', targets, reason, life_minutes, concurrency });
}

function setKb(
  ctx: Ctx,
  items: readonly { site_id: number; component_id: number; k: number; b: number }[],
  { reason, life_minutes, concurrency }: Manner,
) {
  const targets: Target[] = items.map(({ site_id, component_id, k, b }) => ({
    site_id,
    params: { factor: component_id, k, b },
  }));
  return sendCommands(ctx, { kind: 'kb_set', targets, reason, life_minutes, concurrency, named: 'items' });
}

const actions = handlers(kbActions, {
  set: (ctx, { items, ...manner }) => setKb(ctx, items, manner),
  read: (ctx, { site_id, component_ids, ...manner }) => readKb(ctx, [site_id], component_ids, manner),
  readBatch: (ctx, { site_ids, component_ids, ...manner }) => readKb(ctx, site_ids, component_ids, manner),

  rollBack: async (ctx, { command_id, ...manner }) => {
    const command = await ctx.db.one<{
      site_id: number;
      component_id: number;
      seen: boolean;
      before: { k?: number; b?: number } | null;
    }>(sql`
      select c.site_id, c.component_id, ${scope(ctx.user, sql`c.site_id`)} as seen, c.before_value->'values' as before
        from command c where c.command_id = ${command_id} and c.kind = 'kb_set'`);
    if (!command) throw new Fault('no_data');
    if (!command.seen) throw new Fault('no_authority');
    const { k, b } = command.before ?? {};
    if (k === undefined || b === undefined) throw new Fault('edit_failed', { detail: 'kb_before_unknown' });
    const { site_id, component_id } = command;
    return setKb(ctx, [{ site_id, component_id, k, b }], manner);
  },

  preview: async (ctx, { site_id, component_id, k, b, days }) => {
    await namedSites(ctx, { site_ids: [site_id] });
    const { times, columns } = await lastHours(ctx, site_id, [component_id], days);
    const before = await knownKb(ctx, site_id, component_id);
    const [values = []] = columns;
    const after = values.map((value) => (value === null ? null : withOtherKb(value, before, { k, b })));
    return { before, times, values, after };
  },
});

async function knownKb(ctx: Ctx, site_id: number, component_id: number) {
  const known = (await knownKbs(ctx, site_id, [component_id])).get(component_id);
  return { k: 1, b: 0, ...known, known: known !== undefined };
}

export const kbRoutes = [values, ...actions];
