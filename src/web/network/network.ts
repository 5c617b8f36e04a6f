import type { AnswerOf } from '#shared/contract/define.ts';
import type { home, JudgedFactor, NewestOfSite } from '#shared/contract/home/home.ts';
import { type LiveEvent, type ReadingEvent, siteOf } from '#shared/contract/live.ts';
import { type DataType, dataType } from '#shared/contract/readings/readings.ts';
import type { network } from '#shared/contract/sites/network.ts';
import type { AirReport } from '#shared/domain/air-report.ts';
import { stateOfFlag } from '#shared/domain/flag-states.ts';
import { inPollutantUnit, type Pollutant, pollutantOfCode } from '#shared/domain/pollutants.ts';
import { holdsMs, type Medium, mediumOf, momentReport } from '#shared/domain/standing.ts';
import { countedValue, countingFlags, counts, type ValueRule } from '#shared/domain/validity.ts';
import { type WaterBody, waterValues } from '#shared/domain/water-items.ts';
import { type WaterSection, waterSection } from '#shared/domain/water-section.ts';
import { reportedWater } from '#shared/domain/water-target.ts';

type Newest = AnswerOf<typeof home.newest>;
export type NetworkSite = AnswerOf<typeof network.real>['data_info'][number];

/** A site with its current state. */
export interface Station {
  site: NetworkSite;
  medium: Medium;
  /** Index in the order of names, as sorted by the server. */
  order: number;
  online: boolean;
  last_packet_at: string | null;
  /** Finest data type received; coarser values are ignored, as they are not current. */
  data_type: DataType | null;
  /** Valid values, parallel to the network's factors of its medium, and their times. */
  values: (number | null)[];
  ats: number[];
  exempt: readonly Pollutant[];
  /** Factors that are configured or were sent. */
  measures: ReadonlySet<number>;
  /** Wind speed in m/s, and the direction it comes from in degrees. */
  wind: StationWind | undefined;
  body: WaterBody;
  /** Its open alarms, as far as the user may see them. */
  alarm: StationAlarm | undefined;
  /** The open maintenance window that lasts longest. */
  window: StationWindow | undefined;
  /** Factors whose newest value has a flag of a fault or of maintenance. */
  flagged: Map<number, string>;
  air?: AirReport;
  water?: WaterSection;
}

export interface StationAlarm {
  level: 'warning' | 'alarm';
  open: number;
}

export interface StationWind {
  speed: number;
  direction: number;
  at: number;
}

export interface StationWindow {
  ends_at: string;
  reason: string;
}

export type Changes = ReadonlySet<Station>;

const anyValue: ValueRule = { min: null, max: null, detection: 0 };
const ruleKey = (site_id: number | null, component_id: number) => `${site_id} ${component_id}`;

/** Longest delay of an update: unnoticeable, and the map is drawn once per batch. */
const restMs = 150;

/**
 * The current state of all visible stations. Outside React: with ten thousand stations hundreds change per second, and
 * only components that show one of them are rendered again.
 */
export class Network {
  readonly stations: readonly Station[];
  readonly factors: Record<Medium, readonly JudgedFactor[]>;
  /** The items that make up the class of each kind of water. */
  readonly water: Newest['water'];
  private readonly windFactors: Newest['wind'];
  /** Number of updates. */
  version = 0;
  private readonly byId: ReadonlyMap<number, Station>;
  private readonly placeOf: Record<Medium, ReadonlyMap<number, number>>;
  private readonly rules: ReadonlyMap<string, ValueRule>;
  private readonly listeners = new Set<(changes: Changes) => void>();
  private changed = new Set<Station>();
  private waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(sites: readonly NetworkSite[], newest: Newest, now = Date.now()) {
    const ofMedium = (wanted: Medium) => newest.factors.filter(({ medium }) => medium === wanted);
    this.water = newest.water;
    this.windFactors = newest.wind;
    this.rules = new Map(newest.rules.map((rule) => [ruleKey(rule.site_id, rule.component_id), rule]));
    this.factors = { air: ofMedium('air'), water: ofMedium('water') };
    this.placeOf = { air: places(this.factors.air), water: places(this.factors.water) };
    const newestOf = new Map(newest.data_info.map((one) => [one.site_id, one]));
    this.stations = sites.map((site, order) => stationOf(site, order, newestOf.get(site.site_id)));
    this.byId = new Map(this.stations.map((station) => [station.site.site_id, station]));
    for (const station of this.stations) this.judge(station, now);
  }

