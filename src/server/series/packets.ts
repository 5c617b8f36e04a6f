import type { Verdict } from '#protocol/frame.ts';

/** The transport of a frame: its own TCP line, a broker, or an HTTP post. */
export type PacketSource = 'tcp' | 'mqtt' | 'http';

/** The transport, told from the sender's address. */
export function sourceOf({ remote }: { remote: string }): PacketSource {
  return (/^(mqtt|http):\/\//.exec(remote)?.[1] as PacketSource | undefined) ?? 'tcp';
}

/** Devices that label periods by their end, for the frames of one command. */
export interface LateLabel {
  site_ids: readonly number[];
  cn: string;
  later_ms: number;
}

/** Selects frames. What the user may see is decided by the caller. */
export interface PacketsQuestion {
  /** Frames from or to these sites. */
  site_ids: readonly number[];
  /** Also frames of devices that were not sites yet: of one MN, or of all except some. Absent: none. */
  strangers?: {
    mn?: string | undefined;
    /** MNs in lower case; compared case-insensitively. */
    except: readonly string[];
  };
  /** Time of receipt or of sending. */
  from: Date;
  /** Exclusive. */
  to?: Date | undefined;
  packet_id?: number | undefined;
  outgoing?: boolean | undefined;
  st?: string | undefined;
  cn?: string | undefined;
  verdict?: Verdict | undefined;
  deviation?: string | undefined;
  source?: PacketSource | undefined;
  command_id?: number | undefined;
  /** A text that the frame contains, in UTF-8 or GB18030. */
  text?: string | undefined;
  /**
   * Where the text is searched: in the whole frame, or only in its content, which holds no password: all of JSON, the
   * part from `CP=&&` of a frame, and nothing of a command that sets a password.
   */
  searched?: 'whole' | 'content';
  /** Start of the period of their values; frames without a time are left out. */
  values_from?: Date | undefined;
  /** Exclusive. */
  values_to?: Date | undefined;
  /** Absent: all devices label a period by its start. */
  labels?: readonly LateLabel[];
}

export interface PacketsPage {
  limit: number;
  offset?: number;
  oldest_first?: boolean;
}
