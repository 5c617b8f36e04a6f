import type { HistoryFactor } from '#shared/contract/readings/history.ts';
import type { ShortSite } from '#web/widgets/site-tree.ts';

/** One factor of one site, as a row of values. */
export interface Row {
  key: string;
  name: string;
  factor_name: string;
  site: ShortSite;
  factor: HistoryFactor;
  values: readonly (number | null)[];
}
