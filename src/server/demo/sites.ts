import { airFactors, mobileFactors, waterFactors } from '#server/model/factors.ts';
import type { ModelSite } from '#server/model/site.ts';
import { type City, cities } from './cities.ts';
import { type MobileRoute, mobileRoutes } from './mobile-routes.ts';
import { type Section, sections } from './sections.ts';

/** A station of the demo, with the data of its row in `site`. */
export interface DemoSite extends ModelSite {
  mn: string;
  site_name: string;
  st: '21' | '22';
  province_code: string;
  city_code: string;
  area_code: string;
  address: string;
  product_name: string;
  project_name: string;
  agreement_name: string;
  /** How it labels periods. */
  label: 'start' | 'end';
  water?: NonNullable<ModelSite['water']> & {
    river_system: string;
    section_attribute: string;
    target_class: Section[10];
  };
}

export const INTERVAL_SECONDS = 60;
export const PASSWORD = '123456';

const STANDARD = 'HJ 212-2017';
const LABELLED_BY_END = 'HJ 212-2017（空气，时段末标）';
/** The example of a manufacturer's protocol; the simulator knows its commands. */
const MANUFACTURER = '微型站厂商协议（示例）';
/** Provinces whose air stations are made by that manufacturer. */
const MANUFACTURED = new Set(['37']);
/** Provinces whose air stations label hours by their end. */
const LABELS_END = new Set(['33', '44']);

/** 24 characters, as required by the standard: manufacturer, district and serial number. */
function mnOf(area: string, serial: string): string {
  return `010000A8900016F0${area}${serial}`;
}

function region(area: string): Pick<DemoSite, 'province_code' | 'city_code' | 'area_code'> {
  return { province_code: `${area.slice(0, 2)}0000`, city_code: `${area.slice(0, 4)}00`, area_code: area };
}

function airSites({ province, city, pm25, elevation, districts, code }: City): Omit<DemoSite, 'seed'>[] {
  const byEnd = LABELS_END.has(code.slice(0, 2));
  return districts.map(([area, district, spot, latitude, longitude]) => ({
    mn: mnOf(area, '01'),
    site_name: `${city}${district}${spot.replace(/站$/, '')}站`,
    site_type: 'air',
    st: '22',
    ...region(area),
    address: `${province}${city}${district}${spot}`,
    product_name: '空气质量自动站',
    project_name: `${province || city}空气质量监测网`,
    agreement_name: MANUFACTURED.has(code.slice(0, 2)) ? MANUFACTURER : byEnd ? LABELLED_BY_END : STANDARD,
    label: byEnd ? 'end' : 'start',
    factors: airFactors,
    latitude,
    longitude,
    elevation,
    pm25,
  }));
}

function waterSite(section: Section): Omit<DemoSite, 'seed'> {
  const [name, water, system, basin, area, province, city, district, latitude, longitude] = section;
  const [target, usual, attribute] = [section[10], section[11], section[12]];
  const lake = attribute === '湖体点位';
  return {
    mn: mnOf(area, 'B1'),
    site_name: `${water}${name}${lake ? '点位' : '断面'}`,
    site_type: 'water',
    st: '21',
    ...region(area),
    address: `${province}${city}${district}${water}${name}`,
    product_name: '地表水水质自动站',
    project_name: `${basin}水质监测`,
    agreement_name: STANDARD,
    label: 'start',
    factors: waterFactors,
    latitude,
    longitude,
    elevation: 0,
    pm25: 0,
    water: {
      basin_name: basin,
      river_system: system,
      section_attribute: attribute,
      water_quality_type: lake ? 'lake' : 'river',
      target_class: target,
      usual_class: usual,
    },
  };
}

function mobileSite(route: MobileRoute): Omit<DemoSite, 'seed'> {
  const { code, province, city, district, plate, pm25, elevation, corners } = route;
  const [latitude, longitude] = corners[0] ?? [0, 0];
  return {
    mn: mnOf(code, 'C1'),
    site_name: `${city}${plate}`,
    site_type: 'mobile',
    st: '22',
    ...region(code),
    address: `${province}${city}${district}`,
    product_name: '走航监测车',
    project_name: `${province || city}空气质量监测网`,
    agreement_name: STANDARD,
    label: 'start',
    factors: mobileFactors,
    latitude,
    longitude,
    elevation,
    pm25,
    route: corners,
  };
}

/** Failing sensors, in provinces that the demo's operator sees. */
const weakSensors: Readonly<Record<string, DemoSite['weak']>> = {
  [mnOf('370102', '01')]: { kind: 'stuck', key: 'no2' },
  [mnOf('320508', '01')]: { kind: 'drift', key: 'o3' },
};

/** The demo's network: 120 air stations, 40 sections of rivers and lakes, 3 vans. */
export const demoSites: readonly DemoSite[] = [
  ...cities.flatMap(airSites),
  ...sections.map(waterSite),
  ...mobileRoutes.map(mobileSite),
].map((site, seed) => ({ ...site, seed, weak: weakSensors[site.mn] }));

/** Devices that send packets but are not sites yet. */
export const unregisteredDevices: readonly DemoSite[] = [
  { near: '370102', serial: '91', name: '历下未登记微型站' },
  { near: '610402', serial: '92', name: '秦都未登记微型站' },
].flatMap(({ near, serial, name }, i) => {
  const like = demoSites.find(({ area_code }) => area_code === near);
  return like
    ? [
        {
          ...like,
          seed: 900_000 + i,
          mn: mnOf(near, serial),
          site_name: name,
          weak: undefined,
          neverOut: true,
        },
      ]
    : [];
});

/** That many stations: first those of the demo, then more air stations near the same cities. */
export function networkOf(count: number): DemoSite[] {
  const air = demoSites.filter(({ site_type }) => site_type === 'air');
  return Array.from({ length: count }, (_, seed) => {
    const known = demoSites[seed];
    if (known) return known;
    const like = air[seed % air.length] as DemoSite;
    const serial = seed - demoSites.length + 1;
    return {
      ...like,
      seed,
      mn: `010000A8900016FF${serial.toString(16).toUpperCase().padStart(8, '0')}`,
      site_name: `${like.site_name}${serial}`,
      latitude: like.latitude + (((seed * 7) % 19) - 9) / 200,
      longitude: like.longitude + (((seed * 11) % 23) - 11) / 200,
    };
  });
}
