import { Button, Input, Space } from 'antd';
import { useT } from '#web/i18n.ts';

interface SecretInputProps {
  id?: string;
  isSet: boolean;
  /** Null: to be cleared. Nothing: to stay as it is. */
  value?: string | null;
  onChange?(value: string | null): void;
}

/** A secret is written and never read back: an empty field leaves it as it is. */
export function SecretInput({ id, isSet, value, onChange }: SecretInputProps) {
  const t = useT();
  const state = value === null ? 'secret_cleared' : isSet ? 'secret_set' : 'secret_unset';
  return (
    <Space.Compact block>
      <Input.Password
        id={id}
        value={value ?? ''}
        autoComplete="new-password"
        placeholder={t(`platformConfig.${state}`)}
        onChange={({ target }) => onChange?.(target.value)}
      />
      {isSet && value !== null && (
        <Button onClick={() => onChange?.(null)}>{t('platformConfig.secret_clear')}</Button>
      )}
    </Space.Compact>
  );
}
