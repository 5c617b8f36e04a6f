import { DownloadOutlined, PictureOutlined } from '@ant-design/icons';
import { Button, DatePicker, Segmented, Select, Switch } from 'antd';
import dayjs from 'dayjs';
import { useMemo, useRef } from 'react';
import { network } from '#shared/contract/sites/network.ts';
import { airRulesAt } from '#shared/domain/air-rules.ts';
import { aqiBand } from '#shared/domain/aqi-bands.ts';
import { printedFormula } from '#shared/domain/formula.ts';
import { pollutantFacts, pollutants } from '#shared/domain/pollutants.ts';
import { formatTime, parseTime } from '#shared/domain/time.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { staleMs } from '#web/api/freshness.ts';
import { useCall } from '#web/api/useCall.ts';
import { lookNow } from '#web/charts/look.ts';
import { titledPicture } from '#web/charts/titled-picture.ts';
import { type T, useLanguage, useT } from '#web/i18n.ts';
import { ListError } from '#web/ui/ListStates.tsx';
import { localSites } from '#web/ui/local-name.ts';
import { Page } from '#web/ui/Page.tsx';
import { usePageName } from '#web/ui/page-name.ts';
import { useAddress } from '#web/ui/useAddress.ts';
import { RegionCascader } from '#web/widgets/RegionCascader.tsx';
import { useShowPeriod } from '#web/widgets/useShowPeriod.ts';
import { HeatLegend, levelWord } from './HeatLegend.tsx';
import { HeatSurface } from './HeatSurface.tsx';
import { heatRows } from './heat-files.ts';
import styles from './heat-map.module.css';
import type { HeatFactor } from './heat-scale.ts';
import { PlayBar } from './PlayBar.tsx';
import { saveAs, saveCsv } from './save-csv.ts';
import { withScale } from './scale-picture.ts';
import { useHeatFilm } from './useHeatFilm.ts';
import { useHeatFrames } from './useHeatFrames.ts';
import { usePlaying } from './usePlaying.ts';

const factors: readonly HeatFactor[] = ['aqi', ...pollutants];
const spans = [1, 3, 7] as const;
const radii = [10, 25, 50, 100] as const;

/** Query from the URL. */
function useHeatQuery() {
  const { params, change } = useAddress();
  const today = formatTime(new Date(), 'yyyy-MM-dd');
  const asked = params.get('day') ?? '';
  const day = parseTime(`${asked} 00:00:00`) && asked <= today ? asked : today;
  const numberOf = (key: string, allowed: readonly number[], usual: number) => {
    const value = Number(params.get(key));
    return allowed.includes(value) ? value : usual;
  };
  const days = numberOf('days', spans, 1);
  return {
    factor: factors.find((one) => one === params.get('factor')) ?? 'aqi',
    day,
    days,
    /** Several days end with the chosen one. */
    from: (parseTime(`${day} 00:00:00`) ?? new Date()).getTime() - (days - 1) * DAY_MS,
    radius: numberOf('radius', radii, 50),
    region: params.get('region') ?? undefined,
    dots: params.get('dots') !== 'no',
    hour: Math.max(0, Math.trunc(Number(params.get('hour') ?? Number.MAX_SAFE_INTEGER)) || 0),
    change,
  };
}

