import { dataTypeOf } from '#protocol/commands.ts';
import type { Frame } from '#protocol/frame.ts';
import { encodePacket, parsePacket, wantsAnswer } from '#protocol/packet.ts';
import { findValue, parseGroups } from '#protocol/payload.ts';
import { readReadings } from '#protocol/readings.ts';
import { dataAnswer } from '#protocol/replies.ts';
import { decodeText, encodeText } from '#protocol/text.ts';
import { framesIn } from '#protocol/whole.ts';
import type { Ctx } from '#server/app.ts';
import { makePlan, type Plan, type PlanSite } from '#server/commands/plan.ts';
import { shownValues } from '#server/commands/read-values.ts';
import { requestPacket } from '#server/commands/request.ts';
import { json, sql } from '#server/db/sql.ts';
import { numberOfTime } from '#server/gateway/exchanges.ts';
import { handlers } from '#server/http/handlers.ts';
import { refuses } from '#server/ingest/admit.ts';
import { Directory, type KnownSite } from '#server/ingest/directory.ts';
import { toRow } from '#server/ingest/rows.ts';
import type { AnswerOf, ParsedOf } from '#shared/contract/define.ts';
import { type LabJudged, laboratory } from '#shared/contract/learning/laboratory.ts';
import { commandKind } from '#shared/domain/command-kinds.ts';
import { readTemplate } from '#shared/domain/command-template.ts';
import { Fault } from '#shared/faults.ts';
import { deviceAnswers, examplePacket, type LabStation, labStation } from './lab-station.ts';

type Outcome = AnswerOf<typeof laboratory.send>;
type Commanded = AnswerOf<typeof laboratory.command>;
type Entry = AnswerOf<typeof laboratory.log>['data_info'][number];

const MOST_FRAMES = 20;
const KEPT_ENTRIES = 100;

interface Factor {
  component_name: string;
  component_name_en: string;
  unit: string;
}

/** The station as the gateway would know it, without a site, so that packets take the real code path. */
async function knownStation({ db }: Ctx, station: LabStation): Promise<KnownSite> {
  const directory = new Directory(db);
  await directory.load();
  const stranger = directory.stranger(station.mn, '2017');
  return {
    ...stranger,
    site_type: station.station_type,
    secret: station.password,
    agreement: { ...stranger.agreement, check_password: station.check_password },
  };
}

async function factorNames({ db }: Ctx, known: KnownSite): Promise<Map<string, Factor>> {
  const rows = await db.rows<Factor & { component_id: number }>(sql`
    select component_id, component_name, component_name_en, unit from component`);
  const byId = new Map(rows.map((row) => [row.component_id, row]));
  return new Map(
    [...known.codes].flatMap(([code, { fid }]) => {
      const factor = byId.get(fid);
      return factor ? [[code, factor] as const] : [];
    }),
  );
}

function judge(frame: Frame, known: KnownSite, factors: ReadonlyMap<string, Factor>, now: Date): LabJudged {
  const packet = parsePacket(frame);
  const mapped = toRow(known, packet, now);
  const why = refuses(packet, known);
  const isStranger = packet.mn !== known.mn;
  const isOfTime = !mapped.row && mapped.deviations.some((one) => /_time$|^too_old$/.test(one));
  const refused = why ?? (isStranger ? 'stranger' : isOfTime ? 'time' : null);
  const { readings } = readReadings(packet);
  const stored = new Map(mapped.row?.fids.map((fid, at) => [fid, mapped.row?.avg[at] ?? null]));
  return {
    text: decodeText(frame.raw).text.trimEnd(),
    verdict: packet.verdict,
    deviations: [...new Set([...packet.deviations, ...mapped.deviations])],
    refused,
    cn: packet.cn,
    mn: packet.mn,
    data_time: mapped.row?.ts.toISOString() ?? null,
    readings: (dataTypeOf(packet.cn) ? readings : []).map(({ factor, flag = '' }) => {
      const fid = known.codes.get(factor)?.fid;
      return {
        wire_code: factor,
        component_name: factors.get(factor)?.component_name ?? null,
        component_name_en: factors.get(factor)?.component_name_en ?? null,
        unit: factors.get(factor)?.unit ?? '',
        value: fid === undefined ? null : (stored.get(fid) ?? null),
        flag,
      };
    }),
    unmapped: mapped.unmapped.map(({ wire_code }) => wire_code),
    answer:
      refused === null && wantsAnswer(packet)
        ? decodeText(encodePacket(dataAnswer(packet))).text.trimEnd()
        : null,
  };
}

async function note(
  { db, user, now }: Ctx,
  what: 'packet' | 'command',
  name: string,
  accepted: boolean,
  outcome: Outcome,
): Promise<void> {
  await db.run(sql`
    insert into lab_entry (user_id, at, what, name, accepted, outcome)
    values (${user.user_id}, ${now()}, ${what}, ${name}, ${accepted}, ${json(outcome)})`);
  await db.run(sql`
    delete from lab_entry where user_id = ${user.user_id} and entry_id <= (
      select entry_id from lab_entry where user_id = ${user.user_id} order by entry_id desc offset ${KEPT_ENTRIES} limit 1)`);
}

