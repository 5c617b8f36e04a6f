import { useSearchParams } from 'react-router';
import { agreementCommands } from '#shared/contract/site-config/agreement-commands.ts';
import { agreements } from '#shared/contract/site-config/agreements.ts';
import { commandKindNames } from '#shared/domain/command-kinds.ts';
import { useT } from '#web/i18n.ts';
import { ResourceList } from '#web/pages/ResourcePage.tsx';
import { rowsOf } from '#web/ui/choices.tsx';
import { KindSelect } from './KindSelect.tsx';
import styles from './protocols.module.css';
import { TryCommand } from './TryCommand.tsx';
import { blankWire, WireEditor } from './WireEditor.tsx';

const protocols = rowsOf(agreements, 'agreement_name');

/** Protocol-specific commands. */
export function CommandsTab() {
  const t = useT();
  const [params] = useSearchParams();
  const asked = Number(params.get('agreement_id') ?? 0);
  return (
    <ResourceList
      resource={agreementCommands}
      columns={[
        { key: 'kind', show: ({ kind }) => t(`commandKinds.${kind}`) },
        { key: 'agreement_name', sortable: false },
        { key: 'cns', sortable: false, show: ({ cns }) => <code>{cns}</code> },
        {
          key: 'wires',
          sortable: false,
          show: ({ wires }) => (
            <span className={styles.templates}>
              {wires.map(({ cn, ask }) => (
                <code key={`${cn} ${ask}`}>{ask || '–'}</code>
              ))}
            </span>
          ),
        },
        { key: 'remark', rare: true },
        { key: 'updated_at', rare: true },
      ]}
      nameOf={({ kind, agreement_name }) => `${agreement_name} · ${t(`commandKinds.${kind}`)}`}
      filters={[
        { key: 'agreement_id', choices: protocols },
        { key: 'kind', choices: commandKindNames },
      ]}
      form={[
        { key: 'agreement_id', choices: protocols },
        { key: 'kind', editor: <KindSelect /> },
        { key: 'wires', editor: <WireEditor />, saysProblems: true },
        { key: 'remark', as: 'textarea' },
      ]}
      start={{ wires: [blankWire], ...(asked > 0 && { agreement_id: asked }) }}
      formWidth={820}
      belowForm={<TryCommand />}
      frame={(add, list) => (
        <>
          <div className={styles.bar}>
            <p>{t('agreementCommands.hint')}</p>
            {add}
          </div>
          {list}
        </>
      )}
    />
  );
}
