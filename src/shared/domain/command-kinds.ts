import {
  choice,
  factor,
  info,
  number,
  optional,
  type Params,
  secret,
  text,
  time,
  whole,
} from './command-params.ts';

/** One request on the wire; `command-template.ts` defines the syntax of its texts. */
export interface Wire {
  cn: string;
  ask: string;
  /** The reply that carries the requested values, under the same CN. */
  reply?: string;
  /** A notice is answered by 9013 only; history comes as uploads before 9012. */
  as?: 'notice' | 'uploads';
  /** The CN of the reply or the uploads, if it differs from the request's. */
  reply_cn?: string;
  /** 9011 alone is enough if no 9012 comes. */
  ack_is_enough?: boolean;
  /** The slot that is used as the device's password. */
  pw?: string;
}

/** Time limits. `sends`: how often it is sent at most, always under the same QN. */
export interface Pace {
  sends: number;
  ackSeconds: number;
  /** From 9011 to 9012; for history from one upload to the next. */
  doSeconds: number;
  /** For history: in total. */
  totalSeconds?: number;
}

const MINUTE = 60;
/** Waiting times of the standard; what must not run twice is sent once. */
export const paces = {
  quick: { sends: 4, ackSeconds: 10, doSeconds: 30 },
  slow: { sends: 4, ackSeconds: 10, doSeconds: 60 },
  history: { sends: 4, ackSeconds: 10, doSeconds: 60, totalSeconds: 120 * MINUTE },
  once: { sends: 1, ackSeconds: 10, doSeconds: 5 * MINUTE },
  calibration: { sends: 1, ackSeconds: 10, doSeconds: 30 * MINUTE },
  water_check: { sends: 1, ackSeconds: 10, doSeconds: 120 * MINUTE },
  upgrade: { sends: 1, ackSeconds: 10, doSeconds: 30 * MINUTE },
} as const satisfies Record<string, Pace>;

/** Powers that kinds need. */
export const controlPowers = [
  'control.query',
  'control.set',
  'control.kb',
  'control.resupply',
  'control.calibrate',
  'control.operate',
  'control.password',
] as const;
export type ControlPower = (typeof controlPowers)[number];

/**
 * read: changes nothing, may be repeated · write: sets a value · act: does something each time it is received ·
 * history: requests measurements · switch: turns an upload on or off
 */
export type CommandDoes = 'read' | 'write' | 'act' | 'history' | 'switch';

export interface CommandKind {
  power: ControlPower;
  does: CommandDoes;
  params: Params;
  /** Values that are read or returned. */
  values?: Params;
  /** The values mean something only together, so replies must contain all of them. */
  together?: true;
  /** Entries of a list that it sets or reads. */
  list?: Params;
  /** Requests by the standard, in order. Empty: only protocols describe it. */
  wires: readonly Wire[];
  pace: keyof typeof paces;
  /** The kind that reads back what this one sets: its values have the names of these params. */
  readBy?: string;
  /** A harmless request that is answered only if the new value is in force. */
  proof?: Wire;
  /** Needs a confirmation, a reason, and a second person where that is configured. */
  dangerous?: true;
  /** Tolerance of a time that is read back, in seconds. */
  toleranceSeconds?: number;
  /** Other editions of the standard use the number for something else. */
  editions?: readonly string[];
}

const one = (cn: string, ask: string, reply?: string): Wire[] => [{ cn, ask, ...(reply && { reply }) }];
const information = (code: string, slot: string): Wire => ({
  cn: '3020',
  ask: `PolId={factor};InfoId=${code}`,
  reply: `${code}-Info={${slot}}`,
});
const parameter = (code: string, slot: string): Wire => ({
  cn: '3021',
  ask: `PolId={factor};InfoId=${code};${code}-Info={${slot}}`,
});
const uploads = (cn: string, ask = 'BeginTime={begin};EndTime={end}'): Wire[] => [{ cn, ask, as: 'uploads' }];

const read = (params: Params, values: Params, wires: Wire[]): CommandKind => ({
  ...{ power: 'control.query', does: 'read', params, values, wires },
  pace: wires.length === 1 ? 'quick' : 'slow',
});
const write = (params: Params, wires: Wire[], readBy: string | undefined): CommandKind => ({
  ...{ power: 'control.set', does: 'write', params, wires, pace: 'quick' },
  ...(readBy && { readBy }),
});
const toggle = (wires: Wire[]): CommandKind => ({
  ...{ power: 'control.set', does: 'switch', params: {}, wires, pace: 'quick' },
});
const act = (params: Params, wires: Wire[], more: Partial<CommandKind> = {}): CommandKind => ({
  ...{ power: 'control.operate', does: 'act', params, wires, pace: 'once' },
  ...more,
});
const history = (wires: Wire[], params: Params = {}): CommandKind => ({
  power: 'control.resupply',
  does: 'history',
  params: { ...params, from: time, to: time },
  wires,
  pace: 'history',
});
const calibration = { power: 'control.calibrate', pace: 'calibration', dangerous: true } as const;
const waterCheck = (cn: string) =>
  act({ factor }, one(cn, 'PolId={factor}'), { power: 'control.calibrate', pace: 'water_check' });

