import { DownloadOutlined, PictureOutlined } from '@ant-design/icons';
import { Button, Select, Switch } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { airRulesAt } from '#shared/domain/air-rules.ts';
import { printedFormula } from '#shared/domain/formula.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { gridMeans } from '#shared/domain/track.ts';
import { TimeChart } from '#web/charts/TimeChart.tsx';
import { lookNow } from '#web/charts/time-chart-option.ts';
import { titledPicture } from '#web/charts/titled-picture.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { useAqiPalette } from '#web/theme/aqi-palette.ts';
import { aqiColours } from '#web/theme/palette.ts';
import { ListError } from '#web/ui/ListStates.tsx';
import { localName } from '#web/ui/local-name.ts';
import { Page } from '#web/ui/Page.tsx';
import { usePageName } from '#web/ui/page-name.ts';
import { showTime } from '#web/ui/show-time.ts';
import { TimeRange } from '#web/ui/TimeRange.tsx';
import { useAddress } from '#web/ui/useAddress.ts';
import { type Factor, useEveryFactor } from '#web/widgets/useFactors.ts';
import { useSites } from '#web/widgets/useSites.ts';
import { HeatLegend } from './HeatLegend.tsx';
import styles from './heat-map.module.css';
import { PlayBar } from './PlayBar.tsx';
import { StopList } from './StopList.tsx';
import { saveAs, saveCsv } from './save-csv.ts';
import { TrackSurface } from './TrackSurface.tsx';
import { trackScale } from './track-colours.ts';
import { trackRows } from './track-files.ts';
import track from './track-map.module.css';
import { trackPanels } from './track-panels.ts';
import { usePlaying } from './usePlaying.ts';
import { type Track, usePositions, useTracks } from './useTracks.ts';

const most = 5;
/** A film of so many steps, however many points there are. */
const filmSteps = 240;
const gridKm = 0.5;

/** What the address says; without a time the last 24 hours. */
function useTrackQuery(vans: readonly { site_id: number }[], factors: readonly Factor[]) {
  const { params, numbers, change } = useAddress();
  const [opened] = useState(() => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
  const asked = numbers('sites').filter((id) => vans.some(({ site_id }) => site_id === id));
  const site_ids = asked.length > 0 ? asked.slice(0, most) : vans.slice(0, 1).map(({ site_id }) => site_id);
  const pm25 = factors.find(({ component_key }) => component_key === 'pm25') ?? factors[0];
  return {
    site_ids,
    from: params.get('from') ?? new Date(opened - DAY_MS).toISOString(),
    to: params.get('to') ?? new Date(opened).toISOString(),
    factor: factors.find(({ component_id }) => component_id === Number(params.get('factor'))) ?? pm25,
    grid: params.get('grid') === 'yes',
    barbs: params.get('wind') === 'yes',
    change,
  };
}

/** Where mobile stations drove and what they measured on their way. */
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
  const [from_at, to_at] = [Date.parse(from), Date.parse(to)];
  const play = usePlaying(filmSteps, filmSteps - 1);
  const cursor = from_at + ((play.step + 1) / filmSteps) * (to_at - from_at);
  const goTo = (at: number) => play.go(Math.round(((at - from_at) / (to_at - from_at)) * filmSteps) - 1);

  const nameOf = (site_id: number) => sites.find((site) => site.site_id === site_id)?.site_name ?? '';
  const { scale, scene } = useScene({ tracks, positions, query, cursor, nameOf });
  const bounds = useMemo(() => boundsOf(tracks), [tracks]);
  const panels = useMemo(
    () =>
      factor
        ? trackPanels(tracks, factor, {
            nameOf: (site_id) => sites.find((site) => site.site_id === site_id)?.site_name ?? String(site_id),
            speed: (name) => t('trackMap.speed_of', { name }),
          })
        : [],
    [tracks, factor, sites, t],
  );
  const isEmpty = tracks.every(({ points }) => points.length === 0);
  const failed = answer.error ?? error;
  const factorName = factor
    ? printedFormula(factor.formula) || localName(factor, 'component_name', language)
    : '';
  const time = (at: string) => showTime(at, language);
  const span = `${time(from)} – ${time(to)}`;
  const title = `${usePageName()} ${factorName}`;
  const savePicture = async () => {
    const picture = await pictureOf.current?.();
    if (!picture) return;
    const heading = [title, tracks.map(({ site_id }) => nameOf(site_id)).join(t('lists.between')), span];
    saveAs(titledPicture(picture, heading, lookNow(), devicePixelRatio), `${title} ${span}.png`);
  };
  const saveRows = () =>
    saveCsv(`${title} ${span}`, trackRows(t, factorName, factor?.unit ?? '', tracks, nameOf));
  return (
    <Page
      hint={t('trackMap.hint')}
      actions={
        <>
          <Button icon={<PictureOutlined />} disabled={isEmpty} onClick={() => void savePicture()}>
            {t('heatMap.png')}
          </Button>
          <Button icon={<DownloadOutlined />} disabled={isEmpty} onClick={saveRows}>
            {t('heatMap.csv')}
          </Button>
        </>
      }
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
            {answer.data && isEmpty && (
              <p className={styles.none} role="status">
                {t(
                  vans.length === 0
                    ? 'trackMap.no_vans'
                    : isLoading
                      ? 'heatMap.loading'
                      : 'trackMap.no_points',
                )}
              </p>
            )}
          </div>
          <StopList tracks={tracks} nameOf={nameOf} onGo={goTo} />
        </div>
        <PlayBar
          play={play}
          steps={filmSteps}
          ready={filmSteps}
          nameOf={(step) =>
            showTime(new Date(from_at + ((step + 1) / filmSteps) * (to_at - from_at)).toISOString(), language)
          }
          onStop={() => undefined}
        />
        {!isEmpty && (
          <div className={track.chart}>
            <TimeChart
              panels={panels}
              from={from_at}
              to={to_at}
              nameOf={(at) => showTime(new Date(at).toISOString(), language)}
              label={t('trackMap.chart', { name: factorName })}
              shaded={{ from: cursor, to: cursor }}
              onPick={goTo}
            />
          </div>
        )}
      </div>
    </Page>
  );
}

