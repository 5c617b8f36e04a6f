import type { ModelFactor } from './factors.ts';
import type { Corner } from './route.ts';
import type { Place } from './weather.ts';

/** What the model needs of a station. */
export interface ModelSite extends Place {
  /** Determines all differences between sites. */
  seed: number;
  site_type: 'air' | 'water' | 'mobile';
  factors: readonly ModelFactor[];
  /** Has no outages, unlike stations of the demo. */
  neverOut?: boolean;
  /** No instrument faults, maintenance or calibration. */
  faultless?: boolean;
  /** A sensor with recurring faults, so that there is always one to find. */
  weak?: { kind: 'stuck' | 'drift'; key: string };
  /** Air: typical PM2.5. */
  pm25: number;
  route?: readonly Corner[];
  water?: {
    basin_name: string;
    water_quality_type: 'river' | 'lake';
    usual_class: 1 | 2 | 3 | 4 | 5 | 6;
  };
}
