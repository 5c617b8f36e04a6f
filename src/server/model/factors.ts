/** A factor that demo stations measure. */
export interface ModelFactor {
  /** The product's key of the factor. */
  key: string;
  /** The code that the station sends. */
  code: string;
  decimals: number;
  /** Scatter of single values around the mean: a share of the value, and a minimum. */
  scatter: number;
  leastScatter: number;
  low: number;
  high: number;
  /** Directions are averaged as vectors; of positions the last one is kept. */
  averaging: 'mean' | 'circular' | 'last';
  /** A gas analyser, which is checked with zero and span gas every week. */
  gas: boolean;
}

type Row = readonly [
  key: string,
  code: string,
  decimals: number,
  scatter: number,
  leastScatter: number,
  low: number,
  high: number,
  kind?: 'gas' | 'circular' | 'last',
];

function factor([key, code, decimals, scatter, leastScatter, low, high, kind]: Row): ModelFactor {
  return {
    key,
    code,
    decimals,
    scatter,
    leastScatter,
    low,
    high,
    averaging: kind === 'circular' || kind === 'last' ? kind : 'mean',
    gas: kind === 'gas',
  };
}

const airRows: readonly Row[] = [
  ['pm25', 'a34004', 1, 0.06, 0.6, 1, 1000],
  ['pm10', 'a34002', 1, 0.07, 1, 2, 2000],
  ['so2', 'a21026', 1, 0.06, 0.3, 0.5, 500, 'gas'],
  ['no2', 'a21004', 1, 0.07, 0.5, 0.5, 500, 'gas'],
  ['o3', 'a05024', 1, 0.04, 0.6, 0.5, 1000, 'gas'],
  ['co', 'a21005', 3, 0.05, 0.012, 0.05, 50, 'gas'],
  ['no', 'a21003', 1, 0.09, 0.2, 0.1, 500, 'gas'],
  ['nox', 'a21002', 1, 0.07, 0.6, 0.6, 1000, 'gas'],
  ['tvoc', 'a99054', 3, 0.08, 0.003, 0.005, 20],
  ['temperature', 'a01001', 1, 0, 0.15, -40, 50],
  ['humidity', 'a01002', 1, 0.01, 0.4, 5, 100],
  ['pressure', 'a01006', 2, 0, 0.02, 60, 108],
  ['wind_speed', 'a01007', 1, 0.22, 0.2, 0, 40],
  ['wind_direction', 'a01008', 0, 0, 14, 0, 360, 'circular'],
];

const positionRows: readonly Row[] = [
  ['longitude', 'lng', 6, 0, 0, 73, 136, 'last'],
  ['latitude', 'lat', 6, 0, 0, 3, 54, 'last'],
];

const waterRows: readonly Row[] = [
  ['water_temperature', 'w01010', 1, 0, 0.05, 0.2, 36],
  ['ph', 'w01001', 2, 0, 0.02, 6, 10],
  ['dissolved_oxygen', 'w01009', 2, 0.01, 0.03, 0.5, 18],
  ['conductivity', 'w01014', 1, 0.004, 0.6, 50, 3000],
  ['turbidity', 'w01003', 1, 0.05, 0.4, 0.5, 2000],
  ['codmn', 'w01019', 2, 0.015, 0.02, 0.3, 40],
  ['nh3n', 'w21003', 3, 0.02, 0.002, 0.01, 20],
  ['tp', 'w21011', 3, 0.02, 0.001, 0.005, 5],
  ['tn', 'w21001', 2, 0.015, 0.02, 0.1, 30],
];

export const airFactors = airRows.map(factor);
export const mobileFactors = [...airRows, ...positionRows].map(factor);
export const waterFactors = waterRows.map(factor);