const minuteIntervals = choice(1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30);
const clock = { toleranceSeconds: 15 };
const ofLogger = { factor: optional(factor) };
/** Without the characters that structure a packet. */
const wireWord = (max: number) => text(max, /^[^\s;,=&#]+$/);
const hhmm = text(4, /^([01]\d|2[0-3])[0-5]\d$/);
const kb = { k: number, b: number };
/** Where the standard keeps slope and intercept. */
const INFO_K = 'i13008';
const INFO_B = 'i13007';
/** A slope outside this range is a fault of the fit or the sensor. */
export const LEAST_K = 0.1;
export const MOST_K = 10;
const kbSet = { k: { type: 'number', min: LEAST_K, max: MOST_K }, b: number } as const;
/** With larger coefficients the gases would depend on each other without end. */
export const MOST_INTERFERENCE = 2;
const interference = {
  other: factor,
  c: { type: 'number', min: -MOST_INTERFERENCE, max: MOST_INTERFERENCE },
} as const;

/**
 * Every kind of command, one row each. A kind of the standard is a row here and its word; a kind of one manufacturer
 * has no `wires` and is described by the protocols of its devices.
 */
export const commandKinds = {
  time_read: read(ofLogger, { time }, one('1011', 'PolId={factor}', 'SystemTime={time}')),
  time_set: {
    ...write(ofLogger, one('1012', 'PolId={factor};SystemTime={now}'), 'time_read'),
    ...clock,
  },
  logger_time_read: { ...read({}, { time }, one('1014', '', 'SystemTime={time}')), editions: ['water'] },
  logger_time_set: { ...write({}, one('1015', 'SystemTime={now}'), 'logger_time_read'), ...clock },
  timeout_set: write(
    { seconds: whole(1, 99), times: whole(1, 99) },
    one('1000', 'OverTime={seconds};ReCount={times}'),
    undefined,
  ),
  realtime_interval_read: read({}, { seconds: number }, one('1061', '', 'RtdInterval={seconds}')),
  realtime_interval_set: write(
    { seconds: whole(30, 3600) },
    one('1062', 'RtdInterval={seconds}'),
    'realtime_interval_read',
  ),
  minute_interval_read: read({}, { minutes: number }, one('1063', '', 'MinInterval={minutes}')),
  minute_interval_set: write(
    { minutes: minuteIntervals },
    one('1064', 'MinInterval={minutes}'),
    'minute_interval_read',
  ),
  password_set: {
    ...write({ new_password: secret }, one('1072', 'NewPW={new_password}'), undefined),
    ...{ power: 'control.password', dangerous: true },
    proof: { cn: '1011', ask: '', pw: 'new_password' },
  },
  realtime_start: toggle(one('2011', '')),
  realtime_stop: toggle([{ cn: '2012', ask: '', as: 'notice' }]),
  facility_start: toggle(one('2021', '')),
  facility_stop: toggle([{ cn: '2022', ask: '', as: 'notice' }]),

  history_realtime: history([]),
  history_minute: history(uploads('2051')),
  history_hour: history(uploads('2061')),
  history_day: history(uploads('2031')),
  history_facility: history(uploads('2041')),
  log_read: history(uploads('3020', 'PolId={factor};InfoId={info};BeginTime={begin},EndTime={end}'), {
    info,
    ...ofLogger,
  }),

  serial_read: read({ factor }, { serial: text(64) }, one('3019', 'PolId={factor}', '{factor}-SN={serial}')),
  info_read: read(
    { info, ...ofLogger },
    { value: text(200) },
    one('3020', 'PolId={factor};InfoId={info}', '{info}-Info={value}'),
  ),
  parameter_set: write(
    // K and B have a power, limits and approval of their own.
    { info: { type: 'info', but: [INFO_K, INFO_B] }, ...ofLogger, value: wireWord(50) },
    one('3021', 'PolId={factor};InfoId={info};{info}-Info={value}'),
    'info_read',
  ),
  meter_read: read({ factor }, { state: number, link: number, range: number, detection_limit: number }, [
    information('i12001', 'state'),
    information('i12002', 'link'),
    information('i13001', 'range'),
    information('i13009', 'detection_limit'),
  ]),
  sampling_cycle_read: read(
    { factor },
    { first: text(6), hours: number },
    one('3017', 'PolId={factor}', 'CstartTime={first},CTime={hours}'),
  ),
  sampling_cycle_set: write(
    { factor, first: text(6, /^([01]\d|2[0-3])[0-5]\d[0-5]\d$/), hours: whole(1, 24) },
    one('3016', 'PolId={factor};CstartTime={first};CTime={hours}'),
    'sampling_cycle_read',
  ),
  result_time_read: read({ factor }, { minutes: number }, one('3018', 'PolId={factor}', 'Stime={minutes}')),

  kb_read: {
    ...read({ factor }, kb, [information(INFO_K, 'k'), information(INFO_B, 'b')]),
    together: true,
  },
  kb_set: {
    ...write({ factor, ...kbSet }, [parameter(INFO_K, 'k'), parameter(INFO_B, 'b')], 'kb_read'),
    ...{ power: 'control.kb', pace: 'slow', dangerous: true },
  },
  kcc_read: { ...read({ factor }, {}, []), list: interference },
  kcc_set: {
    ...write({ factor }, [], 'kcc_read'),
    ...{ power: 'control.kb', pace: 'slow', dangerous: true, list: interference },
  },
  sensor_read: read({ factor }, { raw: number, value: number }, []),
  sim_read: read({}, { number: text(40), iccid: text(40), operator: text(40), signal: number }, []),

  calibrate: act(
    { factor, calibration_type: optional(choice(0, 1)) },
    one('3011', 'PolId={factor};CalibrationType={calibration_type}'),
    calibration,
  ),
  /** "Your present reading should be this value": one-point calibration of mini stations. */
  calibrate_value: act({ factor, standard: number }, [], calibration),
  sample_now: act({ factor }, one('3012', 'PolId={factor}')),
  clean: act({ factor }, one('3013', 'PolId={factor}'), { editions: ['2017', '2025', 'water'] }),
  compare_sample: act({ factor }, one('3014', 'PolId={factor}'), { editions: ['2017'] }),
  keep_sample: act({}, one('3015', '', 'VaseNo={bottle}'), { values: { bottle: number } }),
  retain_sample: act({}, one('3022', '')),
  standard_check_start: act({ factor }, one('3024', 'PolId={factor}'), {
    ...{ power: 'control.calibrate', pace: 'water_check' },
  }),
  qc_standard: waterCheck('3080'),
  qc_spike: waterCheck('3081'),
  qc_parallel: waterCheck('3082'),
  qc_zero: waterCheck('3083'),
  qc_span: waterCheck('3084'),
  qc_blank_calibration: { ...waterCheck('3085'), dangerous: true },
  qc_standard_calibration: { ...waterCheck('3086'), dangerous: true },
  qc_stop: act({}, one('3100', ''), { power: 'control.calibrate' }),
  single_test: act({ factor }, one('3044', 'PolId={factor}')),
  emergency_stop: act({}, one('3045', ''), { dangerous: true }),
  set_idle: act({}, one('3046', '')),
  reboot: act({}, one('3043', ''), { dangerous: true }),
  upgrade: act(
    { url: text(200, /^https?:\/\/[^\s;,&#]+$/), version: wireWord(40), checksum: wireWord(128) },
    [],
    {
      ...{ pace: 'upgrade', dangerous: true },
    },
  ),

  alarm_time_set: {
    ...write({ seconds: whole(1, 99_999) }, one('1001', 'WarnTime={seconds}'), undefined),
    editions: ['2005'],
  },
  limits_read: read(
    { factor },
    { low: number, high: number },
    one('1021', 'PolId={factor}', '{factor}-LowValue={low},{factor}-UpValue={high}'),
  ),
  limits_set: write(
    { factor, low: number, high: number },
    one('1022', '{factor}-LowValue={low},{factor}-UpValue={high}'),
    'limits_read',
  ),
  target_read: read({}, { target: text(100) }, one('1031', '', 'ReportTarget={target}')),
  target_set: {
    ...write({ target: wireWord(100) }, one('1032', 'ReportTarget={target}'), 'target_read'),
    dangerous: true,
  },
  report_time_read: read({}, { at: text(4) }, one('1041', '', 'ReportTime={at}')),
  report_time_set: write({ at: hhmm }, one('1042', 'ReportTime={at}'), 'report_time_read'),
} as const satisfies Record<string, CommandKind>;

export type CommandKindName = keyof typeof commandKinds;
export const commandKindNames = Object.keys(commandKinds) as [CommandKindName, ...CommandKindName[]];

export function commandKind(name: CommandKindName): CommandKind {
  return commandKinds[name];
}

/** How the outcome is settled if the answer was lost: by reading back, by asking again, or not at all. */
export function settledBy({ does, readBy, proof }: CommandKind): 'read' | 'repeat' | 'none' {
  if (does === 'read' || does === 'history') return 'repeat';
  return readBy || proof ? 'read' : 'none';
}
