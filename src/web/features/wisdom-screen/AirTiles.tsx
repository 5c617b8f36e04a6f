import { aqiBand, aqiBands } from '#shared/domain/aqi-bands.ts';
import { printedFormula } from '#shared/domain/formula.ts';
import { pollutantFacts } from '#shared/domain/pollutants.ts';
import { useT } from '#web/i18n.ts';
import { useAqiPalette } from '#web/theme/aqi-palette.ts';
import { aqiColours, waterColours } from '#web/theme/palette.ts';
import { usePlaces } from '#web/widgets/useSites.ts';
import { Bars, Nothing, Tile } from './Tile.tsx';
import type { RankedFigure, WallFigures } from './wall-figures.ts';
import { useNetworkTitle } from './wall-scope.ts';

const quiet = '#3b6b9c';
const rows = 6;

function useLevelColour(): (level: number | null | undefined) => string {
  const palette = useAqiPalette();
  return (level) => aqiColours[palette][(level ?? 0) - 1] ?? quiet;
}

export function DistributionTile({ figures }: { figures: WallFigures }) {
  const t = useT();
  const colourOf = useLevelColour();
  const most = Math.max(1, ...figures.levels);
  return (
    <Tile title={t('wall.tile_distribution')} aside={t('wall.provisional')}>
      {figures.telling === 0 ? (
        <Nothing>{t('wall.no_air')}</Nothing>
      ) : (
        <Bars
          bars={aqiBands.map(({ key, level }) => ({
            key,
            name: t(`standards.band_${key}`),
            share: (figures.levels[level - 1] ?? 0) / most,
            colour: colourOf(level),
            figure: String(figures.levels[level - 1] ?? 0),
          }))}
        />
      )}
    </Tile>
  );
}

export function WaterTile({ figures }: { figures: WallFigures }) {
  const t = useT();
  const most = Math.max(...figures.classes);
  return (
    <Tile title={t('wall.tile_water')}>
      {most === 0 ? (
        <Nothing>{t('wall.no_water')}</Nothing>
      ) : (
        <Bars
          bars={figures.classes.map((count, i) => ({
            key: i,
            name: t.tx(`home.water_short_${i + 1}`),
            share: count / most,
            colour: waterColours[i] ?? quiet,
            figure: String(count),
          }))}
        />
      )}
    </Tile>
  );
}

export function PrimaryTile({ figures }: { figures: WallFigures }) {
  const t = useT();
  const most = Math.max(1, ...figures.primary.map(({ count }) => count));
  return (
    <Tile title={t('wall.tile_primary')} aside={t('wall.provisional')}>
      {figures.primary.length === 0 ? (
        <Nothing>{t('wall.no_air')}</Nothing>
      ) : (
        <Bars
          bars={figures.primary.slice(0, rows).map(({ pollutant, count }) => ({
            key: pollutant ?? '',
            name: pollutant ? printedFormula(pollutantFacts[pollutant].formula) : t('wall.none_primary'),
            share: count / most,
            colour: pollutant ? '#35d6ff' : quiet,
            figure: String(count),
          }))}
        />
      )}
    </Tile>
  );
}

function RankedBars({ ranking }: { ranking: readonly RankedFigure[] }) {
  const t = useT();
  const colourOf = useLevelColour();
  const most = Math.max(1, ranking[0]?.value ?? 1);
  if (ranking.length === 0) return <Nothing>{t('wall.no_air')}</Nothing>;
  return (
    <Bars
      bars={ranking.slice(0, rows).map(({ key, name, value, figure, grade }, i) => ({
        key,
        name: `${i + 1}  ${name}`,
        share: value / most,
        colour: colourOf(grade),
        figure,
      }))}
    />
  );
}

export function RankingTile({ figures }: { figures: WallFigures }) {
  const t = useT();
  return (
    <Tile title={t('wall.tile_ranking')} aside={t('wall.provisional')}>
      <RankedBars ranking={figures.ranking} />
    </Tile>
  );
}

export function Pm25RankingTile({ figures }: { figures: WallFigures }) {
  const t = useT();
  return (
    <Tile title={t('wall.tile_ranking_pm25')} aside={pollutantFacts.pm25.unit}>
      <RankedBars ranking={figures.ranking_pm25} />
    </Tile>
  );
}

/** Always of the whole network: ranking a single city makes no sense. */
export function CitiesTile({ figures }: { figures: WallFigures }) {
  const t = useT();
  const places = usePlaces(true);
  const title = useNetworkTitle(t('wall.tile_cities'));
  return (
    <Tile title={title} aside={t('wall.provisional')}>
      {figures.cities.length === 0 ? (
        <Nothing>{t(figures.telling === 0 ? 'wall.no_air' : 'wall.no_cities')}</Nothing>
      ) : (
        <RankedBars
          ranking={figures.cities.map(({ city_code, aqi }) => ({
            key: city_code,
            name: places.get(city_code) ?? city_code,
            value: aqi,
            figure: String(aqi),
            grade: aqiBand(aqi)?.level ?? null,
          }))}
        />
      )}
    </Tile>
  );
}
