import type { Ctx } from '#server/app.ts';
import type { Target } from '#server/commands/create.ts';
import type { CommandKindName } from '#shared/domain/command-kinds.ts';
import { type Coefficient, matrixProblems } from '#shared/domain/interference.ts';
import type { FieldProblem } from '#shared/faults.ts';
import { platformSites } from './correction-place.ts';
import { factorsOfSites } from './factors.ts';
import { knownMatrices } from './known.ts';

type Check = (ctx: Ctx, targets: readonly Target[]) => Promise<FieldProblem[]>;

/** Checks across parameters and devices, for every way of sending a command. Field names are relative to the target. */
const checks: Partial<Record<CommandKindName, Check>> = { kb_set: problemsOfB, kcc_set: problemsOfMatrix };

/** `isPlatform`: the platform's corrections are set, not the device's. */
export async function limitProblems(
  ctx: Ctx,
  kind: CommandKindName,
  targets: readonly Target[],
  isPlatform = false,
): Promise<FieldProblem[]> {
  const check = checks[kind];
  if (!check) return [];
  const elsewhere = isPlatform ? new Set<number>() : await platformSites(ctx.db, sitesOf(targets));
  return [
    ...targets.flatMap(({ site_id }, i) =>
      elsewhere.has(site_id) ? [{ field: `${i}.params.factor`, problem: 'corrected_in_platform' }] : [],
    ),
    ...(await check(ctx, targets)),
  ];
}

const sitesOf = (targets: readonly Target[]) => [...new Set(targets.map(({ site_id }) => site_id))];

/** A B beyond the factor's range is a typing error. */
async function problemsOfB(ctx: Ctx, targets: readonly Target[]): Promise<FieldProblem[]> {
  const factors = await factorsOfSites(ctx, sitesOf(targets));
  const mostOf = new Map(
    factors.map(({ site_id, component_id, range_min, range_max }) => [
      `${site_id} ${component_id}`,
      range_max === null ? undefined : range_max - Math.min(range_min ?? 0, 0),
    ]),
  );
  return targets.flatMap(({ site_id, params }, i) => {
    const most = mostOf.get(`${site_id} ${params.factor}`);
    return most !== undefined && Math.abs(Number(params.b)) > most
      ? [{ field: `${i}.params.b`, problem: 'too_big', params: { max: most } }]
      : [];
  });
}

/** Checks a site's whole matrix: the device's known coefficients with the new ones applied. */
async function problemsOfMatrix(ctx: Ctx, targets: readonly Target[]): Promise<FieldProblem[]> {
  const known = await knownMatrices(ctx, sitesOf(targets));
  const told = targets.flatMap(({ site_id, params, list = [] }, i) =>
    list.map((entry, j) => ({
      ...{ site_id, component_id: Number(params.factor), other: Number(entry.other), c: Number(entry.c) },
      field: `${i}.list.${j}.c`,
    })),
  );
  return sitesOf(targets).flatMap((site_id) => {
    const own = told.filter((each) => each.site_id === site_id);
    const stays = (each: Coefficient) => !own.some(({ component_id }) => component_id === each.component_id);
    const matrix = [...own, ...(known.get(site_id)?.coefficients ?? []).filter(stays)];
    return matrixProblems(matrix).map(({ component_id, other, problem }) => ({
      field:
        own.find((each) => each.component_id === component_id && each.other === other)?.field ??
        own[0]?.field ??
        '0.list',
      problem,
    }));
  });
}
