/** What is unusual about a frame or packet. Recorded, never silently repaired; the site's protocol decides what it accepts. */
export type Deviation =
  // the frame
  | 'wrong_length'
  | 'short_length_field'
  | 'lower_case_crc'
  | 'crc_missing'
  | 'crc_modbus'
  | 'crc_modbus_swapped'
  | 'over_1024'
  | 'no_crlf'
  | 'trailing_marks'
  | 'expired'
  // the data segment
  | 'no_qn'
  | 'odd_qn'
  | 'no_flag'
  | 'odd_flag'
  | 'no_st'
  | 'no_pw'
  | 'no_mn'
  | 'no_cn'
  | 'no_cp'
  | 'cp_not_closed'
  | 'cp_over_limit'
  | 'header_case'
  | 'header_order'
  | 'split_bit_without_pnum'
  | 'pnum_without_split_bit'
  | 'empty_tokens'
  | 'not_utf8'
  | 'bad_text'
  // its items
  | 'odd_data_time'
  | 'no_data_time'
  | 'loose_flag'
  | 'suffix_case'
  | 'unknown_suffix'
  | 'unknown_flag'
  | 'not_a_number'
  | 'repeated_item';

/** ok: as sent · bad_crc: the check fails · bad_length: the check holds, over another length than declared · malformed: no packet. */
export type Verdict = 'ok' | 'bad_crc' | 'bad_length' | 'malformed';

/** One frame as cut from the stream: `##`, length, segment, check, tail. */
export interface Frame {
  /** From `##` up to and including the check, without the tail. */
  raw: Uint8Array;
  /** The data segment within `raw`. */
  segment: Uint8Array;
  /** NaN when the four characters were no number. */
  declaredLength: number;
  crcGiven: string;
  crcCalculated: string;
  verdict: Verdict;
  deviations: Deviation[];
}
