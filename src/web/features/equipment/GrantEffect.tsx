import { Tag } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '#web/i18n.ts';
import { Changes } from '#web/ui/EffectPanel.tsx';
import type { ShortSite } from '#web/widgets/site-tree.ts';
import { type GrantKeys, type Held, isRule, keysOf, minus, seenBy } from './grants.ts';
import styles from './user-equipment.module.css';

interface GrantEffectProps {
  before: readonly ShortSite[];
  after: readonly ShortSite[];
  sites: readonly ShortSite[];
  keys: GrantKeys;
  groups: Held['groups'];
  nameOf(key: string): string;
  /** Removes a rule. */
  onDrop?(key: string): void;
}

/** Preview: number of visible sites by origin, and the changes. */
export function GrantEffect({ before, after, sites, keys, groups, nameOf, onDrop }: GrantEffectProps) {
  const t = useT();
  const single = [...keys].filter((key) => !isRule(key));
  const rules = (kind: string) => [...keys].filter((key) => key.startsWith(kind));
  const countOf = (some: Iterable<string>) => seenBy(sites, new Set(some)).length;
  return (
    <>
      <p className={styles.result}>
        <b>{after.length}</b>
        <span>{t('equipment.result')}</span>
      </p>
      <dl className={styles.ways}>
        <Way label={t('equipment.way_sites')} count={countOf(single)} />
        {(['r', 'p'] as const).map((kind) => (
          <Way key={kind} label={t(`equipment.way_${kind}`)} count={countOf(rules(kind))}>
            {rules(kind).map((key) => (
              <Tag key={key} closable={onDrop !== undefined} onClose={() => onDrop?.(key)}>
                {nameOf(key)}
              </Tag>
            ))}
          </Way>
        ))}
        {groups.map(({ user_group_id, user_group_name, given }) => (
          <Way
            key={user_group_id}
            label={t('equipment.way_group', { name: user_group_name })}
            count={countOf(keysOf(given))}
          />
        ))}
      </dl>
      {[...keys].some(isRule) && <p className={styles.soft}>{t('equipment.rules_hint')}</p>}
      {([true, false] as const).map((gained) => (
        <Changes
          key={String(gained)}
          title={t(gained ? 'equipment.gained' : 'equipment.lost')}
          changes={(gained ? minus(after, new Set(before)) : minus(before, new Set(after))).map(
            ({ site_id, site_name }) => ({ key: site_id, name: site_name }),
          )}
          gained={gained}
          most={8}
          rest={(count) => t('equipment.and_more', { count })}
        />
      ))}
    </>
  );
}

function Way({ label, count, children }: { label: string; count: number; children?: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span className={styles.count}>{count}</span>
        {children}
      </dd>
    </div>
  );
}
