import type { PreviewRow } from '#shared/contract/history-import/history-import.ts';
import type { ReadLine } from './row-reader.ts';

export function previewOf({ row, found, data_type, ts, reading, problems }: ReadLine): PreviewRow {
  const at = reading?.ts ?? ts;
  return {
    row,
    site_name: found?.site_name ?? '',
    data_type: data_type ?? null,
    ts: at?.toISOString() ?? null,
    values: (reading?.fids ?? []).map((component_id, place) => ({
      component_id,
      avg: reading?.avg[place] ?? null,
      min: reading?.min?.[place] ?? null,
      max: reading?.max?.[place] ?? null,
      cou: reading?.cou?.[place] ?? null,
      zs: reading?.zs?.[place] ?? null,
      raw: reading?.raw?.[place] ?? null,
      flag: reading?.flags?.[place] ?? '',
    })),
    problems,
  };
}
