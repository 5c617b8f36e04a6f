/** System codes (ST) of the standards; any other short text is possible. */
export const systems = [
  '21',
  '22',
  '23',
  '24',
  '25',
  '26',
  '27',
  '31',
  '32',
  '33',
  '34',
  '35',
  '36',
  '37',
  '38',
  '39',
  '41',
  '44',
  '45',
  '51',
  '52',
  '91',
] as const;

/** QnRtn of 9011. In the surface-water profile 9 means busy and 99 a CRC error. */
export const requestAnswers: Record<number, string> = {
  1: 'ready',
  2: 'refused',
  3: 'wrong_pw',
  4: 'wrong_mn',
  5: 'wrong_st',
  6: 'wrong_flag',
  7: 'wrong_qn',
  8: 'wrong_cn',
  9: 'crc_error',
  99: 'crc_error',
  100: 'unknown_error',
};

/** ExeRtn of 9012. */
export const executionResults: Record<number, string> = {
  1: 'success',
  2: 'failed',
  3: 'wrong_condition',
  4: 'timeout',
  5: 'busy',
  6: 'system_fault',
  100: 'no_data',
};

/** Known data flags. Other flags are stored and count as invalid. */
export const dataFlags = [
  'N',
  'F',
  'M',
  'S',
  'D',
  'C',
  'T',
  'B',
  'P',
  'L',
  'lr',
  'lp',
  'lw',
  'ls',
  'ra',
  'pt',
] as const;

/** Flags of ambient air stations in 2005, and whether such values are valid. */
export const ambientFlags2005: Record<string, boolean> = {
  /** calibration */ 0: false,
  /** meteorology */ 1: true,
  /** abnormal */ 2: false,
  /** normal */ 3: true,
};

/** Information codes (InfoId, `iNNNNN-Info`) of 2017. */
export const informationCodes = [
  'i11001',
  'i12001',
  'i12002',
  'i12003',
  'i13001',
  'i13002',
  'i13003',
  'i13004',
  'i13005',
  'i13006',
  'i13007',
  'i13008',
  'i13009',
  'i21001',
  'i22001',
  'i22002',
  'i22003',
  'i22101',
  'i23001',
  'i31001',
  'i32001',
  'i33001',
  'i33002',
  'i33101',
  'i33102',
  'i33103',
  'i33104',
  'i33105',
  'i33106',
  'i33107',
  'i33200',
  'i33201',
  'i33202',
  'i33400',
] as const;

/** The kind of an information code, from its third character. */
export function informationKind(code: string): 'log' | 'state' | 'parameter' | 'other' {
  const kinds = { '1': 'log', '2': 'state', '3': 'parameter' } as const;
  return kinds[code.charAt(2) as keyof typeof kinds] ?? 'other';
}

/** `SBxxx-RS`: 0 off, 1 run, 2 calibrate, 3 maintain, 4 alarm, 5 blow-back. */
export const facilityStates = ['off', 'run', 'calibrate', 'maintain', 'alarm', 'blow_back'] as const;
