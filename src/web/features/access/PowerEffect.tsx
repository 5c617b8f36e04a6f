import { TeamOutlined } from '@ant-design/icons';
import { Alert } from 'antd';
import type { RolePower } from '#shared/contract/access/roles.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Changes } from '#web/ui/EffectPanel.tsx';
import { localName } from '#web/ui/local-name.ts';
import type { Effect } from './power-set.ts';
import styles from './role-permissions.module.css';

interface PowerEffectProps {
  effect: Effect;
  userCount: number;
  /** Whether the menu would show the page to the role's users. */
  isShown(page: RolePower): boolean;
  /** True if the menu would have no page left. */
  noPageLeft: boolean;
}

const kinds = ['pages_gained', 'pages_lost', 'actions_gained', 'actions_lost'] as const;

/** Preview of what saving would change for the role's users. */
export function PowerEffect({ effect, userCount, isShown, noPageLeft }: PowerEffectProps) {
  const t = useT();
  if (kinds.every((kind) => effect[kind].length === 0)) {
    return <p className={styles.soft}>{t('roles.effect_none')}</p>;
  }
  return (
    <>
      <p className={styles.users}>
        <TeamOutlined aria-hidden />
        {userCount > 0 ? t('roles.effect_users', { count: userCount }) : t('roles.effect_users_none')}
      </p>
      {noPageLeft && <Alert type="warning" showIcon title={t('roles.effect_unlisted')} />}
      {kinds.map((kind) => (
        <PowerNames
          key={kind}
          title={t(`roles.effect_${kind}`)}
          powers={effect[kind]}
          gained={kind.endsWith('gained')}
          isShown={kind === 'pages_gained' ? isShown : undefined}
        />
      ))}
    </>
  );
}

export function PowerNames({
  title,
  powers,
  gained,
  isShown = () => true,
}: {
  title: string;
  powers: readonly RolePower[];
  gained: boolean;
  isShown?: ((power: RolePower) => boolean) | undefined;
}) {
  const t = useT();
  const language = useLanguage();
  const nameOf = (power: RolePower) => {
    const name = localName(power, 'power_name', language);
    return isShown(power) ? name : t('roles.effect_hidden', { name });
  };
  const changes = powers.map((power) => ({
    key: power.power_id,
    name: nameOf(power),
  }));
  return <Changes title={title} changes={changes} gained={gained} />;
}
