import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { solarHour, winter } from './calendar.ts';
import { chance, clamp, ripple } from './chance.ts';
import type { ModelSite } from './site.ts';
import { recentRain, weatherAt } from './weather.ts';

/** Typical values of sections of class 1 to 6: CODMn, NH3-N, TP, TN in mg/L. */
const usual: readonly (readonly [codmn: number, nh3n: number, tp: number, tn: number])[] = [
  [1.4, 0.06, 0.012, 0.7],
  [2.3, 0.16, 0.06, 1.5],
  [4.1, 0.4, 0.12, 2.2],
  [6.4, 0.8, 0.17, 3.1],
  [9.5, 1.3, 0.26, 4.6],
  [13, 2.6, 0.5, 7],
];
/** Limits for phosphorus are lower for lakes, so lakes of the same class contain less. */
const LAKE_TP = 0.38;
const LAKE_TN = 0.45;

/** Oxygen saturation at a temperature, in mg/L. */
function saturation(celsius: number): number {
  return 14.6 - 0.39 * celsius + 0.0061 * celsius * celsius - 0.00004 * celsius ** 3;
}

/** The true state of the water at a section: temperature, pH, DO, conductivity, turbidity, CODMn, NH3-N, TP, TN. */
export function waterAt(site: ModelSite, ms: number): number[] {
  const { seed } = site;
  const lake = site.water?.water_quality_type === 'lake';
  const cold = winter(ms);
  const rain = recentRain(site, ms);
  const sunHour = solarHour(ms, site.longitude);
  const afternoon = Math.cos((2 * Math.PI * (sunHour - 15.5)) / 24);
  const whim = ripple(seed + 3000, ms / (9 * HOUR_MS));
  const mood = ripple(seed + 4000, ms / (4 * DAY_MS));

  // Water temperature follows the air slowly; daily changes are larger in shallow lakes.
  const season =
    23.5 - 0.5 * (site.latitude - 23) - (6.5 + 0.42 * (site.latitude - 23)) * winter(ms - 12 * DAY_MS);
  const temperature = Math.max(
    0.4,
    season + 0.18 * (weatherAt(site, ms - DAY_MS / 2).temperature - season) + (lake ? 1 : 0.4) * afternoon,
  );

  // During the day algae produce oxygen and raise the pH, most of all in lakes and in summer.
  const algae = (lake ? 1 : 0.35) * (1 - 0.7 * cold);
  const burden = (site.water?.usual_class ?? 3) - 1;
  const oxygen =
    saturation(temperature) * (0.97 - 0.055 * burden + 0.04 * mood - 0.08 * rain) + 0.75 * algae * afternoon;
  const ph = 7.55 + 0.5 * chance(seed, 2) + 0.22 * algae * (afternoon + 0.6) + 0.06 * mood - 0.2 * rain;

  const base = 190 + 620 * chance(seed, 3) * clamp((site.latitude - 20) / 14, 0.25, 1);
  const conductivity = base * (1 + 0.05 * mood + 0.06 * cold - 0.22 * rain);
  const silty = site.water?.basin_name === '黄河流域' ? 4 : 1;
  const clear = (lake ? 14 : 9 + 16 * chance(seed, 4)) * silty;
  const turbidity = clear * (1 + 0.25 * whim + 7 * rain * rain + 2.2 * rain);

  const [codmn, nh3n, tp, tn] = usual[burden] ?? [4, 0.4, 0.12, 2];
  const wash = 1 + 0.45 * rain;
  const level = (0.88 + 0.3 * chance(seed, 5)) * (1 + 0.12 * mood + 0.05 * whim);
  return [
    temperature,
    ph,
    oxygen,
    conductivity,
    turbidity,
    codmn * level * wash * (1 - 0.06 * cold),
    nh3n * level * (1 + 0.4 * rain) * (1 + 0.3 * cold),
    tp * (lake ? LAKE_TP : 1) * level * (1 + 0.8 * rain),
    tn * (lake ? LAKE_TN : 1) * level * wash * (1 + 0.15 * cold),
  ];
}
