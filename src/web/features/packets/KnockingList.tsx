import { useNavigate } from 'react-router';
import { knocking, knockingActions } from '#shared/contract/knocking.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { useMay } from '#web/shell/powers.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { useList } from '#web/ui/useList.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { AdoptDialog } from './AdoptDialog.tsx';
import { Command } from './Command.tsx';
import styles from './packets.module.css';
import type { Knocker } from './rows.ts';

/** Devices that send without being a site: made one with a click, or sent away. */
export function KnockingList() {
  const t = useT();
  const navigate = useNavigate();
  const mayAdopt = useMay(knockingActions.adopt.needs);
  const adopting = useOpened<Knocker>();
  const dismiss = useAction(knockingActions.dismiss, {
    refresh: [knocking.list],
    done: 'knocking.dismissed_done',
  });
  const restore = useAction(knockingActions.dismiss, { refresh: [knocking.list], done: 'common.done' });
  const dismissal = (devices: readonly Knocker[]) => {
    const mns = devices.map(({ mn }) => mn);
    return devices.every(({ dismissed }) => dismissed)
      ? { label: t('knocking.restore'), run: () => restore.run({ mns, dismissed: false }) }
      : { label: t('knocking.dismiss'), run: () => dismiss.run({ mns }) };
  };
  return (
    <>
      <DataTable
        list={useList(knocking)}
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
            ? [{ label: t('knocking.adopt'), run: () => adopting.open(device) }, dismissal([device])]
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
