import { InfoCircleOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { useCallback } from 'react';
import type { Grade, Medium } from '#shared/domain/standing.ts';
import { useT } from '#web/i18n.ts';
import type { MapType } from '#web/map/look.ts';
import { isSameList, useNetworkValue } from '#web/network/useNetworkValue.ts';
import { GradeMark } from '#web/widgets/GradeMark.tsx';
import styles from './home.module.css';
import { useHome } from './home-context.ts';
import { LegendMarks } from './LegendMarks.tsx';
import { useColouringName } from './useColouringName.ts';

const grades: readonly Grade[] = [1, 2, 3, 4, 5, 6];

/** Legend of the colours with their basis and station counts; virtual stations are not counted. */
export function Legend({ type }: { type: MapType }) {
  const t = useT();
  const { network, picture, isShown } = useHome();
  const counts = useNetworkValue(
    network,
    useCallback(() => {
      const found = { air: grades.map(() => 0), water: grades.map(() => 0) };
      for (const station of network.stations) {
        if (station.site.virtual_data || !isShown(station)) continue;
        const { grade } = picture(station);
        if (grade !== null) found[station.medium][grade - 1] = (found[station.medium][grade - 1] ?? 0) + 1;
      }
      return [...found.air, ...found.water];
    }, [network, picture, isShown]),
    isSameList,
  );
  const media = (['air', 'water'] as const).filter((medium) =>
    network.stations.some((one) => one.medium === medium && isShown(one)),
  );
  if (media.length === 0) return null;
  return (
    <section className={styles.legend} aria-label={t('home.legend')}>
      {media.map((medium) => (
        <div key={medium}>
          <Basis medium={medium} />
          <ul>
            {grades.map((grade) => (
              <li key={grade}>
                <GradeMark medium={medium} grade={grade}>
                  {t.tx(`home.${medium}_short_${grade}`)}
                </GradeMark>
                {counts[(medium === 'air' ? 0 : grades.length) + grade - 1]}
              </li>
            ))}
          </ul>
        </div>
      ))}
      <LegendMarks type={type} />
    </section>
  );
}

/** Basis of the assessment: latest values live, whole hours in a replay. */
function Basis({ medium }: { medium: Medium }) {
  const t = useT();
  const { replay, colouring } = useHome();
  const name = useColouringName();
  const by = medium === 'water' ? 'water' : replay.frames ? 'hour' : 'live';
  const [basis, long] =
    colouring === 'overall'
      ? [t(`home.basis_${by}`), t(`home.basis_${by}_long`)]
      : [t(`home.basis_factor_${by}`, { name }), t(`home.basis_factor_${by}_long`, { name })];
  return (
    <Tooltip title={long}>
      <button type="button" className={styles.basis} aria-description={long}>
        <i className={styles.shape} data-medium={medium} aria-hidden /> {basis}{' '}
        <InfoCircleOutlined aria-hidden />
      </button>
    </Tooltip>
  );
}
