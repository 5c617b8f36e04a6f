import type { HistoryFactor } from '#shared/contract/readings/history.ts';
import type { ShortSite } from '#web/widgets/site-tree.ts';
import type { Chosen, SiteValues } from './site-values.ts';
import type { AnalysisQuery } from './useAnalysisQuery.ts';

/** Props shared by all cards of the page. */
export interface CardProps {
  query: AnalysisQuery;
  site: ShortSite;
  factor: HistoryFactor;
  values: SiteValues;
  chosen: Chosen;
  /** Looks at it alone, or at all again where it was looked at. */
  choose(patch: Chosen): void;
}
