import type { LatestValue } from '#shared/contract/readings/realtime.ts';
import type { AirReport, ReportedItem } from '#shared/domain/air-report.ts';
import type { AqiEdition } from '#shared/domain/air-rules.ts';
import { pollutantFacts } from '#shared/domain/pollutants.ts';
import { countedValue, countingFlags, counts } from '#shared/domain/validity.ts';
import { shownBounds, waterFacts, waterItemOfCode } from '#shared/domain/water-items.ts';
import type { JudgedItem, WaterSection } from '#shared/domain/water-section.ts';
import type { T } from '#web/i18n.ts';
import { printed } from '#web/widgets/air-words.ts';
import { calculation } from '#web/widgets/why/calculation.ts';
import { boundText, flagReason } from '#web/widgets/why/why-words.ts';
import type { Network, Station } from './network.ts';

/** The live index or class of a station, and the newest values it is calculated from. */
export interface Moment {
  about: 'moment';
  station: Station;
  air?: AirReport | undefined;
  water?: WaterSection | undefined;
  values: readonly LatestValue[];
}

/** Row of one item. */
export interface MomentItem {
  name: string;
  newest: LatestValue | undefined;
  /** Valid by flag and range. */
  counts: boolean;
  result: string;
  /** The calculation, or why there is none. */
  how: string;
  tone: 'good' | 'bad' | 'quiet';
}

export function momentItems(t: T, network: Network, moment: Moment): MomentItem[] {
  const { air, water } = moment;
  if (air) return airItems(t, network, moment, air);
  return water ? waterItems(t, network, moment, water) : [];
}

function airItems(t: T, network: Network, moment: Moment, { edition, items }: AirReport): MomentItem[] {
  return items.map((item) => {
    const { code } = pollutantFacts[item.pollutant];
    const factor = network.factors.air.find((each) => each.code === code);
    const newest = moment.values.find(({ component_id }) => component_id === factor?.component_id);
    return {
      name: printed(item.pollutant),
      ...{ newest, counts: isCounting(network, moment, newest) },
      result: String(item.iaqi ?? item.mark ?? '–'),
      ...howOf(t, network, moment, newest, edition, item),
    };
  });
}

function howOf(
  t: T,
  network: Network,
  moment: Moment,
  newest: LatestValue | undefined,
  edition: AqiEdition,
  item: ReportedItem,
): Pick<MomentItem, 'how' | 'tone'> {
  if (item.mark === '/') return { how: t('standards.mark_unmeasured'), tone: 'quiet' };
  if (item.mark === 'NA') return { how: leftOutReason(t, network, moment, newest), tone: 'bad' };
  return { how: calculation(edition, 'hour', item) ?? '', tone: 'good' };
}

/** Measured items that the standard limits in such water. */
function waterItems(t: T, network: Network, moment: Moment, section: WaterSection): MomentItem[] {
  const { body } = moment.station;
  const { items, apart } = network.water[body];
  return network.factors.water.flatMap((factor): MomentItem[] => {
    const newest = moment.values.find(({ component_id }) => component_id === factor.component_id);
    const item = waterItemOfCode(factor.code, body);
    if (!item || !newest) return [];
    const judged = [...section.items, ...section.apart].find((each) => each.item === item);
    const role = items.includes(item) ? 'counts' : apart.includes(item) ? 'apart' : 'none';
    const isLeftOut = role !== 'none' && !judged;
    return [
      {
        name: t.tx(`standards.item_${item}`),
        ...{ newest, counts: isCounting(network, moment, newest) },
        result: judged ? t.tx(`standards.class_${judged.class}`) : '–',
        how: isLeftOut
          ? leftOutReason(t, network, moment, newest)
          : [judged && limitText(t, judged), role !== 'counts' && t(`why.role_${role}`)]
              .filter(Boolean)
              .join(t('lists.between')),
        tone: isLeftOut ? 'bad' : role === 'counts' ? 'good' : 'quiet',
      },
    ];
  });
}

function limitText(t: T, { item, class: grade }: JudgedItem): string {
  const boundOf = (each: 1 | 2 | 3 | 4 | 5) => boundText(shownBounds(waterFacts[item].bounds[each]));
  if (grade === 6) return t('why.beyond', { bound: boundOf(5) });
  return t('why.within_class', { class: t.tx(`standards.class_${grade}`), bound: boundOf(grade) });
}

function isCounting(network: Network, moment: Moment, newest: LatestValue | undefined): boolean {
  return hasCountingFlag(moment, newest) && isInRange(network, moment, newest);
}

function hasCountingFlag({ station }: Moment, newest: LatestValue | undefined): boolean {
  return counts(newest?.flag ?? '', 'l', countingFlags(station.site.counting_flags));
}

function isInRange(network: Network, { station }: Moment, newest: LatestValue | undefined): boolean {
  if (!newest || newest.value === null) return true;
  return countedValue(newest.value, network.ruleOf(station, newest.component_id)) !== null;
}

function leftOutReason(t: T, network: Network, moment: Moment, newest: LatestValue | undefined): string {
  if (!newest || (newest.value === null && newest.flag === '')) return t('why.missing');
  if (!hasCountingFlag(moment, newest)) return flagReason(t, newest.flag);
  return isInRange(network, moment, newest) ? t('why.too_old') : t('why.range');
}
