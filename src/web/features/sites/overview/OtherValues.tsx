import type { AnswerOf } from '#shared/contract/define.ts';
import type { home } from '#shared/contract/home/home.ts';
import type { LatestValue } from '#shared/contract/readings/realtime.ts';
import { pollutantOfCode } from '#shared/domain/pollutants.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { countingFlags, counts } from '#shared/domain/validity.ts';
import { waterItemOfCode } from '#shared/domain/water-items.ts';
import { Sparkline } from '#web/charts/Sparkline.tsx';
import { useLanguage, useT } from '#web/i18n.ts';
import type { Network, Station } from '#web/network/network.ts';
import { localName } from '#web/ui/local-name.ts';
import { ReadingValue, rangeLeft } from '#web/widgets/ReadingValue.tsx';
import { Card } from './card.tsx';
import styles from './overview.module.css';

/** Points farther apart are not connected: air arrives every hour, water every four hours. */
const gapMs = { air: 1.5 * HOUR_MS, water: 4.5 * HOUR_MS };

interface OtherValuesProps {
  network: Network;
  station: Station;
  values: readonly LatestValue[];
  day: AnswerOf<typeof home.station> | undefined;
}

/** Other measured factors, such as weather, that no index or class uses. */
export function OtherValues({ network, station, values, day }: OtherValuesProps) {
  const t = useT();
  const language = useLanguage();
  const { medium, body, site } = station;
  const onGauge = new Set(
    network.factors[medium].flatMap(({ code, component_id }) =>
      pollutantOfCode(code) || waterItemOfCode(code, body) ? [component_id] : [],
    ),
  );
  const others = values.filter(({ component_id }) => !onGauge.has(component_id));
  if (others.length === 0) return null;
  const counting = countingFlags(site.counting_flags);
  const from = Date.parse(day?.from ?? '');
  return (
    <Card title={t('siteOverview.others')} note={t('sitePage.course_hour')}>
      <ul className={styles.others}>
        {others.map((one) => {
          const name = localName(one, 'component_name', language);
          const hours = day?.factors.data_info.find(({ component_id }) => component_id === one.component_id);
          const points = (hours?.values ?? []).map((value, i) => ({
            at: from + i * HOUR_MS,
            value,
            valid: hours?.counts[i] ?? false,
          }));
          return (
            <li key={one.component_id}>
              <span title={name}>{name}</span>
              <strong>
                <ReadingValue
                  value={one.value}
                  decimals={one.decimals}
                  flag={one.flag}
                  counts={counts(one.flag, 'l', counting)}
                  beyond={rangeLeft(one)}
                />{' '}
                <small>{one.unit}</small>
              </strong>
              {day && (
                <Sparkline
                  points={points}
                  from={from}
                  to={Date.parse(day.to)}
                  gapMs={gapMs[medium]}
                  label={`${name} ${t('sitePage.course_hour')}`}
                />
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
