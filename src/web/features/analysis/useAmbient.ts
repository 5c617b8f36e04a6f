import { analysisValues } from '#shared/contract/analysis/values.ts';
import type { HistoryFactor } from '#shared/contract/readings/history.ts';
import { useCall } from '#web/api/useCall.ts';
import type { AnalysisQuery } from './useAnalysisQuery.ts';

/** National codes. */
const CODES = { temperature: 'a01001', humidity: 'a01002' };

/** Temperature and humidity at the sites, if measured: instruments drift with them. */
export function useAmbient(query: AnalysisQuery, site_ids: number[], factors: readonly HistoryFactor[]) {
  const idOf = (code: string) => factors.find(({ code_2017 }) => code_2017 === code)?.component_id;
  const [temperature, humidity] = [idOf(CODES.temperature), idOf(CODES.humidity)];
  const component_ids = [temperature, humidity].flatMap((id) => id ?? []);
  const { data } = useCall(
    analysisValues.data,
    { site_ids, component_ids, ...query.span },
    { enabled: site_ids.length > 0 && component_ids.length > 0, keepPrevious: true },
  );
  const rowOf = (component_id: number | undefined) => (site_id: number) => {
    const row = data?.series.find((one) => one.site_id === site_id && one.component_id === component_id);
    return row?.values.some((value) => value !== null) ? row.values : undefined;
  };
  return { temperature: rowOf(temperature), humidity: rowOf(humidity) };
}