interface SceneParts {
  tracks: readonly Track[];
  positions: ReturnType<typeof usePositions>;
  query: ReturnType<typeof useTrackQuery>;
  /** The time up to which the tracks are drawn. */
  cursor: number;
  nameOf(site_id: number): string;
}

/** What is drawn on the map, and the scale of its colours. */
function useScene({ tracks, positions, query, cursor, nameOf }: SceneParts) {
  const palette = useAqiPalette();
  const { factor, from } = query;
  const scale = useMemo(() => {
    const values = tracks.flatMap(({ points }) => points.flatMap(({ value }) => value ?? []));
    const colours = aqiColours[palette];
    const { code_2017: code = null, unit = '' } = factor ?? {};
    return trackScale({ code, unit }, values, airRulesAt(new Date(from)).aqi, colours);
  }, [tracks, factor, from, palette]);
  const drawn = useMemo(
    () =>
      tracks.map(({ points, ways, stops }) => ({
        lons: Float64Array.from(points, ({ longitude }) => longitude),
        lats: Float64Array.from(points, ({ latitude }) => latitude),
        colours: points.map(({ value, doubtful }) =>
          value === null || doubtful ? undefined : scale.colourOf(value),
        ),
        winds: points.map((point) => point.wind),
        ...{ ways, stops },
      })),
    [tracks, scale],
  );
  const cells = useMemo(() => {
    if (!query.grid) return [];
    const counted = tracks.flatMap(({ points }) => points.filter(({ doubtful }) => !doubtful));
    return gridMeans(counted, gridKm).map((cell) => ({ ...cell, colour: scale.colourOf(cell.mean) }));
  }, [query.grid, tracks, scale]);
  const scene = {
    tracks: drawn.map((one, i) => ({
      ...one,
      name: nameOf(tracks[i]?.site_id ?? 0),
      at: lastBefore(tracks[i], cursor),
      now: positions.find(({ site_id }) => site_id === tracks[i]?.site_id),
    })),
    cells,
    barbs: query.barbs,
  };
  return { scale, scene };
}

interface TrackBarProps {
  query: ReturnType<typeof useTrackQuery>;
  vans: readonly { site_id: number; site_name: string }[];
  factors: readonly Factor[];
}

/** Which vehicles, when, coloured by what. */
function TrackBar({ query, vans, factors }: TrackBarProps) {
  const t = useT();
  const language = useLanguage();
  const { site_ids, from, to, factor, change } = query;
  return (
    <div className={styles.bar}>
      <Select
        mode="multiple"
        aria-label={t('trackMap.vans')}
        className={track.vans}
        placeholder={t('trackMap.vans')}
        maxCount={most}
        value={site_ids}
        options={vans.map(({ site_id, site_name }) => ({ value: site_id, label: site_name }))}
        onChange={(ids) => change({ sites: ids })}
      />
      <TimeRange
        label={t('trackMap.range')}
        from={from}
        to={to}
        onChange={(start, end) => change({ from: start, to: end })}
      />
      <Select
        showSearch
        optionFilterProp="label"
        aria-label={t('trackMap.factor')}
        className={track.factor}
        value={factor?.component_id}
        options={factors.map((one) => ({
          value: one.component_id,
          label: localName(one, 'component_name', language),
        }))}
        onChange={(id) => change({ factor: id })}
      />
      <label className={styles.switch} htmlFor="track-grid">
        <Switch
          id="track-grid"
          size="small"
          checked={query.grid}
          onChange={(on) => change({ grid: on ? 'yes' : undefined })}
        />
        {t('trackMap.grid', { km: gridKm })}
      </label>
      <label className={styles.switch} htmlFor="track-wind">
        <Switch
          id="track-wind"
          size="small"
          checked={query.barbs}
          onChange={(on) => change({ wind: on ? 'yes' : undefined })}
        />
        {t('trackMap.barbs')}
      </label>
    </div>
  );
}

function windOf(factors: readonly Factor[]) {
  const idOf = (key: string) => factors.find(({ component_key }) => component_key === key)?.component_id;
  const [direction, speed] = [idOf('wind_direction'), idOf('wind_speed')];
  return direction === undefined || speed === undefined ? undefined : { direction, speed };
}

/** The last point up to then; none before the first. */
function lastBefore(track: Track | undefined, at: number): number | undefined {
  const found = (track?.points ?? []).findLastIndex((point) => point.at <= at);
  return found < 0 ? undefined : found;
}

function boundsOf(tracks: readonly Track[]): [number, number, number, number] | undefined {
  let bounds: [number, number, number, number] | undefined;
  for (const { points } of tracks)
    for (const { longitude: lon, latitude: lat } of points) {
      const [west, south, east, north] = bounds ?? [lon, lat, lon, lat];
      bounds = [Math.min(west, lon), Math.min(south, lat), Math.max(east, lon), Math.max(north, lat)];
    }
  return bounds;
}
