import { Link } from 'react-router';
import { type CheckedFactor, isParamOf } from '#shared/domain/alarm-factor.ts';
import { type AlarmKind, kindParams, kindSpec } from '#shared/domain/alarm-kinds.ts';
import type { AlarmLevel } from '#shared/domain/alarm-rule.ts';
import { useT } from '#web/i18n.ts';
import { LevelMark } from '#web/widgets/alarm/AlarmMarks.tsx';
import styles from './kinds.module.css';

interface KindFiguresProps {
  kind: AlarmKind;
  said: { level: AlarmLevel | null; params: Readonly<Record<string, number>> } | undefined;
  /** Limits the parameters to this factor. */
  factor?: CheckedFactor | undefined;
}

/** Level and parameters of a kind; defaults where nothing is set. */
export function KindFigures({ kind, said, factor }: KindFiguresProps) {
  const t = useT();
  const { level, params } = kindSpec(kind);
  const values = kindParams(kind, said?.params);
  return (
    <>
      {level ? (
        <LevelMark level={said?.level ?? level} />
      ) : (
        <Link to="/alarmdatas/standards">{t('alarmKindSettings.by_rules')}</Link>
      )}
      {Object.entries(params)
        .filter(([name]) => factor === undefined || isParamOf(kind, name, factor))
        // Hides a delay of zero.
        .filter(([name]) => values[name] !== 0)
        .map(([name, { unit }]) => (
          <span key={name} className={styles.param}>
            {t.tx(`alarmKindSettings.param_${kind}_${name}`)}{' '}
            <b>
              {values[name]}
              {unit === 'percent' ? '' : ' '}
              {t(`alarmKindSettings.unit_${unit}`)}
            </b>
          </span>
        ))}
    </>
  );
}
