import { PlusOutlined } from '@ant-design/icons';
import { Button, Switch } from 'antd';
import { alarmKindSettings } from '#shared/contract/alarms/kinds.ts';
import type { AlarmKind } from '#shared/domain/alarm-kinds.ts';
import { useMay } from '#web/api/powers.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { RowActions } from '#web/ui/actions.tsx';
import type { KindSetting } from './config-rows.ts';
import { KindFigures } from './KindFigures.tsx';
import styles from './kinds.module.css';
import { usePlaceName } from './PlaceInputs.tsx';

interface KindRowProps {
  kind: AlarmKind;
  /** All settings of this kind. */
  settings: readonly KindSetting[];
  /** Undefined edits the network's setting, which is still the default. */
  onEdit(row: KindSetting | undefined): void;
  onAdd(): void;
}

/** One alarm kind: description, switch, parameters and exceptions. */
export function KindRow({ kind, settings, onEdit, onAdd }: KindRowProps) {
  const t = useT();
  const toast = useToast();
  const mayWrite = useMay(alarmKindSettings.edit.needs);
  const refresh = [alarmKindSettings.list];
  const add = useAction(alarmKindSettings.add, { refresh });
  const edit = useAction(alarmKindSettings.edit, { refresh });
  const remove = useAction(alarmKindSettings.remove, { refresh, done: 'common.deleted' });
  const network = settings.find(({ scope }) => scope === 'network');
  const others = settings.filter(({ scope }) => scope !== 'network');
  const enabled = network?.enabled ?? true;
  const name = t(`alarmLog.kind_${kind}`);
  const turn = async (on: boolean) => {
    if (network) await edit.run({ kind_id: network.kind_id, version: network.version, enabled: on });
    else await add.run({ kind, scope: 'network', enabled: on });
    toast.success(t(on ? 'alarmKindSettings.turned_on' : 'alarmKindSettings.turned_off', { kind: name }));
  };
  return (
    <article className={styles.kind} data-off={!enabled} aria-label={name}>
      <Switch
        checked={enabled}
        disabled={!mayWrite}
        loading={add.pending || edit.pending}
        aria-label={name}
        onChange={(on) => void turn(on).catch(() => undefined)}
      />
      <div className={styles.about}>
        <strong>{name}</strong>
        <p>{t(`alarmKindSettings.about_${kind}`)}</p>
      </div>
      <div className={styles.figures}>
        <KindFigures kind={kind} said={network} />
      </div>
      <div className={styles.tools}>
        {mayWrite && (
          <Button type="link" size="small" onClick={() => onEdit(network)}>
            {t('alarmKindSettings.edit_network')}
          </Button>
        )}
        {mayWrite && kind !== 'disk' && (
          <Button type="link" size="small" icon={<PlusOutlined />} onClick={onAdd}>
            {t('alarmKindSettings.add_exception')}
          </Button>
        )}
      </div>
      {others.length > 0 && (
        <ul className={styles.exceptions} aria-label={t('alarmKindSettings.exceptions')}>
          {others.map((row) => (
            <Exception
              key={row.kind_id}
              row={row}
              onEdit={mayWrite ? () => onEdit(row) : undefined}
              onRemove={() => remove.run({ kind_id: row.kind_id })}
            />
          ))}
        </ul>
      )}
    </article>
  );
}

interface ExceptionProps {
  row: KindSetting;
  onEdit: (() => void) | undefined;
  onRemove(): Promise<unknown>;
}

function Exception({ row, onEdit, onRemove }: ExceptionProps) {
  const t = useT();
  const nameOf = usePlaceName();
  const place = nameOf(row);
  return (
    <li>
      <span className={styles.place}>
        {place}
        <small>{t(`alarmKindSettings.scope_${row.scope}`)}</small>
      </span>
      <span className={styles.figures}>
        {row.enabled ? (
          <KindFigures kind={row.kind} said={row} />
        ) : (
          <em>{t('alarmKindSettings.exception_off')}</em>
        )}
      </span>
      {onEdit && (
        <RowActions
          rowName={place}
          actions={[
            { label: t('common.edit'), run: onEdit },
            {
              label: t('common.delete'),
              danger: true,
              question: { title: t('common.delete'), text: place, ok: t('common.delete'), danger: true },
              run: onRemove,
            },
          ]}
        />
      )}
    </li>
  );
}
