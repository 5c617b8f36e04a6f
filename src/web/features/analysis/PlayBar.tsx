import {
  CaretRightOutlined,
  PauseOutlined,
  StepBackwardOutlined,
  StepForwardOutlined,
} from '@ant-design/icons';
import { Button, Segmented, Slider } from 'antd';
import { useT } from '#web/i18n.ts';
import styles from './heat-map.module.css';
import { playSpeeds, type usePlaying } from './usePlaying.ts';

interface PlayBarProps {
  play: ReturnType<typeof usePlaying>;
  /** Total steps, and steps loaded so far. */
  steps: number;
  ready: number;
  nameOf(step: number): string;
  onStop(step: number): void;
}

/** A time cursor with playback. */
export function PlayBar({ play, steps, ready, nameOf, onStop }: PlayBarProps) {
  const t = useT();
  const { step, playing, speed } = play;
  const go = (to: number) => {
    play.go(to);
    onStop(Math.min(ready - 1, Math.max(0, to)));
  };
  return (
    <div className={styles.play}>
      <Button
        type="text"
        size="small"
        icon={<StepBackwardOutlined />}
        aria-label={t('heatMap.step_back')}
        disabled={step === 0}
        onClick={() => go(step - 1)}
      />
      <Button
        type="primary"
        shape="circle"
        size="small"
        icon={playing ? <PauseOutlined /> : <CaretRightOutlined />}
        aria-label={t(playing ? 'heatMap.pause' : 'heatMap.play')}
        disabled={ready < 2}
        onClick={() => {
          play.toggle();
          if (playing) onStop(step);
        }}
      />
      <Button
        type="text"
        size="small"
        icon={<StepForwardOutlined />}
        aria-label={t('heatMap.step_on')}
        disabled={step >= ready - 1}
        onClick={() => go(step + 1)}
      />
      <Slider
        className={styles.slider}
        min={0}
        max={Math.max(1, steps - 1)}
        value={step}
        tooltip={{ formatter: (at) => nameOf(at ?? 0) }}
        ariaLabelForHandle={t('heatMap.hour')}
        ariaValueTextFormatterForHandle={nameOf}
        onChange={go}
      />
      <output className={styles.hour}>{nameOf(step)}</output>
      <Segmented
        size="small"
        aria-label={t('heatMap.speed')}
        value={speed}
        options={playSpeeds.map((value) => ({ value, label: `${value}×` }))}
        onChange={play.setSpeed}
      />
    </div>
  );
}
