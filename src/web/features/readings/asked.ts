import type { HistoryFactor, SectionTarget } from '#shared/contract/readings/history.ts';
import type { MeasuredType } from '#shared/contract/readings/readings.ts';
import type { ShortSite } from '#web/widgets/site-tree.ts';
import type { HistoryQuery } from './useHistoryQuery.ts';

/** Query shared by all parts of the page. */
export interface Asked {
  query: HistoryQuery;
  sites: readonly ShortSite[];
  factors: readonly HistoryFactor[];
  /** Water sections among the sites. */
  sections: readonly SectionTarget[];
  /** Input of the calls. */
  selection: {
    site_ids: number[];
    component_ids: number[];
    data_type: MeasuredType;
    from: string;
    to: string;
  };
}
