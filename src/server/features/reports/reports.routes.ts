import type { Ctx } from '#server/http/ctx.ts';
import { handlers } from '#server/http/handlers.ts';
import { namedSites } from '#server/scope.ts';
import { reports } from '#shared/contract/reports.ts';
import type { ReportKind } from '#shared/domain/report-period.ts';
import { askedPeriod, buildReport } from './build.ts';
import { reportClassWhy } from './class-why.ts';
import { reportWhy } from './why.ts';

const make =
  (kind: ReportKind) =>
  async (ctx: Ctx, { site_ids, date }: { site_ids: number[]; date: string }) => {
    const sites = await namedSites(ctx, { site_ids });
    const ids = sites.map(({ site_id }) => site_id);
    return buildReport(ctx, kind, ids, askedPeriod(kind, date));
  };

export const reportRoutes = handlers(reports, {
  day: make('day'),
  week: make('week'),
  month: make('month'),
  year: make('year'),
  why: reportWhy,
  classWhy: reportClassWhy,
});
