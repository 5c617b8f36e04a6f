import { useNavigate } from 'react-router';
import { unregistered, unregisteredActions } from '#shared/contract/packets/unregistered.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { useList } from '#web/ui/useList.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { AdoptDialog } from './AdoptDialog.tsx';
import { Command } from './Command.tsx';
import styles from './packets.module.css';
import type { UnregisteredDevice } from './rows.ts';

/** Unregistered devices: create a site or dismiss. */
export function UnregisteredList() {
  const t = useT();
  const navigate = useNavigate();
  const mayAdopt = useMay(unregisteredActions.adopt.needs);
  const adopting = useOpened<UnregisteredDevice>();
  const dismiss = useAction(unregisteredActions.dismiss, {
    refresh: [unregistered.list],
    done: 'unregistered.dismissed_done',
  });
  const restore = useAction(unregisteredActions.dismiss, {
    refresh: [unregistered.list],
    done: 'common.done',
  });
  const dismissal = (devices: readonly UnregisteredDevice[]) => {
    const mns = devices.map(({ mn }) => mn);
    return devices.every(({ dismissed }) => dismissed)
      ? { label: t('unregistered.restore'), run: () => restore.run({ mns, dismissed: false }) }
      : { label: t('unregistered.dismiss'), run: () => dismiss.run({ mns }) };
  };
  return (
    <>
      <DataTable
        list={useList(unregistered)}
        rowKey="mn"
        columns={[
          'mn',
          {
            key: 'st',
            show: ({ st }) => (t.has(`wire.st_${st}`) ? `${st} ${t.tx(`wire.st_${st}`)}` : (st ?? '–')),
          },
          { key: 'cn', show: (device) => <Command row={device} /> },
          'packets',
          { key: 'first_at', rare: true },
          'last_at',
          { key: 'remote', rare: true },
          {
            key: 'last_packet',
            sortable: false,
            show: ({ last_packet }) => <code className={styles.line}>{last_packet ?? '–'}</code>,
          },
        ]}
        filters={[{ key: 'dismissed', choices: ['false', 'true'] }]}
        rowActions={(device) =>
          mayAdopt
            ? [{ label: t('unregistered.adopt'), run: () => adopting.open(device) }, dismissal([device])]
            : []
        }
        batchActions={mayAdopt ? (devices) => [dismissal(devices)] : undefined}
      />
      {adopting.show((device) => (
        <AdoptDialog
          device={device}
          onClosed={adopting.closed}
          onAdopted={() => void navigate(`/sites/${encodeURIComponent(device.mn)}`)}
        />
      ))}
    </>
  );
}
