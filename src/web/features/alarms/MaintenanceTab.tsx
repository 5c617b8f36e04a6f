import {
  maintenanceScope,
  maintenanceState,
  maintenanceWindows,
} from '#shared/contract/alarms/maintenance.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { formatDuration } from '#shared/domain/numbers.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { useMay, useSeesAll } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ResourceList } from '#web/pages/ResourcePage.tsx';
import type { Action } from '#web/ui/actions.tsx';
import { MomentInput } from '#web/ui/MomentInput.tsx';
import { Status } from '#web/ui/Status.tsx';
import styles from './configuration.module.css';
import { PlaceName, placeFields, usePlaceName } from './PlaceInputs.tsx';
import { QuickWindow } from './QuickWindow.tsx';

type Window = AnswerOf<typeof maintenanceWindows.list>['data_info'][number];

const tones = { open: 'notice', coming: 'good', past: 'quiet' } as const;

/** Maintenance windows: open, future and past. */
export function MaintenanceTab() {
  const t = useT();
  const language = useLanguage();
  const nameOf = usePlaceName();
  const mayWrite = useMay(maintenanceWindows.edit.needs);
  const refresh = [maintenanceWindows.list];
  const end = useAction(maintenanceWindows.edit, { refresh, done: 'maintenanceWindows.ended' });
  const extend = useAction(maintenanceWindows.edit, { refresh, done: 'maintenanceWindows.extended' });
  const scopes = useScopes();
  const rest = ({ state, starts_at, ends_at }: Window) => {
    const until = (time: string) => formatDuration(Math.max(0, Date.parse(time) - Date.now()), language);
    if (state === 'open') return t('maintenanceWindows.left', { time: until(ends_at) });
    return state === 'coming' ? t('maintenanceWindows.begins', { time: until(starts_at) }) : '';
  };
  const actionsOf = ({ window_id, version, state, ends_at, ...window }: Window): Action[] => {
    if (!mayWrite || state !== 'open') return [];
    const now = new Date().toISOString();
    const later = new Date(Date.parse(ends_at) + 2 * HOUR_MS).toISOString();
    return [
      {
        label: t('maintenanceWindows.end_now'),
        question: {
          title: t('maintenanceWindows.end_question'),
          text: `${nameOf(window)}: ${t('maintenanceWindows.end_text')}`,
          ok: t('maintenanceWindows.end_now'),
        },
        run: () => end.run({ window_id, version, ends_at: now }),
      },
      {
        label: t('maintenanceWindows.extend'),
        run: () => extend.run({ window_id, version, ends_at: later }),
      },
    ];
  };
  return (
    <ResourceList
      resource={maintenanceWindows}
      nameOf={(window: Window) => nameOf(window)}
      columns={[
        { key: 'scope', show: (window) => <PlaceName place={window} /> },
        {
          key: 'state',
          show: (window) => (
            <span className={styles.place}>
              <Status tone={tones[window.state]}>{t(`maintenanceWindows.state_${window.state}`)}</Status>
              <small>{rest(window)}</small>
            </span>
          ),
        },
        'starts_at',
        'ends_at',
        'reason',
        'site_count',
        'origin',
        { key: 'mn', rare: true },
        { key: 'updated_at', rare: true },
      ]}
      filters={[
        { key: 'state', choices: maintenanceState.options },
        { key: 'scope', choices: maintenanceScope.options },
      ]}
      form={[
        ...placeFields(scopes),
        { key: 'starts_at', side: 'left', editor: <MomentInput /> },
        { key: 'ends_at', side: 'right', editor: <MomentInput /> },
        { key: 'reason', as: 'textarea' },
      ]}
      formWidth={520}
      start={{
        scope: scopes[0],
        starts_at: new Date().toISOString(),
        ends_at: new Date(Date.now() + 2 * HOUR_MS).toISOString(),
      }}
      rowActions={actionsOf}
      frame={(add, list) => (
        <>
          {mayWrite && <QuickWindow scopes={scopes} />}
          <div className={styles.bar}>
            <p>{t('maintenanceWindows.hint')}</p>
            {add}
          </div>
          {list}
        </>
      )}
    />
  );
}

/** Users with limited sites can open windows for single sites only. */
function useScopes() {
  const seesAll = useSeesAll();
  return seesAll ? (['site', 'product', 'city', 'network'] as const) : (['site'] as const);
}
