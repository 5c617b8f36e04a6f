import { Select } from 'antd';
import { type CommandKindName, commandKind, commandKindNames } from '#shared/domain/command-kinds.ts';
import { useT } from '#web/i18n.ts';
import { searchedByLabel } from '#web/ui/searched.ts';

interface KindSelectProps {
  id?: string;
  value?: CommandKindName;
  onChange?(kind: CommandKindName): void;
}

/** Command kinds; those that only a protocol can define come first. */
export function KindSelect({ id, value, onChange }: KindSelectProps) {
  const t = useT();
  const optionsOf = (isOwn: boolean) =>
    commandKindNames
      .filter((name) => (commandKind(name).wires.length === 0) === isOwn)
      .map((name) => ({ value: name, label: t(`commandKinds.${name}`) }));
  return (
    <Select<CommandKindName>
      id={id}
      value={value}
      onChange={onChange}
      aria-label={t('agreementCommands.kind')}
      placeholder={t('common.please_select')}
      showSearch={searchedByLabel}
      options={[
        { label: t('agreementCommands.kinds_own'), options: optionsOf(true) },
        { label: t('agreementCommands.kinds_standard'), options: optionsOf(false) },
      ]}
    />
  );
}
