import { Drawer, Timeline } from 'antd';
import { useState } from 'react';
import { alarmRuleActions } from '#shared/contract/alarms/rules.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { Status } from '#web/ui/Status.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { useShow } from '#web/ui/useShow.ts';
import { shownNumber, useRuleWords } from './rule-words.ts';
import styles from './standards.module.css';
import { versionChanges } from './version-changes.ts';

type Version = AnswerOf<typeof alarmRuleActions.versions>['data_info'][number];

/** Versions of a rule with time, author and marked changes. */
export function RuleVersions({ rule_id, onClosed }: { rule_id: number; onClosed(): void }) {
  const t = useT();
  const [open, setOpen] = useState(true);
  const answer = useCall(alarmRuleActions.versions, { rule_id });
  return (
    <Drawer
      title={t('alarmRules.versions')}
      size={560}
      open={open}
      onClose={() => setOpen(false)}
      afterOpenChange={(shown) => {
        if (!shown) onClosed();
      }}
    >
      <Answered answer={answer}>
        {({ data_info }) => (
          <>
            <Subject newest={data_info[0]} />
            <Timeline
              items={data_info.map((version, at) => ({
                key: version.version,
                color: version.ended_at === null ? 'green' : 'gray',
                content: <OneVersion version={version} before={data_info[at + 1]} />,
              }))}
            />
          </>
        )}
      </Answered>
    </Drawer>
  );
}

function Subject({ newest }: { newest: Version | undefined }) {
  const t = useT();
  const words = useRuleWords();
  if (!newest) return null;
  return (
    <p className={styles.versionOf}>
      <b>{words.subject(newest)}</b>
      <span>{newest.site_name ?? newest.product_name ?? t('alarmRules.scope_network')}</span>
      {newest.ended_at !== null && <Status tone="quiet">{t('alarmRules.deleted')}</Status>}
    </p>
  );
}

function OneVersion({ version, before }: { version: Version; before: Version | undefined }) {
  const t = useT();
  const language = useLanguage();
  const shown = useVersionValue();
  const { made_at, made_by, ended_at } = version;
  return (
    <article className={styles.version}>
      <header>
        <b>{t('alarmRules.version_of', { version: version.version })}</b>
        {ended_at === null && <Status tone="good">{t('alarmRules.in_force')}</Status>}
      </header>
      <p className={styles.soft}>
        {t(ended_at === null ? 'alarmRules.version_since' : 'alarmRules.version_until', {
          from: showTime(made_at, language),
          to: ended_at === null ? undefined : showTime(ended_at, language),
        })}
        {' · '}
        {made_by ?? t('alarmRules.by_platform')}
      </p>
      <dl className={styles.changes}>
        {versionChanges(version.rule, before?.rule).map(({ field, was, is }) => (
          <div key={field}>
            <dt>{t.tx(`alarmRules.${field}`)}</dt>
            <dd>
              {before && <del>{shown(before, field, was)}</del>}
              {before ? <ins>{shown(version, field, is)}</ins> : shown(version, field, is)}
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

/** Formats a field of a version. */
function useVersionValue() {
  const t = useT();
  const show = useShow();
  const words = useRuleWords();
  return (version: Version, field: string, value: unknown): string => {
    switch (field) {
      case 'component_id':
        return words.subject(version);
      case 'site_id':
        return version.site_name ?? '–';
      case 'product_id':
        return version.product_name ?? '–';
      case 'hours':
        return words.hours(value as [string, string][]);
      case 'warning_share':
        return typeof value === 'number' ? `${Math.round(value * 100)}%` : t('alarmRules.no_warning');
      default:
        if (typeof value !== 'number') return show('alarmRules', field, value);
        return isLimit(field)
          ? `${words.limit(version.measure, field.startsWith('high') ? 'high' : 'low', value)} ${version.unit ?? ''}`
          : shownNumber(value);
    }
  };
}

function isLimit(field: string): boolean {
  return /^(high|low)_(warning|alarm)$/.test(field);
}
