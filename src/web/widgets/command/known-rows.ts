import type { deviceInformation } from '#shared/contract/control/information.ts';
import type { AnswerOf } from '#shared/contract/define.ts';

export type Known = AnswerOf<typeof deviceInformation.data>['data_info'][number];
type About = Pick<Known, 'site_id' | 'component_id' | 'item' | 'value' | 'at' | 'source'>;

export interface KnownRow<Of extends About> {
  key: string;
  /** The first part of its items: `kb`, `time`. */
  topic: string;
  of: Of;
  /** Values by name. */
  values: Record<string, unknown>;
}

/** One row for all values of a factor that belong together and have the same age, such as K and B. */
export function knownRows<Of extends About>(known: readonly Of[]): KnownRow<Of>[] {
  const rows = new Map<string, KnownRow<Of>>();
  for (const of of known) {
    const [topic = of.item, name = of.item] = of.item.split('.');
    const key = [of.site_id, of.component_id, topic, of.at, of.source].join(' ');
    const row = rows.get(key) ?? { key, topic, of, values: {} };
    row.values[name] = of.value;
    rows.set(key, row);
  }
  return [...rows.values()];
}
