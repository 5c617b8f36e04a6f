import { BookOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Link } from 'react-router';
import {
  alarmRuleActions,
  alarmRuleImport,
  alarmRules,
  ruleDataType,
} from '#shared/contract/alarms/rules.ts';
import { ruleScopes } from '#shared/domain/alarm-scope.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import { ResourcePage } from '#web/pages/ResourcePage.tsx';
import type { Action } from '#web/ui/actions.tsx';
import { ImportButton } from '#web/ui/ImportButton.tsx';
import { ImportDialog } from '#web/ui/ImportDialog.tsx';
import { Status } from '#web/ui/Status.tsx';
import { useAddress } from '#web/ui/useAddress.ts';
import type { ColumnSpec } from '#web/ui/useColumns.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { siteFilter } from '#web/widgets/filters.tsx';
import { HoldingButton, HoldingDrawer, useHolding } from './HoldingDrawer.tsx';
import { RuleBackTest } from './RuleBackTest.tsx';
import { RuleCopy } from './RuleCopy.tsx';
import { subjectFilter } from './RuleFactorInput.tsx';
import { RuleLimits } from './RuleLimits.tsx';
import { RuleVersions } from './RuleVersions.tsx';
import { newRule, product, ruleFields } from './rule-fields.tsx';
import { type Rule, useRuleWords } from './rule-words.ts';
import { StandardsPresets } from './StandardsPresets.tsx';
import styles from './standards.module.css';

const scopes = ruleScopes.toReversed();

/** Alarm rules for sites, product lines and the network. */
export function StandardsPage() {
  const t = useT();
  const words = useRuleWords();
  const columns = useRuleColumns();
  const mayWrite = useMay(alarmRuleActions.copy.needs);
  const { numbers, change } = useAddress();
  const holding = useHolding();
  const copying = useOpened<Rule>();
  const presetting = useOpened<void>();
  const importing = useOpened<void>();
  const [versionsOf] = numbers('versions');
  const rowActions = (rule: Rule): Action[] => [
    ...(mayWrite ? [{ label: t('alarmRules.copy'), run: () => copying.open(rule) }] : []),
    { label: t('alarmRules.versions'), run: () => change({ versions: rule.rule_id }) },
    { label: t('alarmRules.holding'), run: () => holding.open(rule.site_id) },
  ];
  return (
    <>
      <ResourcePage
        resource={alarmRules}
        nameOf={(rule: Rule) => words.name(rule)}
        columns={columns}
        filters={[
          { key: 'scope', choices: scopes },
          siteFilter,
          { key: 'product_id', choices: product },
          subjectFilter,
          { key: 'data_type', choices: ruleDataType.options },
        ]}
        formWidth={600}
        form={ruleFields}
        start={newRule}
        belowForm={<RuleBackTest />}
        rowActions={rowActions}
        actions={
          <>
            <HoldingButton />
            {mayWrite && (
              <Button icon={<BookOutlined />} onClick={() => presetting.open()}>
                {t('alarmRules.presets')}
              </Button>
            )}
            {mayWrite && <ImportButton onOpen={importing.open} />}
          </>
        }
      />
      {copying.show((rule) => (
        <RuleCopy rule={rule} onClosed={copying.closed} />
      ))}
      {presetting.show(() => (
        <StandardsPresets onClosed={presetting.closed} />
      ))}
      {importing.show(() => (
        <ImportDialog
          name="alarmRules"
          calls={alarmRuleImport}
          refresh={[alarmRules.list]}
          onClosed={importing.closed}
        />
      ))}
      {versionsOf !== undefined && (
        <RuleVersions
          key={versionsOf}
          rule_id={versionsOf}
          onClosed={() => change({ versions: undefined })}
        />
      )}
      <HoldingDrawer first="rules" />
    </>
  );
}

function useRuleColumns(): [ColumnSpec<Rule>, ...ColumnSpec<Rule>[]] {
  const t = useT();
  const words = useRuleWords();
  return [
    { key: 'component_name', imported: true, show: (rule) => <b>{words.subject(rule)}</b> },
    { key: 'scope', imported: true, show: (rule) => <Place rule={rule} /> },
    { key: 'data_type', imported: true },
    { key: 'limits', imported: true, sortable: false, show: (rule) => <RuleLimits rule={rule} /> },
    { key: 'raise_after', imported: true },
    { key: 'clear_after', rare: true, imported: true },
    { key: 'deadband', rare: true, imported: true },
    { key: 'hours', imported: true, sortable: false, show: ({ hours }) => words.hours(hours) },
    {
      key: 'enabled',
      imported: true,
      show: ({ enabled }) => (
        <Status tone={enabled ? 'good' : 'quiet'}>{t(`alarmRules.enabled_${enabled}`)}</Status>
      ),
    },
    { key: 'measure', rare: true, imported: true },
    { key: 'product_name', rare: true, imported: true },
    { key: 'site_name', rare: true, imported: true },
    { key: 'mn', rare: true, imported: true },
    { key: 'high_warning', rare: true, imported: true },
    { key: 'high_alarm', rare: true, imported: true },
    { key: 'low_warning', rare: true, imported: true },
    { key: 'low_alarm', rare: true, imported: true },
    { key: 'warning_share', rare: true, imported: true },
    { key: 'code', rare: true, imported: true },
    { key: 'unit', rare: true, imported: true },
    { key: 'remark', rare: true, imported: true },
    { key: 'version', rare: true },
    { key: 'updated_at', rare: true },
  ];
}

function Place({ rule }: { rule: Rule }) {
  const t = useT();
  if (rule.scope === 'network') return t('alarmRules.scope_network');
  return (
    <span className={styles.place}>
      {rule.scope === 'site' && rule.mn ? (
        <Link to={`/sites/${encodeURIComponent(rule.mn)}`}>{rule.site_name}</Link>
      ) : (
        rule.product_name
      )}
      <small>{t(`alarmRules.scope_${rule.scope}`)}</small>
    </span>
  );
}
