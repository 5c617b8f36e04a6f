import { Button } from 'antd';
import { kbActions, kbValues } from '#shared/contract/control/kb.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { Status } from '#web/ui/Status.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { useAddress } from '#web/ui/useAddress.ts';
import { useList } from '#web/ui/useList.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import type { CommandRow } from '#web/widgets/command/CommandState.tsx';
import { ControlBar } from '#web/widgets/command/ControlBar.tsx';
import { commandReads } from '#web/widgets/command/command-reads.ts';
import { useCommandsChange } from '#web/widgets/command/useCommandsChange.ts';
import { useSent } from '#web/widgets/command/useSent.ts';
import { CorrectionDrawer } from '#web/widgets/correction/CorrectionDrawer.tsx';
import { FactorName } from '#web/widgets/FactorName.tsx';
import { ChosenSites, useChosenSites } from './ChosenSites.tsx';
import { ControlPage } from './ControlPage.tsx';
import styles from './control.module.css';
import { FitDrawer } from './FitDrawer.tsx';
import { KbImportDialog } from './KbImportDialog.tsx';
import { KbSetDrawer } from './KbSetDrawer.tsx';
import { asItIs, type KbRow, type Settable } from './kb-row.ts';
import { RollBackDialog } from './RollBackDialog.tsx';

const kinds = ['kb_read', 'kb_set'] as const;
/** Slope and intercept of devices: what they hold, what is to be set, and what was set before. */
export function KbPage() {
  const t = useT();
  const maySet = useMay(kbActions.set.needs);
  const rollingBack = useOpened<number>();
  const more = ({ kind, command_id, before_value, state }: CommandRow) =>
    kind === 'kb_set' && maySet && before_value && state !== 'queued'
      ? [{ label: t('kbValues.roll_back'), run: () => rollingBack.open(command_id) }]
      : [];
  return (
    <>
      <ControlPage
        title={t('kbValues.title')}
        hint={t('kbValues.hint')}
        main={{ label: t('kbValues.tab_values'), children: <ValuesTab /> }}
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

function ValuesTab() {
  const t = useT();
  const language = useLanguage();
  const site_ids = useChosenSites();
  const list = useList(kbValues, site_ids.length > 0 ? { site_id: site_ids } : {});
  useCommandsChange([kbValues.list]);
  const setting = useOpened<{ rows: Settable[]; reason?: string }>();
  const fitting = useOpened<readonly KbRow[]>();
  const asked = useAskedFit();
  const importing = useOpened<true>();
  const correcting = useOpened<number>();
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
  const figure = (value: number | null) => (value === null ? '–' : String(Number(value.toFixed(6))));
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
        columns={[
          'site_name',
          { key: 'component_name', show: (row) => <FactorName factor={row} /> },
          { key: 'k', show: ({ k }) => figure(k) },
          { key: 'b', show: ({ b, unit }) => (b === null ? '–' : `${figure(b)} ${unit}`) },
          {
            key: 'at',
            show: ({ at, source }) =>
              at && source ? (
                <>
                  {showTime(at, language)}{' '}
                  <span className={styles.soft}>{t(`kbValues.source_${source}`)}</span>
                </>
              ) : (
                <span className={styles.soft}>{t('commands.never_read')}</span>
              ),
          },
          {
            key: 'online',
            sortable: false,
            show: ({ online }) => (
              <Status tone={online ? 'good' : 'quiet'}>
                {t(online ? 'kbValues.is_online' : 'kbValues.is_offline')}
              </Status>
            ),
          },
          {
            key: 'place',
            sortable: false,
            show: ({ place, place_since, site_id: of }) => (
              <Button type="link" size="small" onClick={() => correcting.open(of)}>
                {place_since && place === 'platform'
                  ? t('corrections.in_platform', { since: showTime(place_since, language) })
                  : t(`corrections.place_${place}`)}
              </Button>
            ),
          },
          { key: 'platform_k', sortable: false, show: ({ platform_k }) => figure(platform_k) },
          { key: 'platform_b', sortable: false, show: ({ platform_b }) => figure(platform_b) },
          { key: 'mn', sortable: false, rare: true },
        ]}
        filters={[{ key: 'online', choices: ['true', 'false'] }]}
        batchActions={
          mayRead || maySet
            ? (rows) => [
                ...(mayRead ? [{ label: t('kbValues.read'), run: () => read(rows) }] : []),
                ...(maySet
                  ? [
                      { label: t('kbValues.set'), run: () => setting.open({ rows: rows.map(asItIs) }) },
                      { label: t('kbValues.from_fit'), run: () => fitting.open(rows) },
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
          site_ids={rows.length > 0 ? [...new Set(rows.map(({ site_id }) => site_id))] : site_ids}
          component_ids={[...new Set(rows.map(({ component_id }) => component_id))]}
          onTake={(taken, reason) => setting.open({ rows: taken, reason })}
          onClosed={fitting.closed}
        />
      ))}
      {maySet && asked.fit && (
        <FitDrawer
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

/** A fit that the analysis of several sites leads to: the address says of what. */
function useAskedFit() {
  const { params, numbers, change } = useAddress();
  const [reference_id] = numbers('fit_reference');
  const [from, to] = [params.get('fit_from'), params.get('fit_to')];
  const parts = ['fit_reference', 'fit_factor', 'fit_from', 'fit_to'];
  return {
    fit:
      reference_id !== undefined && from && to
        ? { reference_id, component_ids: numbers('fit_factor'), within: { from, to } }
        : undefined,
    forget: () => change(Object.fromEntries(parts.map((part) => [part, undefined]))),
  };
}
