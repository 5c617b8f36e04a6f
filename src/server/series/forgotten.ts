/** What may go with time. Hours, and the days and months made of them, stay. */
export type Forgettable = 'packets' | 'realtime' | 'minute';

/** A part of what is stored that is no more. */
export interface Dropped {
  part: string;
  rows: number;
  /** Whether the rows are an estimate: counting what is large would cost more than dropping it. */
  about: boolean;
  bytes: number;
}

/** Sites of which nothing is to be left, and the names of their devices, under which frames came before they were sites. */
export interface Removed {
  site_ids: readonly number[];
  mns: readonly string[];
}
