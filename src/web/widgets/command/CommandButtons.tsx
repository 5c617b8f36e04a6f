import { Button, Dropdown } from 'antd';
import { commandActions } from '#shared/contract/control/commands.ts';
import { type CommandKindName, commandKind } from '#shared/domain/command-kinds.ts';
import { useMayOf } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { commandReads } from './command-reads.ts';
import { SendDialog } from './SendDialog.tsx';
import { useSent } from './useSent.ts';

interface CommandButtonsProps {
  /** Shown as buttons. */
  kinds: readonly CommandKindName[];
  /** Shown in a menu. */
  more?: readonly CommandKindName[];
  site_ids: readonly number[];
}

/** Permitted commands for the selected devices. Harmless ones without required parameters are sent at once. */
export function CommandButtons({ kinds, more = [], site_ids }: CommandButtonsProps) {
  const t = useT();
  const asking = useOpened<CommandKindName>();
  const says = useSent();
  const sending = useAction(commandActions.send, { refresh: commandReads });
  const may = useMayOf();
  const mine = (kind: CommandKindName) => may(commandKind(kind).power);
  const start = (kind: CommandKindName) => {
    const { params, dangerous } = commandKind(kind);
    const tells = Object.values(params).some(({ optional }) => !optional);
    if (tells || dangerous) return asking.open(kind);
    const targets = site_ids.map((site_id) => ({ site_id }));
    void sending.run({ kind, targets }).then(says, () => undefined);
  };
  const others = more.filter(mine);
  return (
    <>
      {kinds.filter(mine).map((kind) => (
        <Button key={kind} disabled={site_ids.length === 0} onClick={() => start(kind)}>
          {t(`commandKinds.${kind}`)}
        </Button>
      ))}
      {others.length > 0 && (
        <Dropdown
          trigger={['click']}
          disabled={site_ids.length === 0}
          menu={{
            items: others.map((key) => ({
              key,
              label: t(`commandKinds.${key}`),
              danger: commandKind(key).dangerous,
            })),
            onClick: ({ key }) => start(key as CommandKindName),
          }}
        >
          <Button>{t('commands.more')}</Button>
        </Dropdown>
      )}
      {asking.show((kind) => (
        <SendDialog kind={kind} site_ids={site_ids} onClosed={asking.closed} />
      ))}
    </>
  );
}
