import type { Ctx } from '#server/app.ts';
import type { Target } from '#server/commands/create.ts';
import { handlers, inFairTurn } from '#server/http/handlers.ts';
import { MOST_TARGETS } from '#shared/contract/control/commands.ts';
import { resupply } from '#shared/contract/control/resupply.ts';
import type { ParsedOf } from '#shared/contract/define.ts';
import { CHUNK_MS, chunksOf, historyKinds, type Stretch, stretchesOf } from '#shared/domain/resupply.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { Fault } from '#shared/faults.ts';
import { askedBins, historyRequests } from './history-requests.ts';
import { lookAt } from './missing.ts';
import { requireSites } from './reach.ts';
import { sendCommands } from './send.ts';

type Wanted = ParsedOf<typeof resupply.up>;

/** Counts the commands before they are created, because the range is not limited. */
function requireFew({ from, to, data_type }: Wanted, stretches: readonly Stretch[]): void {
  const size = CHUNK_MS[data_type];
  const parts = stretches.reduce((sum, stretch) => sum + Math.ceil((stretch.to - stretch.from) / size), 0);
  if (parts <= MOST_TARGETS) return;
  const days = Math.floor(((Date.parse(to) - Date.parse(from)) / DAY_MS) * (MOST_TARGETS / parts));
  throw new Fault('parameter_error', {
    fields: [{ field: 'from', problem: 'range_too_long', params: { days } }],
  });
}

/** One command for each site and chunk of time. */
function ask(ctx: Ctx, wanted: Wanted, stretches: readonly (Stretch & { site_id: number })[]) {
  requireFew(wanted, stretches);
  const targets = stretches.flatMap(({ site_id, ...stretch }): Target[] =>
    chunksOf(stretch, wanted.data_type).map(({ from, to }) => ({
      site_id,
      params: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
    })),
  );
  const { reason, life_minutes, concurrency } = wanted;
  return sendCommands(ctx, {
    kind: historyKinds[wanted.data_type],
    targets,
    reason,
    life_minutes,
    concurrency,
  });
}

export const resupplyRoutes = handlers(resupply, {
  gaps: inFairTurn(async (ctx, question) => {
    await requireSites(ctx, question.site_ids);
    const { from, to, sites } = await lookAt(ctx, question);
    const bin_ms = question.data_type === 'day' ? DAY_MS : HOUR_MS;
    const bins = Math.max(0, Math.ceil((to - from) / bin_ms));
    const requests = await historyRequests(ctx.db, question, { from, to });
    const data_info = sites.map((looked) => {
      const { starts, present, step_ms, ...site } = looked;
      const received = new Array<number>(bins).fill(0);
      for (const at of present) {
        const bin = Math.floor((at - from) / bin_ms);
        received[bin] = (received[bin] ?? 0) + 1;
      }
      const asked = askedBins(looked, requests, bin_ms);
      return { ...site, expected: starts.length, received: present.size, bins: received, ...asked };
    });
    const per_bin = Math.max(1, ...sites.map(({ step_ms }) => Math.round(bin_ms / step_ms)));
    return { data_info, total: data_info.length, from: new Date(from).toISOString(), bin_ms, per_bin };
  }),

  up: async (ctx, wanted) => {
    const [from, to] = [Date.parse(wanted.from), Date.parse(wanted.to)];
    if (from >= to) throw new Fault('start_after_end');
    return ask(
      ctx,
      wanted,
      wanted.site_ids.map((site_id) => ({ site_id, from, to })),
    );
  },

  extract: async (ctx, wanted) => {
    await requireSites(ctx, wanted.site_ids);
    const { sites } = await lookAt(ctx, wanted);
    const lacking = sites.map(({ site_id, starts, present, step_ms }) => {
      const missing = starts.filter((at) => !present.has(at));
      return { missing, ranges: stretchesOf(missing, step_ms).map((stretch) => ({ site_id, ...stretch })) };
    });
    const ranges = lacking.flatMap((each) => each.ranges);
    const missing = lacking.reduce((sum, each) => sum + each.missing.length, 0);
    if (ranges.length === 0) throw new Fault('no_data');
    return { ...(await ask(ctx, wanted, ranges)), missing, ranges: ranges.length };
  },
});
