/** The data that retention may delete. Hours, days and months stay. */
export type Forgettable = 'packets' | 'realtime' | 'minute';

/** A part of the stored data that was deleted. */
export interface Dropped {
  part: string;
  rows: number;
  /** Whether `rows` is an estimate: counting a large part would cost more than dropping it. */
  about: boolean;
  bytes: number;
}

/** Sites to be removed completely, with their MNs: frames may have been stored under the MN before the site existed. */
export interface Removed {
  site_ids: readonly number[];
  mns: readonly string[];
}
