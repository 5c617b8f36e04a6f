import type { Verdict } from '#protocol/frame.ts';

/** Which way a frame came: over a line of its own, from a broker, or posted. */
export type PacketSource = 'tcp' | 'mqtt' | 'http';

/** By what a frame says of where it came from. */
export function sourceOf({ remote }: { remote: string }): PacketSource {
  return (/^(mqtt|http):\/\//.exec(remote)?.[1] as PacketSource | undefined) ?? 'tcp';
}

/** Devices whose frames of a command name a period later than it begins. */
export interface LateLabel {
  site_ids: readonly number[];
  cn: string;
  later_ms: number;
}

/** Which frames are meant. What the asker may see is decided before. */
export interface PacketsQuestion {
  /** Those that came from or went to these sites. */
  site_ids: readonly number[];
  /** And those of devices that were no site by then: of the one that calls itself so, or of all but some. Absent: none. */
  strangers?: {
    mn?: string | undefined;
    /** In small letters; whatever the letters of the device. */
    except: readonly string[];
  };
  /** When they were received, or sent. */
  from: Date;
  /** Not included. */
  to?: Date | undefined;
  packet_id?: number | undefined;
  outgoing?: boolean | undefined;
  st?: string | undefined;
  cn?: string | undefined;
  verdict?: Verdict | undefined;
  deviation?: string | undefined;
  source?: PacketSource | undefined;
  command_id?: number | undefined;
  /** A text that they hold, in UTF-8 or GB18030. */
  text?: string | undefined;
  /**
   * Where it is looked for: in the whole, or only where no password stands. That is all of JSON, of a frame its content
   * from `CP=&&` on, and nothing of a command that sets a password.
   */
  searched?: 'whole' | 'content';
  /** When the period begins that their values are of; frames that do not say it are left out. */
  values_from?: Date | undefined;
  /** Not included. */
  values_to?: Date | undefined;
  /** Absent: all devices name a period by its start. */
  labels?: readonly LateLabel[];
}

export interface PacketsPage {
  limit: number;
  offset?: number;
  oldest_first?: boolean;
}
