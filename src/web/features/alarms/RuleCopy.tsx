import { Alert, Modal } from 'antd';
import { useState } from 'react';
import { alarmRuleActions, alarmRules } from '#shared/contract/alarms/rules.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { SitePicker } from '#web/widgets/SitePicker.tsx';
import { RuleLimits } from './RuleLimits.tsx';
import { type Rule, useRuleWords } from './rule-words.ts';
import styles from './standards.module.css';

/** Copies a rule to other sites, with a preview of the effect. */
export function RuleCopy({ rule, onClosed }: { rule: Rule; onClosed(): void }) {
  const t = useT();
  const toast = useToast();
  const words = useRuleWords();
  const [open, setOpen] = useState(true);
  const [site_ids, setSites] = useState<number[]>([]);
  const { rule_id } = rule;
  const preview = useCall(
    alarmRuleActions.copyPreview,
    { rule_id, site_ids },
    { enabled: site_ids.length > 0 },
  );
  const copy = useAction(alarmRuleActions.copy, { refresh: [alarmRules.list, alarmRuleActions.holding] });
  const changes = (preview.data?.added ?? 0) + (preview.data?.replaced ?? 0);
  const run = async () => {
    const { copied } = await copy.run({ rule_id, site_ids });
    toast.success(t('alarmRules.copied', { count: copied }));
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={t('alarmRules.copy_title', { name: words.name(rule) })}
      okText={changes > 0 ? t('alarmRules.copy_to', { count: changes }) : t('alarmRules.copy')}
      okButtonProps={{ disabled: changes === 0 || preview.isFetching }}
      confirmLoading={copy.pending}
      onOk={() => void run().catch(() => undefined)}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <div className={styles.copy}>
        <RuleLimits rule={rule} />
        <SitePicker
          multiple
          label={t('alarmRules.copy_sites')}
          placeholder={t('common.please_select')}
          value={site_ids}
          onChange={setSites}
        />
        {site_ids.length > 0 &&
          (preview.error ? (
            <ListError error={preview.error} onRetry={() => void preview.refetch()} />
          ) : preview.data ? (
            <Effect {...preview.data} />
          ) : (
            <ListSkeleton />
          ))}
      </div>
    </Modal>
  );
}

interface EffectProps {
  added: number;
  replaced: number;
  unchanged: number;
  without_factor: number;
}

function Effect({ added, replaced, unchanged, without_factor }: EffectProps) {
  const t = useT();
  const lines = [
    added > 0 && t('alarmRules.copy_added', { count: added }),
    replaced > 0 && t('alarmRules.copy_replaced', { count: replaced }),
    unchanged > 0 && t('alarmRules.copy_unchanged', { count: unchanged }),
  ].filter((line) => line !== false);
  return (
    <>
      <Alert
        type={replaced > 0 ? 'warning' : 'info'}
        showIcon
        title={
          <ul className={styles.effect}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        }
      />
      {without_factor > 0 && (
        <p className={styles.soft}>{t('alarmRules.copy_without_factor', { count: without_factor })}</p>
      )}
    </>
  );
}
