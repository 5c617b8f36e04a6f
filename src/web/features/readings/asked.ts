import type { HistoryFactor, SectionTarget } from '#shared/contract/readings/history.ts';
import type { MeasuredType } from '#shared/contract/readings/readings.ts';
import type { ShortSite } from '#web/widgets/site-tree.ts';
import type { HistoryQuery } from './useHistoryQuery.ts';

/** What the parts of the page show. */
export interface Asked {
  query: HistoryQuery;
  sites: readonly ShortSite[];
  factors: readonly HistoryFactor[];
  /** The water among the sites. */
  sections: readonly SectionTarget[];
  /** The same as the calls take it. */
  selection: {
    site_ids: number[];
    component_ids: number[];
    data_type: MeasuredType;
    from: string;
    to: string;
  };
}
