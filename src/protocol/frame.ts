/** What is unusual about a frame or packet. Recorded, never silently repaired; the site's protocol decides what it accepts. */
export type Deviation =
  // the frame
  | 'no_frame'
  | 'junk_before'
  | 'junk_after'
  | 'wrong_length'
  | 'short_length_field'
  | 'lower_case_crc'
  | 'crc_missing'
  | 'odd_crc'
  | 'crc_modbus'
  | 'crc_modbus_swapped'
  | 'over_1024'
  | 'glued'
  | 'no_crlf'
  | 'trailing_marks'
  | 'expired'
  // the data segment
  | 'no_qn'
  | 'odd_qn'
  | 'no_flag'
  | 'odd_flag'
  | 'unknown_version'
  | 'no_st'
  | 'no_pw'
  | 'no_mn'
  | 'no_cn'
  | 'odd_cn'
  | 'no_cp'
  | 'cp_not_closed'
  | 'text_behind_cp'
  | 'cp_over_limit'
  | 'header_case'
  | 'header_order'
  | 'unknown_field'
  | 'repeated_field'
  | 'split_bit_without_pnum'
  | 'pnum_without_split_bit'
  | 'odd_parts'
  | 'odd_rf'
  | 'empty_tokens'
  | 'odd_separator'
  | 'text_not_closed'
  | 'not_utf8'
  | 'bad_text'
  // its items
  | 'odd_data_time'
  | 'no_data_time'
  | 'odd_time'
  | 'loose_flag'
  | 'loose_item'
  | 'suffix_case'
  | 'unknown_suffix'
  | 'foreign_suffix'
  | 'unknown_flag'
  | 'not_a_number'
  | 'spaces'
  | 'repeated_item';

/**
 * ok: as sent · bad_crc: wrong CRC · bad_length: correct CRC, but over another length than declared · malformed: not a
 * packet.
 */
export type Verdict = 'ok' | 'bad_crc' | 'bad_length' | 'malformed';

/** One frame as cut from the stream: `##`, length, segment, CRC, tail. */
export interface Frame {
  /** From `##` to the CRC and stray marks after it, without the line end. */
  raw: Uint8Array;
  /** The data segment within `raw`. */
  segment: Uint8Array;
  /** NaN if the length is not four digits. */
  declaredLength: number;
  crcGiven: string;
  crcCalculated: string;
  verdict: Verdict;
  deviations: Deviation[];
}
