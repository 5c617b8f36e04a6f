import { type Packet, parsePacket } from '#protocol/packet.ts';
import { findValue, parseGroups } from '#protocol/payload.ts';
import { encodeText } from '#protocol/text.ts';
import { framesIn } from '#protocol/whole.ts';
import type { Ctx } from '#server/app.ts';
import { makePlan, type Plan, type PlannedRequest, type PlanSite } from '#server/commands/plan.ts';
import { readPlanSites } from '#server/commands/plan-sites.ts';
import { shownValues } from '#server/commands/read-values.ts';
import { frameText, requestPacket } from '#server/commands/request.ts';
import { sql } from '#server/db/sql.ts';
import { numberOfTime } from '#server/gateway/exchanges.ts';
import type { KnownSite } from '#server/ingest/directory.ts';
import { namedSites } from '#server/scope.ts';
import type { AnswerOf, ParsedOf } from '#shared/contract/define.ts';
import type { agreementCommandTrials } from '#shared/contract/site-config/agreement-commands.ts';
import { type CommandKind, type CommandKindName, commandKind } from '#shared/domain/command-kinds.ts';
import type { ParamValues } from '#shared/domain/command-params.ts';
import { readTemplate } from '#shared/domain/command-template.ts';
import { wireProblems, wiresOfSpecs } from '#shared/domain/command-wires.ts';
import { Fault } from '#shared/faults.ts';

type Trial = ParsedOf<typeof agreementCommandTrials.run>;
type Tried = AnswerOf<typeof agreementCommandTrials.run>;

const PASSWORD_SHOWN = '******';
/** Limit of replies to parse. */
const MOST_REPLIES = 50;

/** Dry run of a command definition for a site: the requests, and a parsed reply. Sends and stores nothing. */
export async function tryCommand(ctx: Ctx, asked: Trial): Promise<Tried> {
  const kind = commandKind(asked.kind);
  const problems = wireProblems(kind, asked.wires).map(({ at, field, problem, name }) => ({
    at: at ?? null,
    field: field ?? null,
    problem,
    name: name ?? null,
  }));
  const { site, site_type } = await siteOf(ctx, asked, kind);
  const drafted: PlanSite = {
    ...site,
    adapter: new Map([...site.adapter, [asked.kind, wiresOfSpecs(kind, asked.wires)]]),
  };
  const { params, list } = asked;
  const reader = kind.readBy ? commandKind(kind.readBy as CommandKindName) : undefined;
  const plan = makePlan(drafted, { kind, reader, name: asked.kind, params, list, encrypt: hidden });
  if (typeof plan === 'string') return { problems, why_not: plan, frames: [], answers: [] };
  return {
    problems,
    why_not: null,
    frames: framesOf(plan, drafted, site_type, ctx.now()),
    answers: repliesIn(asked.reply, plan.run[0]).map((packet) => answerOf(packet, kind, plan, drafted)),
  };
}

const hidden = () => PASSWORD_SHOWN;

async function siteOf(ctx: Ctx, { site_id, params, list }: Trial, kind: CommandKind) {
  await namedSites(ctx, { site_ids: [site_id] });
  const row = await ctx.db.one<Pick<KnownSite, 'site_type'>>(
    sql`select site_type from site where site_id = ${site_id}`,
  );
  const factors = factorsOf(kind.params, params).concat(
    list.flatMap((entry) => factorsOf(kind.list ?? {}, entry)),
  );
  const site = row && (await readPlanSites(ctx.db, [site_id], factors)).get(site_id);
  if (!row || !site) throw new Fault('no_data');
  return { site, site_type: row.site_type };
}

function factorsOf(params: CommandKind['params'], values: ParamValues): number[] {
  return Object.entries(params).flatMap(([name, { type }]) => {
    const component_id = type === 'factor' ? Number(values[name] ?? Number.NaN) : Number.NaN;
    return Number.isInteger(component_id) ? [component_id] : [];
  });
}

function framesOf(
  plan: Plan,
  { mn, edition }: PlanSite,
  site_type: KnownSite['site_type'],
  now: Date,
): Tried['frames'] {
  const to = { mn, edition, site_type, st: undefined, pw: PASSWORD_SHOWN };
  const number = { qn: numberOfTime(now.getTime()), now, decrypt: hidden };
  const stages = ['run', ...(plan.settle === 'read' ? ['verify' as const] : [])] as const;
  return stages.flatMap((stage) =>
    plan[stage].map((planned) => ({
      stage,
      cn: planned.cn,
      frame: frameText(requestPacket(plan, planned, to, number)),
    })),
  );
}

/** Accepts whole frames, or only the text between `&&`. */
function repliesIn(text: string, first: PlannedRequest | undefined): Packet[] {
  if (text === '') return [];
  const frames = framesIn(encodeText(text.replace(/\r?\n/g, '\r\n'))).slice(0, MOST_REPLIES);
  if (frames.length > 0) return frames.map((frame) => parsePacket(frame));
  const cp = text.replace(/^.*?&&|&&.*$/gs, '');
  return [
    {
      ...{ qn: '', st: '', pw: '', mn: '', flag: 0, verdict: 'ok', deviations: [] },
      ...{ cn: first?.reply_cn ?? first?.cn ?? '', cp },
    } as unknown as Packet,
  ];
}

function answerOf(packet: Packet, kind: CommandKind, plan: Plan, site: PlanSite): Tried['answers'][number] {
  const groups = parseGroups(packet.cp);
  const { cn, verdict } = packet;
  const told = { cn, verdict, code: null, values: {}, list: [] };
  const code = Number(findValue(groups, cn === '9011' ? 'QnRtn' : 'ExeRtn') ?? Number.NaN);
  if (cn === '9011' || cn === '9012') {
    if (!Number.isInteger(code)) return { ...told, means: 'none' };
    const means = cn === '9011' ? (['acknowledged', 'refused'] as const) : (['succeeded', 'failed'] as const);
    return { ...told, code, means: means[code === 1 ? 0 : 1] };
  }
  if (cn === '9013') return { ...told, means: 'notice' };
  for (const planned of plan.run.filter((each) => (each.reply_cn ?? each.cn) === cn)) {
    if (planned.expects === 'uploads') return { ...told, means: 'upload' };
    const read = planned.reply === undefined ? undefined : readTemplate(planned.reply, groups, plan.slots);
    if (!read) continue;
    const codes = new Map([...site.factors].map(([fid, factor]) => [factor.code.toLowerCase(), fid]));
    const shown = shownValues(kind, plan, read, (said) => codes.get(said.toLowerCase()));
    return { ...told, means: 'values', values: shown.values, list: shown.list ?? [] };
  }
  return { ...told, means: 'none' };
}
