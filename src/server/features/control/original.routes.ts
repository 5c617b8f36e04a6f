import { sql } from '#server/db/sql.ts';
import { handlers, inFairTurn } from '#server/http/handlers.ts';
import { namedSites, scope } from '#server/scope.ts';
import { originalValues } from '#shared/contract/control/original.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { mnKey } from '#shared/domain/mn.ts';
import { Fault } from '#shared/faults.ts';
import { requireSites } from './reach.ts';

/** Limit of rows for a chart. */
const MOST_ROWS = 200_000;

export const originalValueRoutes = handlers(originalValues, {
  data: inFairTurn(async (ctx, { site_ids, component_id, data_type, ...span }) => {
    const sites = await namedSites(ctx, { site_ids });
    const [from, to] = [new Date(span.from), new Date(span.to)];
    if (from >= to) throw new Fault('start_after_end');
    const question = {
      site_ids: sites.map(({ site_id }) => site_id),
      data_type,
      from,
      to,
      fids: [component_id],
    };
    const rows = await ctx.series.range({ ...question, limit: MOST_ROWS + 1 });
    if (rows.length > MOST_ROWS) {
      throw new Fault('parameter_error', {
        fields: [{ field: 'from', problem: 'too_many_values', params: { max: MOST_ROWS } }],
      });
    }
    const data_info = sites.map((site) => {
      const own = rows.filter(({ site_id }) => site_id === site.site_id);
      const at = own.map(({ fids }) => fids.indexOf(component_id));
      const column = (of: (row: (typeof own)[number]) => readonly (number | null)[] | undefined) =>
        own.map((row, i) => of(row)?.[at[i] ?? -1] ?? null);
      return {
        ...site,
        times: own.map(({ ts }) => ts),
        values: column(({ avg }) => avg),
        raw: column(({ raw, avg }) => raw ?? avg),
        flags: own.map(({ flags }, i) => flags?.[at[i] ?? -1] ?? ''),
      };
    });
    return { data_info, total: data_info.length };
  }),

  control: async (ctx, { mns }) => {
    if (mns)
      await requireSites(
        ctx,
        (await namedSites(ctx, { mns })).map(({ site_id }) => site_id),
      );
    const { user, now } = ctx;
    const data_info = await ctx.db.rows<AnswerOf<typeof originalValues.control>['data_info'][number]>(sql`
      select s.site_id, s.site_name, s.mn, s.longitude, s.latitude, coalesce(l.online, false) as online,
             u.real_name as held_by, h.until_at, c.command_id, c.kind, c.state, c.created_at
        from site s
        left join link_state l using (site_id)
        left join control_lease h on h.site_id = s.site_id and h.until_at > ${now()}
        left join user_account u on u.user_id = h.user_id
        left join lateral (select command_id, kind, state, created_at from command c where c.site_id = s.site_id
                            order by command_id desc limit 1) c on true
       where ${scope(user, sql`s.site_id`)} and (${mns === undefined} or lower(s.mn) = any(${mns?.map(mnKey) ?? []}))
       order by s.site_name collate "zh-x-icu", s.site_id limit 5000`);
    return { data_info, total: data_info.length };
  },
});
