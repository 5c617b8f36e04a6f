/** Editions of the standard, and the surface-water profile, in which some CNs have another meaning. */
export type Edition = '2005' | '2017' | '2025' | 'water';

/**
 * request: server → device, answered by 9011, data if any, and 9012
 * upload: device → server, answered by 9014 · notice: either way, answered by 9013 · answer: the answers themselves
 */
export type CommandKind = 'request' | 'upload' | 'notice' | 'answer';

export interface Command {
  cn: string;
  /** Key of its name in the i18n files. */
  key: string;
  kinds: readonly CommandKind[];
  editions: readonly Edition[];
}

const all: readonly Edition[] = ['2005', '2017', '2025', 'water'];
const since2017: readonly Edition[] = ['2017', '2025', 'water'];
const up: readonly CommandKind[] = ['upload'];
const ask: readonly CommandKind[] = ['request'];
const both: readonly CommandKind[] = ['request', 'upload'];
const notice: readonly CommandKind[] = ['notice'];
const answer: readonly CommandKind[] = ['answer'];

function row(cn: string, key: string, kinds: readonly CommandKind[], editions: readonly Edition[]): Command {
  return { cn, key, kinds, editions };
}

/** Every command code of the standards and of the profiles used in the field. */
export const commands: readonly Command[] = [
  row('1000', 'set_timeout', ask, all),
  row('1001', 'set_alarm_time', ask, ['2005']),
  row('1001', 'report_identity', notice, ['2025']),
  row('1002', 'set_mn', ask, ['2025']),
  row('1011', 'read_time', both, all),
  row('1012', 'set_time', ask, all),
  row('1013', 'ask_time', notice, since2017),
  row('1014', 'handle_key', ['request', 'notice'], ['2025']),
  row('1014', 'read_logger_time', both, ['water']),
  row('1015', 'set_logger_time', ask, ['water']),
  row('1021', 'read_limits', both, ['2005']),
  row('1022', 'set_limits', ask, ['2005']),
  row('1031', 'read_target', both, ['2005']),
  row('1032', 'set_target', ask, ['2005']),
  row('1041', 'read_report_time', both, ['2005']),
  row('1042', 'set_report_time', ask, ['2005']),
  row('1061', 'read_realtime_interval', both, all),
  row('1062', 'set_realtime_interval', ask, all),
  row('1063', 'read_minute_interval', both, since2017),
  row('1064', 'set_minute_interval', ask, since2017),
  row('1072', 'set_password', ask, all),
  row('2011', 'realtime_data', both, all),
  row('2012', 'stop_realtime', notice, all),
  row('2013', 'sample_data', up, ['2025']),
  row('2021', 'facility_state', both, all),
  row('2022', 'stop_facility_state', notice, all),
  row('2031', 'day_data', both, all),
  row('2041', 'facility_hours', both, all),
  row('2051', 'minute_data', both, all),
  row('2052', 'noise_measurement', up, ['2025']),
  row('2061', 'hour_data', both, all),
  row('2062', 'standard_check_data', up, ['2025', 'water']),
  row('2063', 'spike_data', up, ['water']),
  row('2064', 'parallel_data', up, ['water']),
  row('2065', 'zero_check_data', up, ['water']),
  row('2066', 'span_check_data', up, ['water']),
  row('2071', 'alarm_records', both, ['2005']),
  row('2072', 'alarm_event', notice, ['2005']),
  row('2081', 'restart_time', up, since2017),
  row('2111', 'furnace_temperature', up, ['2025']),
  row('3011', 'calibrate', ask, all),
  row('3012', 'sample_now', ask, all),
  row('3013', 'operate_device', ask, ['2005']),
  row('3013', 'clean', ask, since2017),
  row('3014', 'set_sampling_hours', ask, ['2005']),
  row('3014', 'compare_sample', ask, ['2017']),
  row('3015', 'keep_sample', both, ['2017', 'water']),
  row('3016', 'set_sampling_cycle', ask, ['2017']),
  row('3017', 'read_sampling_cycle', both, ['2017']),
  row('3018', 'read_result_time', both, since2017),
  row('3019', 'instrument_id', both, since2017),
  row('3020', 'device_information', both, since2017),
  row('3021', 'set_parameter', ask, since2017),
  row('3022', 'retain_sample', ask, ['2025']),
  row('3024', 'start_standard_check', ask, ['2025']),
  row('3042', 'set_run_mode', ask, ['water']),
  row('3043', 'reboot', ask, ['water']),
  row('3044', 'single_test', ask, ['water']),
  row('3045', 'emergency_stop', ask, ['water']),
  row('3046', 'set_idle', ask, ['water']),
  row('3056', 'set_measuring_interval', ask, ['water']),
  row('3080', 'standard_check', ask, ['water']),
  row('3081', 'spike_recovery', ask, ['water']),
  row('3082', 'parallel_sample', ask, ['water']),
  row('3083', 'zero_check', ask, ['water']),
  row('3084', 'span_check', ask, ['water']),
  row('3085', 'blank_calibration', ask, ['water']),
  row('3086', 'standard_calibration', ask, ['water']),
  row('3100', 'stop_quality_control', ask, ['water']),
  row('9011', 'request_answer', answer, all),
  row('9012', 'execution_result', answer, all),
  row('9013', 'notice_answer', answer, all),
  row('9014', 'data_answer', answer, all),
  row('9015', 'heartbeat', notice, ['2025', 'water']),
  row('9021', 'vendor_login', notice, []),
  row('9022', 'vendor_login_answer', answer, []),
];

const byCn = new Map<string, Command[]>();
for (const command of commands) byCn.set(command.cn, [...(byCn.get(command.cn) ?? []), command]);

/** The meaning of a CN in an edition. A CN that the edition does not define is resolved if it has only one meaning. */
export function commandOf(cn: string, edition: Edition): Command | undefined {
  const known = byCn.get(cn);
  return (
    known?.find(({ editions }) => editions.includes(edition)) ?? (known?.length === 1 ? known[0] : undefined)
  );
}

/**
 * The edition that a packet suggests, for devices without configuration. Surface-water stations sent version 2 long
 * before 2025.
 */
export function likelyEdition(version: number, st: string): Edition {
  if (version === 0) return '2005';
  if (version !== 2) return '2017';
  return st === '21' ? 'water' : '2025';
}

/**
 * The CN of each data type. Furnaces have their own for five-minute values; since 2025 single noise measurements
 * replace the hourly values of noise.
 */
export const dataTypes = {
  '2011': 'realtime',
  '2051': 'minute',
  '2061': 'hour',
  '2031': 'day',
  '2111': 'minute',
  '2052': 'hour',
} as const;
export type DataType = (typeof dataTypes)[keyof typeof dataTypes];

/** A Map, because a CN from a packet may be the name of an object property such as `constructor`. */
const typeByCn = new Map<string, DataType>(Object.entries(dataTypes));

export function dataTypeOf(cn: string): DataType | undefined {
  return typeByCn.get(cn);
}

export const cnOf: Record<DataType, keyof typeof dataTypes> = {
  realtime: '2011',
  minute: '2051',
  hour: '2061',
  day: '2031',
};
