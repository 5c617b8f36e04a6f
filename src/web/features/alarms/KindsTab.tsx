import { alarmKindSettings } from '#shared/contract/alarms/kinds.ts';
import { type AlarmKind, alarmFamilies, alarmKindNames, kindSpec } from '#shared/domain/alarm-kinds.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { FormDrawer } from '#web/ui/FormDrawer.tsx';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { useOpened } from '#web/ui/useOpened.tsx';
import { FamilyMark } from '#web/widgets/alarm/AlarmMarks.tsx';
import type { KindSetting } from './config-rows.ts';
import { HoldingButton, HoldingDrawer } from './HoldingDrawer.tsx';
import { KindRow } from './KindRow.tsx';
import { kindFields } from './kind-fields.tsx';
import styles from './kinds.module.css';

/** All kinds with their network settings and the exceptions below. */
export function KindsTab() {
  const t = useT();
  const answer = useCall(alarmKindSettings.list, { page_size: 1000 });
  const editing = useOpened<{ kind: AlarmKind; row?: KindSetting; scope: 'network' | 'site' }>();
  const settings = answer.data?.data_info;
  if (!settings)
    return answer.error ? (
      <ListError error={answer.error} onRetry={() => void answer.refetch()} />
    ) : (
      <ListSkeleton />
    );
  return (
    <div className={styles.families}>
      <div className={styles.bar}>
        <p>{t('alarmKindSettings.hint')}</p>
        <HoldingButton />
      </div>
      {alarmFamilies.map((family) => (
        <section key={family} className={styles.family} data-family={family}>
          <h2>
            <FamilyMark family={family} />
            {t(`alarmLog.family_${family}`)}
          </h2>
          {alarmKindNames
            .filter((kind) => kindSpec(kind).family === family)
            .map((kind) => (
              <KindRow
                key={kind}
                kind={kind}
                settings={settings.filter((one) => one.kind === kind)}
                onEdit={(row) => editing.open({ kind, row, scope: 'network' })}
                onAdd={() => editing.open({ kind, scope: 'site' })}
              />
            ))}
        </section>
      ))}
      <HoldingDrawer first="kinds" />
      {editing.show(({ kind, row, scope }) => (
        <FormDrawer
          resource={alarmKindSettings}
          fields={kindFields(kind, row?.scope ?? scope)}
          row={row}
          start={{ kind, scope, level: kindSpec(kind).level }}
          onClosed={editing.closed}
        />
      ))}
    </div>
  );
}
