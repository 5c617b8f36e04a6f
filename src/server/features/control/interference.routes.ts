import type { Ctx } from '#server/app.ts';
import { readPlanSites } from '#server/commands/plan-sites.ts';
import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { readCorrections } from '#server/ingest/corrections.ts';
import { namedSites, scope } from '#server/scope.ts';
import { interference } from '#shared/contract/control/interference.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { correctionsAt } from '#shared/domain/correction-versions.ts';
import { type Coefficient, correctedValues, matrixProblems, rawValues } from '#shared/domain/interference.ts';
import { Fault } from '#shared/faults.ts';
import { platformSites } from './correction-place.ts';
import { knownKbs, knownMatrices } from './known.ts';
import { lastHours } from './last-hours.ts';
import { requireSites } from './reach.ts';
import { readFactors } from './read-factors.ts';
import { sendCommands } from './send.ts';
import type { Wanted } from './wanted.ts';

type Manner = Pick<Wanted, 'reason' | 'life_minutes' | 'concurrency'>;
type Factor = AnswerOf<typeof interference.data>['factors'][number];
interface Item {
  site_id: number;
  component_id: number;
  list: { other: number; c: number }[];
}

const setMatrix = (ctx: Ctx, items: readonly Item[], manner: Manner) =>
  sendCommands(ctx, {
    ...{ kind: 'kcc_set', ...manner, named: 'items' },
    targets: items.map(({ site_id, component_id, list }) => ({
      ...{ site_id, list },
      params: { factor: component_id },
    })),
  });

async function factorsOf({ db }: Ctx, site_id: number): Promise<Omit<Factor, 'at' | 'source'>[]> {
  return db.rows(sql`
    select c.component_id, c.component_name, c.component_name_en, c.formula, c.unit, c.category
      from device_factor d join component c using (component_id)
     where d.site_id = ${site_id} and c.category in ('air', 'water', 'weather') and c.averaging = 'mean'
     order by c.category = 'weather', d.sort, c.sort, c.component_id`);
}

/** The coefficients that the platform applies now. */
async function platformMatrix({ db, now }: Ctx, site_id: number): Promise<Coefficient[]> {
  const versions = await readCorrections(db, sql`replaced_by is null and site_id = ${site_id}`);
  const held = versions.get(site_id);
  return [...((held && correctionsAt(held, now().getTime())?.matrix) ?? [])];
}

export const interferenceRoutes = handlers(interference, {
  data: async (ctx, { site_id }) => {
    await requireSites(ctx, [site_id]);
    const inPlatform = (await platformSites(ctx.db, [site_id])).has(site_id);
    const known = inPlatform ? undefined : (await knownMatrices(ctx, [site_id])).get(site_id);
    const adapter = (await readPlanSites(ctx.db, [site_id], [])).get(site_id)?.adapter;
    return {
      place: inPlatform ? 'platform' : 'device',
      can_set: !inPlatform && (adapter?.has('kcc_set') ?? false),
      can_read: !inPlatform && (adapter?.has('kcc_read') ?? false),
      factors: (await factorsOf(ctx, site_id)).map((factor) => ({
        ...factor,
        ...(known?.rows.get(factor.component_id) ?? { at: null, source: null }),
      })),
      coefficients: inPlatform ? await platformMatrix(ctx, site_id) : (known?.coefficients ?? []),
    };
  },

  set: (ctx, { items, ...manner }) => setMatrix(ctx, items, manner),

  read: (ctx, asked) => readFactors(ctx, 'kcc_read', asked),

  rollBack: async (ctx, { command_id, ...manner }) => {
    const command = await ctx.db.one<{
      site_id: number;
      component_id: number;
      seen: boolean;
      before: Item['list'] | null;
      told: Item['list'] | null;
    }>(sql`
      select c.site_id, c.component_id, ${scope(ctx.user, sql`c.site_id`)} as seen,
             c.before_value->'values'->'list' as before, c.params->'list' as told
        from command c where c.command_id = ${command_id} and c.kind = 'kcc_set'`);
    if (!command) throw new Fault('no_data');
    if (!command.seen) throw new Fault('no_authority');
    const { site_id, component_id, before, told } = command;
    if (!before) throw new Fault('edit_failed', { detail: 'kcc_before_unknown' });
    // Sets coefficients that the command added to 0, because a device may keep those that are not listed.
    const added = (told ?? []).filter(({ other }) => !before.some((entry) => entry.other === other));
    const list = [...before, ...added.map(({ other }) => ({ other, c: 0 }))];
    return setMatrix(ctx, [{ site_id, component_id, list }], manner);
  },

  preview: async (ctx, { site_id, component_id, coefficients, days }) => {
    await namedSites(ctx, { site_ids: [site_id] });
    const [problem] = matrixProblems(coefficients);
    if (problem) {
      const at = coefficients.findIndex(
        (each) => each.component_id === problem.component_id && each.other === problem.other,
      );
      throw new Fault('parameter_error', {
        fields: [{ field: `coefficients.${at}.c`, problem: problem.problem }],
      });
    }
    const known = (await knownMatrices(ctx, [site_id])).get(site_id);
    const before = known?.coefficients ?? [];
    const named = [...before, ...coefficients].flatMap((each) => [each.component_id, each.other]);
    const fids = [...new Set([component_id, ...named])];
    const kb = await knownKbs(ctx, site_id, fids);
    const { times, columns } = await lastHours(ctx, site_id, fids, days);
    const own = fids.indexOf(component_id);
    const after = times.map((_, i) => {
      const now = columns.map((column) => column[i] ?? null);
      const raw = rawValues(fids, now, { kb, matrix: before });
      return correctedValues(fids, raw, { kb, matrix: coefficients })[own] ?? null;
    });
    return { known: known?.rows.has(component_id) ?? false, times, values: columns[own] ?? [], after };
  },
});
