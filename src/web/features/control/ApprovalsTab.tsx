import { commandActions } from '#shared/contract/control/commands.ts';
import { useMay } from '#web/api/powers.ts';
import { CommandLog } from '#web/widgets/command/CommandLog.tsx';
import { PolicyPanel } from './PolicyPanel.tsx';
import { WaitingCorrections } from './WaitingCorrections.tsx';

/** Commands and corrections of all kinds that await approval, and the approval policy. */
export function ApprovalsTab() {
  const mayPolicy = useMay(commandActions.setPolicy.needs);
  return (
    <>
      <WaitingCorrections />
      <CommandLog state="awaiting_approval" />
      {mayPolicy && <PolicyPanel />}
    </>
  );
}
