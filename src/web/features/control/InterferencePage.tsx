import { interference } from '#shared/contract/control/interference.ts';
import { isRevocable } from '#shared/domain/command-run.ts';
import { useMay } from '#web/api/powers.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { EmptyState } from '#web/ui/ListStates.tsx';
import { useAddress } from '#web/ui/useAddress.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import type { CommandRow } from '#web/widgets/command/CommandState.tsx';
import { ControlBar } from '#web/widgets/command/ControlBar.tsx';
import { useCommandsChange } from '#web/widgets/command/useCommandsChange.ts';
import { CorrectionMark } from '#web/widgets/correction/CorrectionMark.tsx';
import { SitePicker } from '#web/widgets/SitePicker.tsx';
import { ControlPage } from './ControlPage.tsx';
import styles from './control.module.css';
import { MatrixEditor } from './MatrixEditor.tsx';
import { RollBackDialog } from './RollBackDialog.tsx';

const kinds = ['kcc_read', 'kcc_set'] as const;

/** Cross-interference of a device's factors: current values, changes and history. */
export function InterferencePage() {
  const t = useT();
  const maySet = useMay(interference.set.needs);
  const rollingBack = useOpened<number>();
  const more = ({ kind, command_id, before_value, state }: CommandRow) =>
    kind === 'kcc_set' && maySet && before_value && isRevocable(state)
      ? [{ label: t('interference.roll_back'), run: () => rollingBack.open(command_id) }]
      : [];
  return (
    <>
      <ControlPage
        hint={t('interference.hint')}
        main={{ label: t('interference.tab_matrix'), children: <MatrixTab /> }}
        kinds={kinds}
        more={more}
      />
      {rollingBack.show((command_id) => (
        <RollBackDialog
          call={interference.rollBack}
          title={t('interference.roll_back')}
          text={t('interference.roll_back_text')}
          command_id={command_id}
          onClosed={rollingBack.closed}
        />
      ))}
    </>
  );
}

function MatrixTab() {
  const t = useT();
  const { numbers, change } = useAddress();
  const [site_id = 0] = numbers('sites');
  const answer = useCall(interference.data, { site_id }, { enabled: site_id > 0 });
  useCommandsChange([interference.data], site_id > 0 ? [site_id] : undefined);
  return (
    <>
      <div className={styles.bar}>
        <SitePicker
          label={t('interference.site')}
          placeholder={t('interference.choose_site')}
          value={site_id > 0 ? [site_id] : []}
          onChange={(sites) => change({ sites })}
        />
      </div>
      <ControlBar site_ids={site_id > 0 ? [site_id] : []} />
      {site_id === 0 ? (
        <EmptyState title={t('history.no_site')} hint={t('interference.choose_hint')} />
      ) : (
        <>
          <CorrectionMark site_id={site_id} />
          <Answered answer={answer}>
            {(data) => <MatrixEditor key={site_id} site_id={site_id} data={data} />}
          </Answered>
        </>
      )}
    </>
  );
}
