import type { Ctx, User } from '#server/app.ts';
import { faultOfDatabase } from '#server/db/constraints.ts';
import { identifier, type Sql, sql } from '#server/db/sql.ts';
import { scope } from '#server/scope.ts';
import { Fault } from '#shared/faults.ts';

/** Names of rows by table. Names of what belongs to sites are shown only to users who see the site. */
const names: Record<string, { name: string; seen?: (user: User) => Sql }> = {
  site: { name: 'site_name', seen: (user) => scope(user, sql`site_id`) },
  user_account: { name: 'real_name' },
  menu: { name: 'menu_name' },
  power: { name: 'power_name' },
  component: { name: 'component_name' },
  app_file: { name: 'version_number' },
  meeting_room: { name: 'room_name' },
  meeting: { name: 'theme' },
  work_order: { name: 'order_title', seen: (user) => sql`(site_id is null or ${scope(user, sql`site_id`)})` },
  order_plan: {
    name: 'plan_name',
    seen: (user) =>
      sql`plan_id in (select s.plan_id from order_plan_site s where ${scope(user, sql`s.site_id`)})`,
  },
};

const MOST_NAMES = 3;

/**
 * Explains why something could not be deleted: how many rows use it, some of their names, and where they are listed.
 */
export async function whoUses(ctx: Ctx, error: unknown, ids: readonly number[]): Promise<unknown> {
  const fault = faultOfDatabase(error);
  if (!(fault instanceof Fault) || fault.detail !== 'in_use' || !hasConstraint(error)) return fault;
  // Not in the failed transaction, which accepts no more queries.
  const used = await ctx.pool.one<{ table: string; column: string }>(sql`
    select c.conrelid::regclass::text as table, a.attname as column
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.conname = ${error.constraint} and c.contype = 'f' and cardinality(c.conkey) = 1`);
  const known = used && names[used.table];
  if (!known) return fault;
  const seen = known.seen?.(ctx.user) ?? sql`true`;
  const row = await ctx.pool.one<{ count: number; names: string[] }>(sql`
    select count(*)::integer as count,
           coalesce((array_agg(${identifier(known.name)} order by ${identifier(known.name)})
                       filter (where ${seen}))[:${MOST_NAMES}], '{}') as names
      from ${identifier(used.table)} where ${identifier(used.column)} = any(${[...ids]})`);
  if (!row || row.count === 0) return fault;
  const more = row.count > row.names.length && row.names.length > 0 ? ' …' : '';
  return new Fault(fault.fault, {
    detail: 'in_use',
    params: { by: used.table, count: row.count, names: row.names.join(' · ') + more },
    data: { column: used.column, ids: [...ids] },
  });
}

function hasConstraint(error: unknown): error is { constraint: string } {
  return error instanceof Error && 'constraint' in error && typeof error.constraint === 'string';
}
