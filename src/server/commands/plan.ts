import { cnOf, commands, type DataType, type Edition } from '#protocol/commands.ts';
import { PERIOD_MS } from '#server/ingest/rows.ts';
import { type CommandKind, paces, settledBy, type Wire } from '#shared/domain/command-kinds.ts';
import { decimal, type Params, type ParamValue, type ParamValues } from '#shared/domain/command-params.ts';
import type { Expects, Rules, StepRules } from '#shared/domain/command-run.ts';
import { slotsOf } from '#shared/domain/command-template.ts';
import { formatTime } from '#shared/domain/time.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';

/** The wire code of a factor, and the conversion of its values to the displayed unit. */
export interface WireFactor {
  code: string;
  scale: number;
  shift: number;
}

/** What is needed of a site to plan a command for it. */
export interface PlanSite {
  site_id: number;
  mn: string;
  edition: Edition;
  label: 'start' | 'end';
  minute_step: number;
  /** Commands that its protocol describes itself, by kind. */
  adapter: ReadonlyMap<string, readonly Wire[]>;
  factors: ReadonlyMap<number, WireFactor>;
}

/** Why a site does not support a command. */
export type Unplanned = 'not_supported' | 'no_code';

export interface PlannedRequest {
  cn: string;
  ask: string;
  reply?: string;
  expects: Expects;
  /** The command number of the reply or the uploads, if it differs from the request's. */
  reply_cn?: string;
  ack_is_enough?: boolean;
  pw?: string;
}

/** For history: the requested periods, and the device's labels of the first and last of them. */
export interface HistorySpan {
  /** Null: device logs, which are no measurements. */
  data_type: DataType | null;
  from: string;
  to: string;
  step_ms: number;
  begin: string;
  end: string;
}

/**
 * Everything needed to run a command. It is stored with the command, so that later changes of the configuration do not
 * affect it.
 */
export interface Plan {
  run: PlannedRequest[];
  verify: PlannedRequest[];
  settle: Rules['settle'];
  lenient: boolean;
  is_proof: boolean;
  sends: number;
  ack_ms: number;
  do_ms: number;
  total_ms?: number;
  /** Values as they are on the wire. */
  slots: Record<string, string>;
  list: Record<string, string>[];
  /** Slots whose value is encrypted. */
  secrets: string[];
  tolerance_ms?: number;
  history?: HistorySpan;
  /** Unit conversion of its factor, if the wire uses another unit. */
  unit?: { scale: number; shift: number };
}

export interface PlanQuestion {
  kind: CommandKind;
  params: ParamValues;
  list?: readonly ParamValues[];
  /** The kind that reads it back. */
  reader?: CommandKind | undefined;
  name: string;
  encrypt(plain: string): string;
}

export function rulesOf({ run, verify, settle, lenient, is_proof, sends }: Plan): Rules {
  return {
    run: run.map(stepRules),
    verify: verify.map(stepRules),
    settle,
    lenient,
    isProof: is_proof,
    sends,
  };
}

const stepRules = ({ expects, ack_is_enough = false }: PlannedRequest): StepRules => ({
  expects,
  ackIsEnough: ack_is_enough,
});

/** The requests of a command for one site, or why there are none. */
export function makePlan(site: PlanSite, question: PlanQuestion): Plan | Unplanned {
  const { kind, name } = question;
  const wires = wiresOf(site, name, kind);
  if (!wires) return 'not_supported';
  const factors = Object.entries(kind.params).filter(([, { type }]) => type === 'factor');
  const ofList = Object.entries(kind.list ?? {}).filter(([, { type }]) => type === 'factor');
  const named = [
    ...factors.map(([param]) => question.params[param]),
    ...ofList.flatMap(([param]) => (question.list ?? []).map((entry) => entry[param])),
  ];
  if (named.some((component_id) => component_id !== undefined && !site.factors.has(Number(component_id))))
    return 'no_code';
  const main = site.factors.get(Number(question.params.factor ?? -1));
  const history = kind.does === 'history' ? spanOf(site, wires[0], question.params) : undefined;
  const pace: { sends: number; ackSeconds: number; doSeconds: number; totalSeconds?: number } =
    paces[kind.pace];
  const run = wires.map((wire) => planned(wire, kind));
  return {
    run,
    ...settling(site, question, run),
    lenient: kind.does === 'read' && run.length > 1,
    is_proof: kind.proof !== undefined,
    sends: pace.sends,
    ack_ms: pace.ackSeconds * 1000,
    do_ms: pace.doSeconds * 1000,
    ...(pace.totalSeconds && { total_ms: pace.totalSeconds * 1000 }),
    slots: {
      ...slotsIn(kind.params, inWireUnit(question.params, main), site, question.encrypt),
      ...(history && { begin: history.begin, end: history.end }),
    },
    list: (question.list ?? []).map((entry) => slotsIn(kind.list ?? {}, entry, site, question.encrypt)),
    secrets: Object.entries(kind.params).flatMap(([param, { type }]) => (type === 'secret' ? [param] : [])),
    ...(kind.toleranceSeconds && { tolerance_ms: kind.toleranceSeconds * 1000 }),
    ...(history && { history }),
    ...(main && isConverted(main) && { unit: { scale: main.scale, shift: main.shift } }),
  };
}

