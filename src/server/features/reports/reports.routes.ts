import type { Ctx } from '#server/http/ctx.ts';
import { handlers } from '#server/http/handlers.ts';
import { namedSites } from '#server/scope.ts';
import { reports } from '#shared/contract/reports.ts';
import { type ReportKind, reportPeriod } from '#shared/domain/report-period.ts';
import { Fault } from '#shared/faults.ts';
import { buildReport } from './build.ts';

const make =
  (kind: ReportKind) =>
  async (ctx: Ctx, { site_ids, date }: { site_ids: number[]; date: string }) => {
    const sites = await namedSites(ctx, { site_ids });
    const period = reportPeriod(kind, date);
    if (!period) throw new Fault('parameter_error', { fields: [{ field: 'date', problem: 'bad_format' }] });
    return buildReport(
      ctx,
      kind,
      sites.map(({ site_id }) => site_id),
      period,
    );
  };

export const reportRoutes = handlers(reports, {
  day: make('day'),
  week: make('week'),
  month: make('month'),
  year: make('year'),
});
