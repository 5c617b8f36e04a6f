import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { scope } from '#server/scope.ts';
import { askSimUsage, type Card, hasSimProvider, isCard } from '#server/sim-cards/usage.ts';
import { deviceInformation } from '#shared/contract/control/information.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { Fault } from '#shared/faults.ts';
import { requireSites } from './reach.ts';
import { readFactors } from './read-factors.ts';
import { sendCommands } from './send.ts';

type Known = AnswerOf<typeof deviceInformation.data>['data_info'][number];

async function known(ctx: Ctx, site_ids: readonly number[], items: readonly string[] | undefined) {
  await requireSites(ctx, site_ids);
  const data_info = await ctx.db.rows<Known>(sql`
    select v.site_id, s.site_name, s.mn, v.component_id, c.component_name, c.component_name_en, c.formula, c.unit, v.item,
           v.value, v.at, v.source, v.command_id
      from device_value v join site s using (site_id) left join component c on c.component_id = v.component_id
     where v.site_id = any(${site_ids}) and ${scope(ctx.user, sql`v.site_id`)}
       and (${items === undefined} or v.item = any(${items ?? []}))
     order by s.site_name collate "zh-x-icu", v.site_id, v.component_id nulls first, v.item`);
  return { data_info, total: data_info.length };
}

const simItems = ['sim.number', 'sim.iccid', 'sim.operator', 'sim.signal'];

export const deviceInformationRoutes = handlers(deviceInformation, {
  data: (ctx, { site_ids, items }) => known(ctx, site_ids, items),
  phoneRead: (ctx, { site_ids }) => known(ctx, site_ids, simItems),

  phoneSend: (ctx, { site_ids, ...manner }) =>
    sendCommands(ctx, {
      ...{ kind: 'sim_read', ...manner },
      targets: site_ids.map((site_id) => ({ site_id, params: {} })),
    }),

  meterRead: (ctx, asked) => readFactors(ctx, 'meter_read', asked),

  tvocRead: async (ctx, { site_ids, ...manner }) => {
    await requireSites(ctx, site_ids);
    const tvoc = await ctx.db.one<{ component_id: number }>(
      sql`select component_id from component where component_key = 'tvoc'`,
    );
    if (!tvoc) throw new Fault('no_data');
    const targets = site_ids.map((site_id) => ({ site_id, params: { factor: tvoc.component_id } }));
    return sendCommands(ctx, { kind: 'sensor_read', targets, ...manner });
  },

  simUsage: async (ctx, { site_ids }) => {
    await requireSites(ctx, site_ids);
    const settings = await ctx.settings.read(ctx.db);
    if (!hasSimProvider(settings)) return { provider: false, data_info: [], total: 0 };
    const cards = await ctx.db.rows<Card & { site_id: number; site_name: string }>(sql`
      select v.site_id, s.site_name, coalesce(max(v.value #>> '{}') filter (where v.item = 'sim.iccid'), '') as iccid,
             coalesce(max(v.value #>> '{}') filter (where v.item = 'sim.number'), '') as number
        from device_value v join site s using (site_id)
       where v.site_id = any(${site_ids}) and v.item in ('sim.iccid', 'sim.number')
       group by v.site_id, s.site_name order by s.site_name collate "zh-x-icu", v.site_id`);
    const used = await askSimUsage(
      ctx,
      settings,
      cards.map(({ iccid, number }) => ({ iccid, number })),
    );
    const data_info = cards.flatMap(({ site_id, site_name, ...card }) => {
      const one = used.find((told) => isCard(card, told));
      return one ? [{ ...one, ...card, site_id, site_name }] : [];
    });
    return { provider: true, data_info, total: data_info.length };
  },

  drift: async (ctx, { site_id, from, to }) => {
    await requireSites(ctx, [site_id]);
    const data_info = await ctx.db.rows<{ command_id: number; at: string; seconds: number }>(sql`
      select command_id, finished_at as at,
             extract(epoch from (coalesce(result, after_value)->'values'->>'time')::timestamptz - finished_at)::float8 as seconds
        from command
       where site_id = ${site_id} and kind in ('time_read', 'time_set', 'logger_time_read', 'logger_time_set')
         and finished_at >= ${new Date(from)} and finished_at < ${new Date(to)}
         and coalesce(result, after_value)->'values' ? 'time'
       order by finished_at`);
    return { data_info, total: data_info.length };
  },
});