/** How the outcome is settled if an answer is lost. Without a read-back, the device's answer is final. */
function settling(
  site: PlanSite,
  { kind, reader }: PlanQuestion,
  run: PlannedRequest[],
): Pick<Plan, 'settle' | 'verify'> {
  const settle = settledBy(kind);
  if (settle === 'repeat') return { settle, verify: run };
  if (settle === 'none') return { settle, verify: [] };
  if (kind.proof) return { settle, verify: [planned(kind.proof, kind)] };
  const back = reader && kind.readBy ? wiresOf(site, kind.readBy, reader) : undefined;
  if (!back || !reader) return { settle: 'none', verify: [] };
  return { settle, verify: back.map((wire) => planned(wire, reader)) };
}

/** The requests by the site's protocol, otherwise by the standard if its edition has them. */
function wiresOf(
  { adapter, edition }: PlanSite,
  name: string,
  kind: CommandKind,
): readonly Wire[] | undefined {
  const own = adapter.get(name);
  if (own) return own;
  const isOfEdition = !kind.editions || kind.editions.includes(edition);
  const isKnown = ({ cn }: Wire) =>
    commands.some(
      (command) =>
        command.cn === cn &&
        command.editions.includes(edition) &&
        (command.kinds.includes('request') || command.kinds.includes('notice')),
    );
  return isOfEdition && kind.wires.length > 0 && kind.wires.every(isKnown) ? kind.wires : undefined;
}

function planned(
  { cn, ask, reply, as, reply_cn, ack_is_enough, pw }: Wire,
  { values, list }: CommandKind,
): PlannedRequest {
  const reads = reply !== undefined && (values !== undefined || list !== undefined);
  return {
    cn,
    ask,
    ...(reply && { reply }),
    expects: as ?? (reads ? 'values' : 'result'),
    ...(reply_cn && { reply_cn }),
    ...(ack_is_enough && { ack_is_enough }),
    ...(pw && { pw }),
  };
}

function slotsIn(
  params: Params,
  values: ParamValues,
  site: PlanSite,
  encrypt: (plain: string) => string,
): Record<string, string> {
  const slots: Record<string, string> = {};
  for (const [name, { type }] of Object.entries(params)) {
    const value = values[name];
    if (value === undefined) continue;
    if (type === 'factor') slots[name] = site.factors.get(Number(value))?.code ?? '';
    else if (type === 'time') slots[name] = wireTime(new Date(value));
    else if (type === 'secret') slots[name] = encrypt(String(value));
    else slots[name] = typeof value === 'number' ? decimal(value) : value;
  }
  return slots;
}

export function wireTime(at: Date): string {
  return formatTime(at).replace(/\D/g, '');
}

const isConverted = ({ scale, shift }: WireFactor) => scale !== 1 || shift !== 0;

/** K has no unit; B is entered in the displayed unit and sent in the wire's unit. */
function inWireUnit(params: ParamValues, unit: WireFactor | undefined): ParamValues {
  if (!unit || typeof params.k !== 'number' || typeof params.b !== 'number') return params;
  return { ...params, b: (params.b - unit.shift * (1 - params.k)) / unit.scale };
}

/** The reverse conversion. */
export function inShownUnit(
  values: Record<string, ParamValue>,
  unit: Plan['unit'],
): Record<string, ParamValue> {
  const { k, b } = values;
  if (!unit || typeof b !== 'number') return values;
  return { ...values, b: b * unit.scale + unit.shift * (1 - (typeof k === 'number' ? k : 1)) };
}

const typeOfCn = new Map(Object.entries(cnOf).map(([type, cn]) => [cn as string, type as DataType]));

/** Whole periods from one moment to before another; logs by the second. */
function spanOf(site: PlanSite, wire: Wire | undefined, params: ParamValues): HistorySpan {
  const cn = wire?.reply_cn ?? wire?.cn ?? '';
  const [from, to] = [new Date(params.from ?? 0), new Date(params.to ?? 0)];
  const data_type = typeOfCn.get(cn) ?? null;
  const isDay = cn === '2041' || data_type === 'day';
  const type = isDay ? 'day' : data_type;
  const step_ms = type ? PERIOD_MS[type] * (type === 'minute' ? site.minute_step : 1) : 0;
  const later = site.label === 'end' ? step_ms : 0;
  const last = Math.max(from.getTime(), to.getTime() - Math.max(step_ms, 1000));
  return {
    data_type,
    from: from.toISOString(),
    to: to.toISOString(),
    step_ms: step_ms || MINUTE_MS,
    begin: wireTime(new Date(from.getTime() + later)),
    end: wireTime(new Date(last + later)),
  };
}

/** Names of the read-back's values that were also set. */
export function comparedSlots({ verify, slots }: Plan): string[] {
  const read = verify.flatMap(({ reply = '', ask }) => {
    const asked = slotsOf(ask).whole;
    return slotsOf(reply).whole.filter((slot) => !asked.includes(slot));
  });
  return [...new Set(read)].filter((slot) => slot in slots);
}
