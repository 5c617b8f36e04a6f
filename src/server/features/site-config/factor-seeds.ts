import type { DerivedSeed, FactorSeed } from './factor-seed.ts';
import { airFactors } from './factors-air.ts';
import { waterFactors } from './factors-water.ts';

/** Usual factors, in the expected order. */
const usual: readonly FactorSeed[] = [
  ['pm25', 'a34004', '', '细颗粒物', 'PM2.5', 'PM2.5', 'µg/m³', 1, 'air', [0, 1000]],
  ['pm10', 'a34002', '', '可吸入颗粒物', 'PM10', 'PM10', 'µg/m³', 1, 'air', [0, 2000]],
  ['so2', 'a21026', '02', '二氧化硫', 'Sulfur dioxide', 'SO2', 'µg/m³', 1, 'air', [0, 3000]],
  ['no2', 'a21004', '', '二氧化氮', 'Nitrogen dioxide', 'NO2', 'µg/m³', 1, 'air', [0, 1000]],
  ['o3', 'a05024', '', '臭氧', 'Ozone', 'O3', 'µg/m³', 1, 'air', [0, 1200]],
  ['co', 'a21005', '04', '一氧化碳', 'Carbon monoxide', 'CO', 'mg/m³', 3, 'air', [0, 100]],
  ['no', 'a21003', '', '一氧化氮', 'Nitric oxide', 'NO', 'µg/m³', 1, 'air', [0, 1000]],
  ['nox', 'a21002', '03', '氮氧化物', 'Nitrogen oxides', 'NOx', 'µg/m³', 1, 'air', [0, 1500]],
  [
    'tsp',
    'a34001',
    '',
    '总悬浮颗粒物',
    'Total suspended particles (TSP)',
    'TSP',
    'µg/m³',
    1,
    'air',
    [0, 5000],
  ],
  ['pm1', 'a34005', '', '亚微米颗粒物', 'PM1', 'PM1', 'µg/m³', 1, 'air', [0, 1000]],
  ['temperature', 'a01001', '', '温度', 'Air temperature', '', '°C', 1, 'weather', [-50, 60]],
  ['humidity', 'a01002', '', '湿度', 'Relative humidity', '', '%', 1, 'weather', [0, 100]],
  ['pressure', 'a01006', '', '气压', 'Air pressure', '', 'kPa', 2, 'weather', [50, 110]],
  ['wind_speed', 'a01007', '', '风速', 'Wind speed', '', 'm/s', 1, 'weather', [0, 60]],
  ['wind_direction', 'a01008', '', '风向', 'Wind direction', '', '°', 0, 'weather', [0, 360], 'circular'],
  ['water_temperature', 'w01010', '', '水温', 'Water temperature', '', '°C', 1, 'water', [-5, 50]],
  ['ph', 'w01001', '001', 'pH值', 'pH', '', '', 2, 'water', [0, 14]],
  ['dissolved_oxygen', 'w01009', '', '溶解氧', 'Dissolved oxygen', 'DO', 'mg/L', 2, 'water', [0, 30]],
  ['conductivity', 'w01014', '', '电导率', 'Conductivity', '', 'µS/cm', 1, 'water', [0, 100000]],
  ['turbidity', 'w01003', '', '浊度', 'Turbidity', '', 'NTU', 1, 'water', [0, 5000]],
  ['codmn', 'w01019', '', '高锰酸盐指数', 'Permanganate index (CODMn)', '', 'mg/L', 2, 'water', [0, 100]],
  ['nh3n', 'w21003', '060', '氨氮', 'Ammonia nitrogen', 'NH3-N', 'mg/L', 3, 'water', [0, 300]],
  ['tp', 'w21011', '101', '总磷', 'Total phosphorus', 'P', 'mg/L', 3, 'water', [0, 100]],
  ['tn', 'w21001', '065', '总氮', 'Total nitrogen', 'N', 'mg/L', 2, 'water', [0, 200]],
];

/** The national tables (HJ 212-2017 annex B), other codes used in practice, and the 16 gases of the spec. */
export const factorSeeds: readonly FactorSeed[] = [...usual, ...airFactors, ...waterFactors];

export const derivedSeeds: readonly DerivedSeed[] = [
  {
    component_key: 'o3_8h',
    from: 'o3',
    derivation: 'max_8h',
    component_name: '臭氧日最大8小时平均',
    component_name_en: 'Ozone, daily maximum 8-hour mean',
    formula: 'O3-8h',
  },
  {
    component_key: 'o3_1h',
    from: 'o3',
    derivation: 'max_1h',
    component_name: '臭氧日最大1小时平均',
    component_name_en: 'Ozone, daily maximum 1-hour mean',
    formula: 'O3-1h',
  },
];

/** Minimum detection limits of analysers: 2 ppb for gases, 0.5 ppm for CO; in the factor's unit. */
export const detectionLimits: Readonly<Record<string, number>> = {
  so2: 5.2,
  no2: 3.8,
  o3: 3.9,
  co: 0.6,
  pm10: 2,
  pm25: 2,
};
