import type { Ctx } from '#server/app.ts';
import { handlers, inFairTurn } from '#server/http/handlers.ts';
import { namedSites } from '#server/scope.ts';
import { reports } from '#shared/contract/reports/reports.ts';
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
  day: inFairTurn(make('day')),
  week: inFairTurn(make('week')),
  month: inFairTurn(make('month')),
  year: inFairTurn(make('year')),
  why: reportWhy,
  classWhy: reportClassWhy,
});
