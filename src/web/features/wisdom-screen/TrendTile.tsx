import { useMemo } from 'react';
import { type Pollutant, pollutantFacts } from '#shared/domain/pollutants.ts';
import { formatTime } from '#shared/domain/time.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { useT } from '#web/i18n.ts';
import type { Station } from '#web/network/network.ts';
import { axisEnd, type HourFigure, hourCourse, stretches } from './hour-course.ts';
import { Nothing, Tile } from './Tile.tsx';
import styles from './tile.module.css';
import { useDay } from './useWall.ts';

const box = { width: 440, height: 128, left: 44, right: 12, top: 12, bottom: 30 };

interface TrendTileProps {
  /** Undefined: the AQI. */
  pollutant?: Pollutant;
  stations: readonly Station[];
}

/** Last 24 hours of the stations in scope. */
export function TrendTile({ pollutant, stations }: TrendTileProps) {
  const t = useT();
  const { frames, isPending, failed } = useDay(pollutant);
  const course = useMemo(() => (frames ? hourCourse(frames, stations) : []), [frames, stations]);
  const title = t(`wall.tile_trend_${(pollutant ?? 'aqi') as 'aqi' | 'pm25' | 'o3'}`);
  const isEmpty = course.every(({ mean }) => mean === null);
  const unit = pollutant ? pollutantFacts[pollutant].unit : '';
  return (
    <Tile title={title} aside={unit}>
      {failed ? (
        <Nothing>{t('wall.failed')}</Nothing>
      ) : isPending ? (
        <Nothing>{t('wall.loading')}</Nothing>
      ) : isEmpty ? (
        <Nothing>{t('wall.no_hours')}</Nothing>
      ) : (
        <>
          <Curve course={course} label={title} />
          <p className={styles.keys}>
            <span data-of="mean">{t('wall.mean')}</span>
            <span data-of="highest">{t('wall.highest')}</span>
          </p>
        </>
      )}
    </Tile>
  );
}

function Curve({ course, label }: { course: readonly HourFigure[]; label: string }) {
  const end = axisEnd(Math.max(...course.map(({ highest }) => highest ?? 0)));
  const step = (box.width - box.left - box.right) / Math.max(1, course.length - 1);
  const x = (i: number) => box.left + i * step;
  const y = (value: number) => box.height - box.bottom - (value / end) * (box.height - box.top - box.bottom);
  const lines = (values: readonly (number | null)[]) =>
    stretches(values).map(({ from, values: some }) => ({
      from,
      to: from + some.length - 1,
      points: some.map((value, i) => `${x(from + i).toFixed(1)},${y(value).toFixed(1)}`).join(' '),
    }));
  const means = lines(course.map(({ mean }) => mean));
  const ground = box.height - box.bottom;
  return (
    <svg className={styles.curve} viewBox={`0 0 ${box.width} ${box.height}`} role="img" aria-label={label}>
      {[0, end / 2, end].map((value) => (
        <g key={value}>
          <line
            className={styles.gridLine}
            x1={box.left}
            x2={box.width - box.right}
            y1={y(value)}
            y2={y(value)}
          />
          <text x={box.left - 8} y={y(value) + 5} textAnchor="end">
            {value}
          </text>
        </g>
      ))}
      {course.map(({ at }, i) =>
        // Air hours are labelled by their end.
        i % 6 === 5 ? (
          <text
            key={at}
            x={Math.min(x(i), box.width - box.right - 18)}
            y={box.height - 8}
            textAnchor="middle"
          >
            {formatTime(new Date(at + HOUR_MS), 'HH:mm')}
          </text>
        ) : null,
      )}
      {means.map(({ from, to, points }) => (
        <g key={from}>
          <polygon className={styles.area} points={`${x(from)},${ground} ${points} ${x(to)},${ground}`} />
          <polyline className={styles.mean} points={from === to ? `${points} ${points}` : points} />
        </g>
      ))}
      {lines(course.map(({ highest }) => highest)).map(({ from, to, points }) => (
        <polyline
          key={from}
          className={styles.highest}
          points={from === to ? `${points} ${points}` : points}
        />
      ))}
    </svg>
  );
}
