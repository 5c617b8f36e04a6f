import { Button, Checkbox, Table } from 'antd';
import { useState } from 'react';
import { commandActions } from '#shared/contract/control/commands.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { type CommandKindName, commandKind, commandKindNames } from '#shared/domain/command-kinds.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import styles from './control.module.css';

type Policy = AnswerOf<typeof commandActions.policy>;
type Rule = keyof Policy;

/** Selects the command kinds that require a reason or a second approver. */
export function PolicyPanel() {
  const t = useT();
  const answer = useCall(commandActions.policy, {});
  return (
    <section>
      <h3>{t('commandPolicy.title')}</h3>
      <p className={styles.soft}>{t('commandPolicy.hint')}</p>
      <Answered answer={answer}>
        {(policy) => <PolicyTable key={JSON.stringify(policy)} policy={policy} />}
      </Answered>
    </section>
  );
}

/** Dangerous kinds first. */
const kinds = commandKindNames
  .map((kind) => ({ kind, isDangerous: commandKind(kind).dangerous === true }))
  .sort((a, b) => Number(b.isDangerous) - Number(a.isDangerous));

function PolicyTable({ policy }: { policy: Policy }) {
  const t = useT();
  const [wanted, setWanted] = useState(policy);
  const saving = useAction(commandActions.setPolicy, { refresh: [commandActions.policy] });
  const box = (rule: Rule, kind: CommandKindName, isAlways: boolean) => (
    <Checkbox
      aria-label={`${t(`commandKinds.${kind}`)}: ${t(`commandPolicy.${rule}`)}`}
      disabled={isAlways}
      checked={isAlways || wanted[rule].includes(kind)}
      onChange={({ target }) => {
        const others = wanted[rule].filter((each) => each !== kind);
        setWanted({ ...wanted, [rule]: target.checked ? [...others, kind] : others });
      }}
    />
  );
  return (
    <>
      <Table
        size="small"
        rowKey="kind"
        dataSource={kinds}
        pagination={{ pageSize: 20, showSizeChanger: false }}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: t('commandPolicy.kind'), render: (_value, { kind }) => t(`commandKinds.${kind}`) },
          {
            title: t('commandPolicy.needs_reason'),
            render: (_value, { kind, isDangerous }) => box('needs_reason', kind, isDangerous),
          },
          {
            title: t('commandPolicy.needs_approval'),
            render: (_value, { kind }) => box('needs_approval', kind, false),
          },
        ]}
      />
      <Button
        type="primary"
        disabled={wanted === policy}
        loading={saving.pending}
        onClick={() => void saving.run(wanted).catch(() => undefined)}
      >
        {t('commandPolicy.save')}
      </Button>
    </>
  );
}
