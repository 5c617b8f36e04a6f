import {
  CaretRightOutlined,
  HistoryOutlined,
  PauseOutlined,
  StepBackwardOutlined,
  StepForwardOutlined,
} from '@ant-design/icons';
import { Button, Segmented, Slider, Spin } from 'antd';
import { useMemo } from 'react';
import { hourShift, periodCustom } from '#shared/domain/period-name.ts';
import { formatTime } from '#shared/domain/time.ts';
import { Sparkline } from '#web/charts/Sparkline.tsx';
import { useT } from '#web/i18n.ts';
import { ListError } from '#web/ui/ListStates.tsx';
import { useShowPeriod } from '#web/widgets/useShowPeriod.ts';
import { useHome } from './home-context.ts';
import styles from './replay.module.css';
import { replayCourse, tickSteps } from './replay-course.ts';
import { replaySpans, replaySpeeds } from './useReplay.ts';

/** Replays the last day or week of the whole network by the hour. */
export function ReplayBar() {
  const t = useT();
  const { replay } = useHome();
  const { played, frames, error } = replay;
  return (
    <section className={styles.replay} aria-label={t('home.replay')} data-open={played !== undefined}>
      <div className={styles.row}>
        <HistoryOutlined aria-hidden />
        <span className={styles.title}>{t('home.replay')}</span>
        {replaySpans.map((span) => (
          <Button
            key={span}
            size="small"
            type={played?.span === span ? 'primary' : 'default'}
            onClick={() => replay.open(span)}
          >
            {t(`home.span_${span}`)}
          </Button>
        ))}
        {played && (
          <>
            <Segmented
              size="small"
              className={styles.speed}
              aria-label={t('home.speed')}
              value={played.speed}
              options={replaySpeeds.map((value) => ({ value, label: `${value}×` }))}
              onChange={(speed) => replay.change({ speed })}
            />
            <Button size="small" onClick={replay.close}>
              {t('home.back_to_live')}
            </Button>
          </>
        )}
      </div>
      {played && error && <ListError error={error} onRetry={replay.retry} />}
      {played && !frames && !error && <Spin size="small" aria-label={t('home.replay_loading')} />}
      {frames && <Controls />}
    </section>
  );
}

function Controls() {
  const t = useT();
  const showPeriod = useShowPeriod('hour');
  const { network, colouring, replay, isShown } = useHome();
  const { played, frames, change } = replay;
  const course = useMemo(
    () => (frames ? replayCourse(frames, network.stations.filter(isShown)) : []),
    [frames, network, isShown],
  );
  if (!played || !frames) return null;
  const { step, playing, span } = played;
  const last = span - 1;
  const go = (to: number) => change({ step: Math.min(last, Math.max(0, to)), playing: false });
  // With both media on the map, hours are labelled as for air, and the page states that.
  const isWater =
    colouring === 'overall'
      ? network.stations.every(({ medium }) => medium === 'water')
      : colouring.medium === 'water';
  const site_type = isWater ? 'water' : 'air';
  const shift = hourShift('hour', site_type);
  const nameOf = (hour: number) => showPeriod(frames.startOf(hour).toISOString(), site_type);
  const clockOf = (hour: number) =>
    formatTime(new Date(frames.startOf(hour).getTime() + shift), 'yyyy-MM-dd HH:mm');
  const ticks = tickSteps(span, (hour) => Number(clockOf(hour).slice(11, 13)));
  const marks = Object.fromEntries(
    ticks.map((hour) => [hour, span > 24 ? clockOf(hour).slice(5, 10) : clockOf(hour).slice(11)]),
  );
  return (
    <div className={styles.row}>
      <Button
        size="small"
        type="text"
        icon={<StepBackwardOutlined />}
        aria-label={t('home.step_back')}
        disabled={step === 0}
        onClick={() => go(step - 1)}
      />
      <Button
        size="small"
        type="primary"
        shape="circle"
        icon={playing ? <PauseOutlined /> : <CaretRightOutlined />}
        aria-label={t(playing ? 'home.pause' : 'home.play')}
        onClick={() =>
          change(playing ? { playing: false } : { playing: true, step: step === last ? 0 : step })
        }
      />
      <Button
        size="small"
        type="text"
        icon={<StepForwardOutlined />}
        aria-label={t('home.step_on')}
        disabled={step === last}
        onClick={() => go(step + 1)}
      />
      <div className={styles.track}>
        <Sparkline
          points={course.map((value, at) => ({ at, value, valid: true }))}
          from={0}
          to={last}
          gapMs={1.5}
          label={t('home.replay_course')}
        />
        <Slider
          className={styles.slider}
          min={0}
          max={last}
          marks={marks}
          value={step}
          tooltip={{ formatter: (hour) => nameOf(hour ?? 0) }}
          ariaLabelForHandle={t('home.hour')}
          ariaValueTextFormatterForHandle={(hour) => nameOf(hour)}
          onChange={go}
        />
      </div>
      <output className={styles.hour}>
        <strong>{nameOf(step)}</strong>
        <small>{t(`home.hours_by_${periodCustom(site_type)}`)}</small>
      </output>
    </div>
  );
}
