import { Link } from 'react-router';
import { correctionState, heldActions, heldCorrections, heldPackets } from '#shared/contract/packets/held.ts';
import { useMay } from '#web/api/powers.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { useList } from '#web/ui/useList.ts';
import { siteFilter } from '#web/widgets/filters.tsx';
import { offsetOf, units } from './clock-offset.ts';
import styles from './packets.module.css';

/** Time corrections with author and time; each can be undone. */
export function CorrectionList() {
  const t = useT();
  const toast = useToast();
  const mayUndo = useMay(heldActions.undo.needs);
  const undo = useAction(heldActions.undo, {
    refresh: [heldCorrections.list, heldPackets.list, heldActions.groups],
  });
  const run = async (correction_id: number) => {
    const { held: count, kept } = await undo.run({ correction_id });
    toast.success(t(kept > 0 ? 'heldCorrections.undone_kept' : 'heldCorrections.undone', { count, kept }));
  };
  return (
    <>
      <p className={styles.hint}>{t('heldCorrections.hint')}</p>
      <DataTable
        list={useList(heldCorrections)}
        rowKey="correction_id"
        columns={[
          {
            key: 'site_name',
            show: ({ mn, site_name }) => <Link to={`/sites/${encodeURIComponent(mn)}`}>{site_name}</Link>,
          },
          { key: 'mn', rare: true },
          { key: 'reason', rare: true },
          { key: 'shift_seconds', show: ({ shift_seconds }) => <Shift seconds={shift_seconds} /> },
          'packets',
          'ts_from',
          'ts_to',
          'taken_at',
          'taken_by',
          'state',
          'undone_at',
          'undone_by',
          { key: 'kept', rare: true },
        ]}
        filters={[siteFilter, { key: 'state', choices: correctionState.options }]}
        rowActions={({ correction_id, site_name, packets, state, can_undo }) =>
          !mayUndo || state === 'undone'
            ? []
            : [
                {
                  label: t('heldCorrections.undo'),
                  danger: true,
                  refused: can_undo ? undefined : t('heldCorrections.cannot_undo'),
                  question: {
                    title: t('heldCorrections.undo_title', { name: site_name }),
                    text: t('heldCorrections.undo_text', { count: packets }),
                    ok: t('heldCorrections.undo'),
                    danger: true,
                  },
                  run: () => run(correction_id),
                },
              ]
        }
      />
    </>
  );
}

/** "−8 h 15 min": offset added to the packet times. */
function Shift({ seconds }: { seconds: number }) {
  const t = useT();
  const offset = offsetOf(seconds, 1);
  const parts = units.flatMap((unit) =>
    offset[unit] > 0 ? `${offset[unit]} ${t(`heldPackets.${unit}`)}` : [],
  );
  return seconds === 0 ? '0' : `${seconds < 0 ? '−' : '+'}${parts.join(' ')}`;
}
