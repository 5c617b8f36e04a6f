import type { Ctx } from '#server/app.ts';
import { Fault } from '#shared/faults.ts';
import { factorsOfSites } from './factors.ts';
import { requireSites } from './reach.ts';
import { sendCommands } from './send.ts';
import type { Wanted } from './wanted.ts';

type Asked = Pick<Wanted, 'reason' | 'life_minutes' | 'concurrency'> & {
  site_ids: readonly number[];
  component_ids?: readonly number[] | undefined;
};

/** Sends a read command for each configured factor of the sites, or for the given factors. */
export async function readFactors(
  ctx: Ctx,
  kind: Wanted['kind'],
  { site_ids, component_ids, ...manner }: Asked,
) {
  await requireSites(ctx, site_ids);
  const factors = await factorsOfSites(ctx, site_ids, component_ids);
  if (factors.length === 0) throw new Fault('no_data');
  const targets = factors.map(({ site_id, component_id }) => ({ site_id, params: { factor: component_id } }));
  return sendCommands(ctx, { kind, targets, ...manner });
}
