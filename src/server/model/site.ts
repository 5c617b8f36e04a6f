import type { ModelFactor } from './factors.ts';
import type { Corner } from './route.ts';
import type { Place } from './weather.ts';

/** What the model must know of a station. */
export interface ModelSite extends Place {
  /** Everything that differs from site to site follows from it. */
  seed: number;
  site_type: 'air' | 'water' | 'mobile';
  factors: readonly ModelFactor[];
  /** Has power and a link at all times, which no station of the demo does. */
  neverOut?: boolean;
  /** Its instruments never fail, nor does anyone look after them. */
  faultless?: boolean;
  /** A sensor that is known to fail, so that there is one to find at any time. */
  weak?: { kind: 'stuck' | 'drift'; key: string };
  /** Air: usual PM2.5. */
  pm25: number;
  route?: readonly Corner[];
  water?: {
    basin_name: string;
    water_quality_type: 'river' | 'lake';
    usual_class: 1 | 2 | 3 | 4 | 5 | 6;
  };
}
