import { Button } from 'antd';
import { useRef } from 'react';
import { kbActions, kbValues } from '#shared/contract/control/kb.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { useAddress } from '#web/ui/useAddress.ts';
import { useList } from '#web/ui/useList.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { ControlBar } from '#web/widgets/command/ControlBar.tsx';
import { commandReads } from '#web/widgets/command/command-reads.ts';
import { useCommandsChange } from '#web/widgets/command/useCommandsChange.ts';
import { useSent } from '#web/widgets/command/useSent.ts';
import { CorrectionDrawer } from '#web/widgets/correction/CorrectionDrawer.tsx';
import { ChosenSites, useChosenSites } from './ChosenSites.tsx';
import styles from './control.module.css';
import { type FitChoice, FitDrawer } from './FitDrawer.tsx';
import { KbImportDialog } from './KbImportDialog.tsx';
import { KbSetDrawer } from './KbSetDrawer.tsx';
import { asItIs, type KbRow, type Settable } from './kb-row.ts';
import { useKbColumns } from './useKbColumns.tsx';

/** K and B of devices by site and factor; set manually, from a fit or from a spreadsheet. */
export function KbValuesTab() {
  const t = useT();
  const site_ids = useChosenSites();
  const list = useList(kbValues, site_ids.length > 0 ? { site_id: site_ids } : {});
  useCommandsChange([kbValues.list]);
  const setting = useOpened<{ rows: Settable[]; reason?: string }>();
  const fitting = useOpened<readonly KbRow[]>();
  const asked = useAskedFit();
  const kept = useRef<FitChoice>(null);
  const importing = useOpened<true>();
  const correcting = useOpened<number>();
  const columns = useKbColumns(correcting.open);
  const says = useSent();
  const [mayRead, maySet] = [useMay(kbActions.readBatch.needs), useMay(kbActions.set.needs)];
  const reading = useAction(kbActions.readBatch, { refresh: commandReads });
  const read = async (rows: readonly KbRow[]) =>
    says(
      await reading.run({
        site_ids: [...new Set(rows.map(({ site_id }) => site_id))],
        component_ids: [...new Set(rows.map(({ component_id }) => component_id))],
      }),
    );
  return (
    <>
      <div className={styles.bar}>
        <ChosenSites />
        {mayRead && site_ids.length > 0 && (
          <Button
            loading={reading.pending}
            onClick={() => void reading.run({ site_ids }).then(says, () => undefined)}
          >
            {t('kbValues.read_all')}
          </Button>
        )}
        {maySet && (
          <>
            <Button onClick={() => fitting.open([])}>{t('kbValues.from_fit')}</Button>
            <Button onClick={() => importing.open(true)}>{t('kbValues.from_file')}</Button>
          </>
        )}
      </div>
      <ControlBar site_ids={site_ids} />
      <DataTable
        list={list}
        rowKey="row_id"
        nameOf={({ site_name, component_name }: KbRow) => `${site_name} ${component_name}`}
        columns={columns}
        filters={[{ key: 'online', choices: ['true', 'false'] }]}
        batchActions={
          mayRead || maySet
            ? (rows) => [
                ...(mayRead ? [{ label: t('kbValues.read'), run: () => read(rows) }] : []),
                ...(maySet
                  ? [
                      {
                        label: t('kbValues.set'),
                        opens: true,
                        run: () => setting.open({ rows: rows.map(asItIs) }),
                      },
                      { label: t('kbValues.from_fit'), opens: true, run: () => fitting.open(rows) },
                    ]
                  : []),
              ]
            : undefined
        }
      />
      {setting.show(({ rows, reason }) => (
        <KbSetDrawer rows={rows} reason={reason} onClosed={setting.closed} />
      ))}
      {fitting.show((rows) => (
        <FitDrawer
          kept={kept}
          site_ids={rows.length > 0 ? [...new Set(rows.map(({ site_id }) => site_id))] : site_ids}
          component_ids={[...new Set(rows.map(({ component_id }) => component_id))]}
          onTake={(taken, reason) => setting.open({ rows: taken, reason })}
          onClosed={fitting.closed}
        />
      ))}
      {maySet && asked.fit && (
        <FitDrawer
          kept={kept}
          site_ids={site_ids}
          {...asked.fit}
          onTake={(taken, reason) => setting.open({ rows: taken, reason })}
          onClosed={asked.forget}
        />
      )}
      {correcting.show((of) => (
        <CorrectionDrawer site_id={of} onClosed={correcting.closed} />
      ))}
      {importing.show(() => (
        <KbImportDialog onTake={(rows) => setting.open({ rows })} onClosed={importing.closed} />
      ))}
    </>
  );
}

/** Fit parameters passed in the URL by the analysis page. */
function useAskedFit() {
  const { params, numbers, change } = useAddress();
  const [reference_id] = numbers('fit_reference');
  const [from, to] = [params.get('fit_from'), params.get('fit_to')];
  const [most_humidity] = numbers('fit_humid');
  const parts = ['fit_reference', 'fit_factor', 'fit_from', 'fit_to', 'fit_humid'];
  return {
    fit:
      reference_id !== undefined && from && to
        ? { reference_id, component_ids: numbers('fit_factor'), within: { from, to }, most_humidity }
        : undefined,
    forget: () => change(Object.fromEntries(parts.map((part) => [part, undefined]))),
  };
}
