import { useMemo, useRef } from 'react';
import { printedFormula } from '#shared/domain/formula.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ListError } from '#web/ui/ListStates.tsx';
import { localName } from '#web/ui/local-name.ts';
import { Page } from '#web/ui/Page.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { type Factor, useEveryFactor } from '#web/widgets/useFactors.ts';
import { useSites } from '#web/widgets/useSites.ts';
import { HeatLegend } from './HeatLegend.tsx';
import styles from './heat-map.module.css';
import { PlayBar } from './PlayBar.tsx';
import { StopList } from './StopList.tsx';
import { TrackBar } from './TrackBar.tsx';
import { TrackChart } from './TrackChart.tsx';
import { TrackFiles } from './TrackFiles.tsx';
import { TrackSurface } from './TrackSurface.tsx';
import track from './track-map.module.css';
import { useTrackFilm } from './useTrackFilm.ts';
import { useTrackQuery } from './useTrackQuery.ts';
import { useTrackScene } from './useTrackScene.ts';
import { usePositions, useTracks } from './useTracks.ts';

/** Routes of mobile stations with the values measured on them. */
export function TrackMapPage() {
  const t = useT();
  const language = useLanguage();
  const { sites, answer } = useSites();
  const vans = useMemo(() => sites.filter(({ site_type }) => site_type === 'mobile'), [sites]);
  const all = useEveryFactor();
  const factors = useMemo(() => all.filter(({ category }) => category !== 'position'), [all]);
  const query = useTrackQuery(vans, factors);
  const { site_ids, from, to, factor } = query;
  const wind = useMemo(() => windOf(factors), [factors]);
  const { tracks, isLoading, error, retry } = useTracks({
    ...{ site_ids, from, to, wind },
    component_id: factor?.component_id,
  });
  const positions = usePositions(site_ids);
  const pictureOf = useRef<() => Promise<HTMLCanvasElement>>(undefined);
  const span = { from: Date.parse(from), to: Date.parse(to) };
  const { play, steps, timeOf, cursor, goTo } = useTrackFilm(span.from, span.to);

  const nameOf = (site_id: number) => sites.find((site) => site.site_id === site_id)?.site_name ?? '';
  const { scale, scene, bounds } = useTrackScene({ tracks, positions, query, cursor, nameOf });
  const isEmpty = tracks.every(({ points }) => points.length === 0);
  // The tracks are asked for once the factors are known.
  const whyEmpty = isLoading || !factor ? 'heatMap.loading' : 'trackMap.no_points';
  const failed = answer.error ?? error;
  const factorName = factor
    ? printedFormula(factor.formula) || localName(factor, 'component_name', language)
    : '';
  return (
    <Page
      hint={t('trackMap.hint')}
      actions={<TrackFiles {...{ query, tracks, factorName, scale, nameOf, pictureOf }} disabled={isEmpty} />}
    >
      <div className={styles.panel}>
        <TrackBar query={query} vans={vans} factors={factors} />
        {failed && <ListError error={failed as Error} onRetry={retry} />}
        <div className={track.split}>
          <div className={track.map}>
            {answer.data && <TrackSurface scene={scene} bounds={bounds} pictureOf={pictureOf} />}
            {!isEmpty && (
              <HeatLegend
                scale={scale}
                colours={scale.colours}
                name={factorName}
                unit={factor?.unit ?? ''}
                levels={scale.isLevels}
              />
            )}
            {answer.data && isEmpty && !failed && (
              <p className={styles.none} role="status">
                {t(vans.length === 0 ? 'trackMap.no_vans' : whyEmpty)}
              </p>
            )}
          </div>
          <StopList tracks={tracks} nameOf={nameOf} onGo={goTo} />
        </div>
        <PlayBar
          play={play}
          steps={steps}
          ready={steps}
          nameOf={(step) => showTime(new Date(timeOf(step)).toISOString(), language)}
          onStop={() => undefined}
        />
        {!isEmpty && (
          <TrackChart {...{ tracks, factor, factorName, sites, cursor }} {...span} onPick={goTo} />
        )}
      </div>
    </Page>
  );
}

function windOf(factors: readonly Factor[]) {
  const idOf = (key: string) => factors.find(({ component_key }) => component_key === key)?.component_id;
  const [direction, speed] = [idOf('wind_direction'), idOf('wind_speed')];
  return direction === undefined || speed === undefined ? undefined : { direction, speed };
}
