import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import { commandBatches } from '#shared/contract/control/batches.ts';
import { commandActions, commandLog } from '#shared/contract/control/commands.ts';
import type { CommandKindName } from '#shared/domain/command-kinds.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import type { Action } from '#web/ui/actions.tsx';
import { withoutLists } from '#web/ui/list-query.ts';
import { Page } from '#web/ui/Page.tsx';
import { useAddress } from '#web/ui/useAddress.ts';
import { BatchList } from '#web/widgets/command/BatchList.tsx';
import { CommandLog } from '#web/widgets/command/CommandLog.tsx';
import type { CommandRow } from '#web/widgets/command/CommandState.tsx';
import { ApprovalsTab } from './ApprovalsTab.tsx';

interface ControlPageProps {
  hint: string;
  /** First tab: the page's own content. */
  main: { label: string; children: ReactNode };
  /** Further tabs. */
  others?: readonly { key: string; label: string; children: ReactNode }[];
  /** Command kinds shown in its log and batches. */
  kinds: readonly CommandKindName[];
  more?(command: CommandRow): Action[];
}

/** Frame of remote control pages: content, command log and batches. */
export function ControlPage({ hint, main, others = [], kinds, more }: ControlPageProps) {
  const t = useT();
  const { params, change } = useAddress();
  const mayApprove = useMay(commandActions.approve.needs);
  const tabs = [
    { key: 'main', ...main },
    ...others,
    { key: 'commands', label: t('commands.title'), children: <CommandLog kinds={kinds} more={more} /> },
    { key: 'batches', label: t('commandBatches.title'), children: <BatchList kinds={kinds} /> },
    ...(mayApprove ? [{ key: 'approvals', label: t('commands.approvals'), children: <ApprovalsTab /> }] : []),
  ];
  const view = tabs.find(({ key }) => key === params.get('view'))?.key ?? 'main';
  return (
    <Page hint={hint}>
      <Tabs
        activeKey={view}
        onChange={(chosen) =>
          change({
            // A keyword for one list must not hide the rows of the next.
            ...withoutLists(commandLog.list, commandBatches.list),
            view: chosen === 'main' ? undefined : chosen,
          })
        }
        destroyOnHidden
        items={tabs}
      />
    </Page>
  );
}