  station(site_id: number): Station | undefined {
    return this.byId.get(site_id);
  }

  onChange(listener: (changes: Changes) => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  hear(events: readonly LiveEvent[], now = Date.now()): void {
    for (const event of events) {
      const station = this.byId.get(siteOf(event) ?? 0);
      if (!station) continue;
      if (event.topic === 'link') {
        station.online = event.online;
        station.last_packet_at = event.last_packet_at;
      } else if (event.topic === 'reading') {
        if (!event.simulated) {
          station.online = true;
          if (event.received_at > (station.last_packet_at ?? '')) station.last_packet_at = event.received_at;
        }
        if (this.take(station, event)) this.judge(station, now);
      }
      this.changed.add(station);
    }
    this.tellSoon();
  }

  /** Sets the open alarms; all other sites have none. */
  alarm(sites: readonly (StationAlarm & { site_id: number })[]): void {
    const now = new Map(sites.map(({ site_id, level, open }) => [site_id, { level, open }]));
    for (const station of this.stations) {
      const alarm = now.get(station.site.site_id);
      if (alarm?.level === station.alarm?.level && alarm?.open === station.alarm?.open) continue;
      station.alarm = alarm;
      this.changed.add(station);
    }
    this.tellSoon();
  }

  /** Sets the open maintenance windows; all other sites have none. */
  maintain(windows: readonly (StationWindow & { site_ids: readonly number[] })[]): void {
    const now = new Map<number, StationWindow>();
    for (const { site_ids, ends_at, reason } of windows)
      for (const site_id of site_ids)
        if (ends_at > (now.get(site_id)?.ends_at ?? '')) now.set(site_id, { ends_at, reason });
    for (const station of this.stations) {
      const window = now.get(station.site.site_id);
      if (window?.ends_at === station.window?.ends_at && window?.reason === station.window?.reason) continue;
      station.window = window;
      this.changed.add(station);
    }
    this.tellSoon();
  }

  /** Removes values that are too old to be current. */
  age(now = Date.now()): void {
    for (const station of this.stations) {
      const oldest = oldestOf(station, now);
      if (!station.values.some((value, i) => value !== null && (station.ats[i] ?? 0) <= oldest)) continue;
      this.judge(station, now);
      this.changed.add(station);
    }
    this.tellSoon();
  }

  /** A factor's value in the station's own unit, if it is valid and current. */
  valueOf({ medium, values }: Station, component_id: number): number | null {
    return values[this.placeOf[medium].get(component_id) ?? -1] ?? null;
  }

  /** The valid range of a factor at a station. */
  ruleOf({ site }: Station, component_id: number): ValueRule {
    const own = this.rules.get(ruleKey(site.site_id, component_id));
    return own ?? this.rules.get(ruleKey(null, component_id)) ?? anyValue;
  }

  /** Returns whether the event changed the current state. */
  private take(station: Station, { data_type, ts, fids, values, flags }: ReadingEvent): boolean {
    if (station.data_type && fineness(data_type) > fineness(station.data_type)) return false;
    station.data_type = data_type;
    const at = Date.parse(ts);
    const counting = countingFlags(station.site.counting_flags);
    this.takeWind(station, at, fids, values);
    for (const [i, fid] of fids.entries()) {
      const flag = flags?.[i] ?? '';
      if (stateOfFlag(flag)) station.flagged.set(fid, flag);
      else station.flagged.delete(fid);
      const place = this.placeOf[station.medium].get(fid);
      if (place === undefined || at < (station.ats[place] ?? 0)) continue;
      const value = counts(flag, 'l', counting) ? (values[i] ?? null) : null;
      station.values[place] = value === null ? null : countedValue(value, this.ruleOf(station, fid));
      station.ats[place] = at;
    }
    return true;
  }

  private takeWind(
    station: Station,
    at: number,
    fids: readonly number[],
    values: ReadingEvent['values'],
  ): void {
    if (!this.windFactors || station.medium !== 'air') return;
    const partOf = (fid: number) => values[fids.indexOf(fid)] ?? null;
    const [speed, direction] = [partOf(this.windFactors.speed_id), partOf(this.windFactors.direction_id)];
    if (speed !== null && direction !== null) station.wind = { speed, direction, at };
  }

  private judge(station: Station, now: number): void {
    const oldest = oldestOf(station, now);
    if (station.wind && station.wind.at <= oldest) station.wind = undefined;
    for (const [i, at] of station.ats.entries()) if (at <= oldest) station.values[i] = null;
    const factors = this.factors[station.medium];
    if (station.medium === 'air')
      station.air = momentReport(new Date(now), concentrations(factors, station.values), station.exempt);
    else {
      const readings = factors.map(({ code, unit, decimals }, i) => {
        const value = station.values[i] ?? null;
        return { code, unit, value: value === null ? null : reportedWater(value, decimals) };
      });
      station.water = waterSection(waterValues(station.body, readings), this.water[station.body]);
    }
  }

  private tellSoon(): void {
    if (this.changed.size === 0 || this.waiting !== undefined) return;
    this.waiting = setTimeout(() => {
      this.waiting = undefined;
      this.version += 1;
      const { changed } = this;
      this.changed = new Set();
      for (const listener of [...this.listeners]) listener(changed);
    }, restMs);
  }
}

/** Whether a station has current data: online, or simulated. */
export function tells({ online, site }: Pick<Station, 'online' | 'site'>): boolean {
  return online || site.virtual_data;
}

function stationOf(site: NetworkSite, order: number, newest: NewestOfSite | undefined): Station {
  const { values = [], ts, data_type, exempt = [], body = 'river', flagged = [] } = newest ?? {};
  const { measures = [], wind = null } = newest ?? {};
  const at = Date.parse(ts ?? '') || 0;
  return {
    site,
    medium: mediumOf(site.site_type),
    order,
    online: newest?.online ?? site.online,
    last_packet_at: site.last_packet_at,
    data_type: data_type ?? null,
    values: [...values],
    ats: values.map((value) => (value === null ? 0 : at)),
    exempt,
    measures: new Set(measures),
    wind: wind ? { speed: wind.speed, direction: wind.direction, at: Date.parse(wind.ts) } : undefined,
    body,
    alarm: undefined,
    window: undefined,
    flagged: new Map(flagged.map(({ component_id, flag }) => [component_id, flag])),
  };
}

function places(factors: readonly JudgedFactor[]): ReadonlyMap<number, number> {
  return new Map(factors.map(({ component_id }, place) => [component_id, place]));
}

const fineness = (type: DataType) => dataType.options.indexOf(type);

function oldestOf({ medium, data_type }: Station, now: number): number {
  return now - (data_type ? holdsMs(medium, data_type) : 0);
}

function concentrations(
  factors: readonly JudgedFactor[],
  values: readonly (number | null)[],
): Partial<Record<Pollutant, number>> {
  return Object.fromEntries(
    factors.flatMap(({ code, unit }, i) => {
      const pollutant = pollutantOfCode(code);
      const value = values[i] ?? null;
      const concentration = pollutant && value !== null ? inPollutantUnit(pollutant, value, unit) : null;
      return concentration === null ? [] : [[pollutant, concentration]];
    }),
  );
}
