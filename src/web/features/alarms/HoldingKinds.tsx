import { Tag } from 'antd';
import { alarmKindActions } from '#shared/contract/alarms/kinds.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { type CheckedFactor, isLookedFor, isOfFactor } from '#shared/domain/alarm-factor.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { FamilyMark } from '#web/widgets/alarm/AlarmMarks.tsx';
import { KindFigures } from './KindFigures.tsx';
import styles from './standards.module.css';

type Answer = AnswerOf<typeof alarmKindActions.holding>;
type Held = Answer['data_info'][number];

interface HoldingKindsProps {
  site_id: number;
  component_id: number | undefined;
}

/** Effective setting of each kind at a site, its origin, and the settings that it overrides. */
export function HoldingKinds({ site_id, component_id }: HoldingKindsProps) {
  const t = useT();
  const answer = useCall(alarmKindActions.holding, { site_id });
  return (
    <section className={styles.part}>
      <h3>{t('alarmKindSettings.title')}</h3>
      <Answered answer={answer}>
        {({ data_info, product_name, factors }) => {
          const factor = factors.find((one) => one.component_id === component_id);
          const isShown = ({ kind }: Held) =>
            factor === undefined || !isOfFactor(kind) || isLookedFor(kind, factor);
          return (
            <ul className={styles.holding}>
              {data_info.filter(isShown).map((held) => (
                <HeldKind key={held.kind} held={held} factor={factor} product_name={product_name} />
              ))}
            </ul>
          );
        }}
      </Answered>
    </section>
  );
}

interface HeldKindProps {
  held: Held;
  factor: CheckedFactor | undefined;
  product_name: string | null;
}

function HeldKind({ held, factor, product_name }: HeldKindProps) {
  const t = useT();
  const { kind, enabled, scope, before } = held;
  return (
    <li>
      <header>
        <FamilyMark family={kind === 'over_standard' ? 'measurement' : 'instrument'} />
        <b>{t(`alarmLog.kind_${kind}`)}</b>
        <ScopeTag scope={scope} />
        {!enabled && <em>{t('alarmKindSettings.enabled_false')}</em>}
      </header>
      {enabled && (
        <p className={styles.limits}>
          <KindFigures kind={kind} said={held} factor={factor} />
        </p>
      )}
      <p className={styles.soft}>
        {scope === null
          ? t('alarmKindSettings.why_usual')
          : t(`alarmKindSettings.why_${scope}`, { product: product_name ?? '' })}
      </p>
      {before.length > 0 && (
        <dl>
          <dt>{t('alarmRules.before')}</dt>
          {before.map((other) => (
            <dd key={other.kind_id ?? 'usual'}>
              <ScopeTag scope={other.scope} quiet />
              {other.enabled ? (
                <KindFigures kind={kind} said={other} factor={factor} />
              ) : (
                <span>{t('alarmKindSettings.enabled_false')}</span>
              )}
            </dd>
          ))}
        </dl>
      )}
    </li>
  );
}

function ScopeTag({ scope, quiet = false }: { scope: Held['scope']; quiet?: boolean }) {
  const t = useT();
  return (
    <Tag color={quiet || scope === null ? undefined : 'processing'}>
      {scope === null ? t('alarmKindSettings.usual') : t(`alarmKindSettings.scope_${scope}`)}
    </Tag>
  );
}
