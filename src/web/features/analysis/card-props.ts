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
  /** Toggles a part of the selection. */
  choose(patch: Chosen): void;
}
