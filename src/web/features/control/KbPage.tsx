import { kbActions } from '#shared/contract/control/kb.ts';
import { isRevocable } from '#shared/domain/command-run.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import type { CommandRow } from '#web/widgets/command/CommandState.tsx';
import { ControlPage } from './ControlPage.tsx';
import { KbValuesTab } from './KbValuesTab.tsx';
import { RollBackDialog } from './RollBackDialog.tsx';

const kinds = ['kb_read', 'kb_set'] as const;

/** K and B of devices: current values, changes and history. */
export function KbPage() {
  const t = useT();
  const maySet = useMay(kbActions.set.needs);
  const rollingBack = useOpened<number>();
  const more = ({ kind, command_id, before_value, state }: CommandRow) =>
    kind === 'kb_set' && maySet && before_value && isRevocable(state)
      ? [{ label: t('kbValues.roll_back'), run: () => rollingBack.open(command_id) }]
      : [];
  return (
    <>
      <ControlPage
        hint={t('kbValues.hint')}
        main={{ label: t('kbValues.tab_values'), children: <KbValuesTab /> }}
        kinds={kinds}
        more={more}
      />
      {rollingBack.show((command_id) => (
        <RollBackDialog
          call={kbActions.rollBack}
          title={t('kbValues.roll_back')}
          text={t('kbValues.roll_back_text')}
          command_id={command_id}
          onClosed={rollingBack.closed}
        />
      ))}
    </>
  );
}