/** Interpolated air quality surface, hour by hour. */
export function HeatMapPage() {
  const t = useT();
  const showPeriod = useShowPeriod('hour');
  const query = useHeatQuery();
  const { factor, from, days, radius, region, dots } = query;
  const sites = useCall(network.real, { component_ids: [] }, { staleMs });
  const language = useLanguage();
  const stations = useMemo(
    () => localSites(sites.data?.data_info ?? [], language).flatMap(placeOf),
    [sites.data, language],
  );
  const inside = useMemo(
    () => stations.map(({ division }) => !region || division.includes(region)),
    [stations, region],
  );
  const { frames, steps, error, retry } = useHeatFrames(factor, from, days);
  const ready = frames?.steps ?? 0;
  const play = usePlaying(ready, query.hour, `${query.day} ${days}`);
  const pictureOf = useRef<() => Promise<HTMLCanvasElement>>(undefined);

  const edition = airRulesAt(new Date(from)).aqi;
  const name = factor === 'aqi' ? t('heatMap.aqi') : printedFormula(pollutantFacts[factor].formula);
  const unit = factor === 'aqi' ? '' : pollutantFacts[factor].unit;
  const { painted, frame } = useHeatFilm({ frames, stations, inside, factor, edition, step: play.step });

  const nameOf = (step: number) => showPeriod(new Date(from + step * HOUR_MS).toISOString(), 'air');
  const known = frame ? frame.figures.filter((figure) => figure !== '').length : 0;
  const valuesInside = frame?.values.filter((value, i) => inside[i] && !Number.isNaN(value)) ?? [];
  const title = `${usePageName()} ${name}`;
  const file = `${title} ${nameOf(play.step)}`;
  const failed = sites.error ?? error;
  return (
    <Page
      hint={t('heatMap.hint')}
      actions={
        <>
          <Button
            icon={<PictureOutlined />}
            disabled={known === 0}
            onClick={async () => {
              const picture = await pictureOf.current?.();
              if (!picture) return;
              const heading = [title, nameOf(play.step), t('heatMap.method', { radius })];
              const levels = painted.scale.limits.map((_, i) => levelWord(t, i));
              const legend = { ...painted, levels, title: unit ? `${name} (${unit})` : name };
              const whole = withScale(picture, legend, lookNow(), devicePixelRatio);
              saveAs(titledPicture(whole, heading, lookNow(), devicePixelRatio), `${file}.png`);
            }}
          >
            {t('heatMap.png')}
          </Button>
          <Button
            icon={<DownloadOutlined />}
            disabled={known === 0}
            onClick={() => frame && saveCsv(file, heatRows(t, name, unit, stations, inside, frame.figures))}
          >
            {t('heatMap.csv')}
          </Button>
        </>
      }
    >
      <div className={styles.panel}>
        <HeatBar query={query} />
        {failed && (
          <ListError
            error={failed}
            onRetry={() => {
              void sites.refetch();
              retry();
            }}
          />
        )}
        <div className={styles.map}>
          {sites.data && <HeatSurface {...{ stations, radius, region, dots, frame, pictureOf }} />}
          {known > 0 && <HeatLegend {...painted} name={name} unit={unit} />}
          {sites.data && frames && known === 0 && (
            <p className={styles.none} role="status">
              {t(stations.length === 0 ? 'heatMap.no_stations' : 'heatMap.no_values')}
            </p>
          )}
          {!(sites.data && frames) && !failed && (
            <p className={styles.none} role="status">
              {t(steps === 0 ? 'heatMap.not_yet' : 'heatMap.loading')}
            </p>
          )}
        </div>
        <PlayBar
          play={play}
          steps={steps}
          ready={ready}
          nameOf={nameOf}
          onStop={(step) => query.change({ hour: step })}
        />
        <p className={styles.foot}>
          {sites.data &&
            frames &&
            `${t('heatMap.stations', { known: valuesInside.length, all: inside.filter(Boolean).length })} `}
          {t('heatMap.method', { radius })}{' '}
          {factor === 'aqi' && valuesInside.length > 0 && worstText(t, Math.max(...valuesInside))}
        </p>
      </div>
    </Page>
  );
}

function HeatBar({ query }: { query: ReturnType<typeof useHeatQuery> }) {
  const t = useT();
  const { factor, day, days, radius, region, dots, change } = query;
  return (
    <div className={styles.bar}>
      <Select
        aria-label={t('heatMap.factor')}
        className={styles.factor}
        value={factor}
        options={factors.map((value) => ({
          value,
          label: value === 'aqi' ? t('heatMap.aqi') : printedFormula(pollutantFacts[value].formula),
        }))}
        onChange={(value) => change({ factor: value === 'aqi' ? undefined : value })}
      />
      <DatePicker
        allowClear={false}
        aria-label={t('heatMap.day')}
        {...(days > 1 && { prefix: <span className={styles.until}>{t('heatMap.until')}</span> })}
        value={dayjs(day)}
        disabledDate={(date) => date.isAfter(dayjs(), 'day')}
        onChange={(date) => change({ day: date?.format('YYYY-MM-DD'), hour: undefined })}
      />
      <Segmented
        aria-label={t('heatMap.days')}
        value={days}
        options={spans.map((value) => ({ value, label: t(`heatMap.days_${value}`) }))}
        onChange={(value) => change({ days: value === 1 ? undefined : value, hour: undefined })}
      />
      <RegionCascader
        anyLevel
        aria-label={t('heatMap.region')}
        className={styles.region}
        placeholder={t('heatMap.region')}
        value={region ?? null}
        onChange={(code) => change({ region: code ? divisionOf(code) : undefined })}
      />
      <Select
        aria-label={t('heatMap.radius')}
        value={radius}
        options={radii.map((value) => ({ value, label: t('heatMap.within', { radius: value }) }))}
        onChange={(value) => change({ radius: value === 50 ? undefined : value })}
      />
      <label className={styles.switch} htmlFor="heat-dots">
        <Switch
          id="heat-dots"
          size="small"
          checked={dots}
          onChange={(on) => change({ dots: on ? undefined : 'no' })}
        />
        {t('heatMap.dots')}
      </label>
    </div>
  );
}

function worstText(t: T, highest: number): string {
  const band = aqiBand(highest);
  return band ? t('heatMap.highest', { value: highest, level: t(`standards.band_${band.key}`) }) : '';
}

/** Small-scale maps lack county borders: the city is used instead. */
function divisionOf(code: string): string {
  return code.endsWith('00') ? code : `${code.slice(0, 4)}00`;
}

type Site = {
  site_type: string;
  virtual_data: boolean;
  longitude: number | null;
  latitude: number | null;
} & {
  site_id: number;
  site_name: string;
  mn: string;
  province_code: string | null;
  city_code: string | null;
};

/** Air stations with coordinates; virtual ones do not measure real air. */
function placeOf(site: Site) {
  const { longitude, latitude, site_type, virtual_data } = site;
  if (site_type !== 'air' || virtual_data || longitude === null || latitude === null) return [];
  const { site_id, mn, site_name: name, province_code, city_code } = site;
  return [{ site_id, mn, name, longitude, latitude, division: [province_code, city_code] }];
}