async function send(ctx: Ctx, raw: string): Promise<Outcome> {
  const known = await knownStation(ctx, await labStation(ctx));
  const factors = await factorNames(ctx, known);
  // Browsers remove carriage returns from pasted text.
  const frames = framesIn(encodeText(`${raw.replace(/\r?\n/g, '\r\n')}\r\n`)).slice(0, MOST_FRAMES);
  if (frames.length === 0)
    throw new Fault('parameter_error', { fields: [{ field: 'raw', problem: 'no_frame' }] });
  const judged = frames.map((frame) => judge(frame, known, factors, ctx.now()));
  const outcome = { frames: judged, exchanges: [] };
  const [first] = judged;
  await note(
    ctx,
    'packet',
    first?.cn ?? '',
    judged.every(({ refused }) => refused === null),
    outcome,
  );
  return outcome;
}

function planFor(
  { mn }: LabStation,
  { command, params }: ParsedOf<typeof laboratory.command>,
): { plan: Plan; site: PlanSite } {
  const kind = commandKind(command);
  for (const [name, param] of Object.entries(kind.params)) {
    const isMissing = params[name] === undefined || params[name] === '';
    if (isMissing && !('optional' in param && param.optional) && param.type !== 'factor')
      throw new Fault('parameter_error', { fields: [{ field: name, problem: 'required' }] });
  }
  const site: PlanSite = {
    ...{ site_id: 0, mn, edition: '2017', label: 'start', minute_step: 1 },
    adapter: new Map(),
    factors: new Map(),
  };
  const reader = kind.readBy ? commandKind(kind.readBy as never) : undefined;
  const plan = makePlan(site, { kind, reader, name: command, params, list: [], encrypt: (plain) => plain });
  if (typeof plan === 'string') throw new Fault('processing_failed');
  return { plan, site };
}

async function command(ctx: Ctx, asked: ParsedOf<typeof laboratory.command>): Promise<Commanded> {
  const station = await labStation(ctx);
  const { plan, site } = planFor(station, asked);
  const kind = commandKind(asked.command);
  const to = { mn: station.mn, edition: site.edition, site_type: station.station_type, st: undefined };
  const requests = [...plan.run, ...(plan.settle === 'read' ? plan.verify : [])];
  const exchanges: Outcome['exchanges'] = [];
  let values: Commanded['values'] = {};
  let succeeded = true;
  for (const [nth, planned] of requests.entries()) {
    const number = {
      qn: numberOfTime(ctx.now().getTime() + nth),
      now: ctx.now(),
      decrypt: (text: string) => text,
    };
    const packet = requestPacket(plan, planned, { ...to, pw: station.password }, number);
    const request = decodeText(encodePacket(packet)).text.trimEnd();
    const answers = deviceAnswers(station.device, request, planned, plan, ctx.now());
    exchanges.push({ from: 'platform', text: request });
    for (const text of answers) {
      exchanges.push({ from: 'device', text });
      const [frame] = framesIn(encodeText(`${text}\r\n`));
      if (!frame) continue;
      const heard = parsePacket(frame);
      const groups = parseGroups(heard.cp);
      const code = findValue(groups, 'ExeRtn');
      if (code !== undefined && code !== '1') succeeded = false;
      const read =
        planned.reply === undefined || /^90/.test(heard.cn)
          ? undefined
          : readTemplate(planned.reply, groups, plan.slots);
      if (read) values = { ...values, ...shownOf(kind, plan, read) };
    }
  }
  await ctx.db.run(
    sql`update lab_station set device = ${json(station.device)} where user_id = ${ctx.user.user_id}`,
  );
  const outcome = { frames: [], exchanges };
  await note(ctx, 'command', asked.command, succeeded, outcome);
  return { ...outcome, values, succeeded };
}

/** As shown to users; values that the command does not define are shown unchanged. */
function shownOf(
  kind: ReturnType<typeof commandKind>,
  plan: Plan,
  read: NonNullable<ReturnType<typeof readTemplate>>,
): Commanded['values'] {
  const { values } = shownValues(kind, plan, read, () => undefined);
  const all = Object.keys(values).length > 0 ? values : read.values;
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => [name, typeof value === 'number' ? value : String(value)]),
  );
}

export const laboratoryRoutes = handlers(laboratory, {
  station: async (ctx) => {
    const { device: _device, ...station } = await labStation(ctx);
    return station;
  },
  setUp: async (ctx, { station_type, password, check_password }) => {
    await labStation(ctx);
    await ctx.db.run(sql`
      update lab_station set station_type = ${station_type}, password = ${password}, check_password = ${check_password}
       where user_id = ${ctx.user.user_id}`);
    return {};
  },
  example: async (ctx, { example }) => ({
    raw: examplePacket(await labStation(ctx), example, ctx.now()),
  }),
  send: (ctx, { raw }) => send(ctx, raw),
  command,
  log: async ({ db, user }) => ({
    data_info: await db.rows<Entry>(sql`
      select entry_id, at, what, name, accepted, outcome from lab_entry
       where user_id = ${user.user_id} order by entry_id desc limit ${KEPT_ENTRIES}`),
  }),
  clear: async ({ db, user }) => {
    await db.run(sql`delete from lab_entry where user_id = ${user.user_id}`);
    return {};
  },
});
