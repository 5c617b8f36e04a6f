import { Button, Form, Input, Space } from 'antd';
import { useT } from '#web/i18n.ts';
import type { Values } from '#web/ui/form-field.ts';

interface SecretInputProps {
  id?: string;
  isSet: boolean;
  /** True if a change of the settings invalidates the secret. */
  isLeftBehind(values: Values): boolean;
  /** Null clears the secret; undefined keeps it. */
  value?: string | null;
  onChange?(value: string | null): void;
}

/** Write-only input of a secret: empty keeps the stored one. */
export function SecretInput({ id, isSet, isLeftBehind, value, onChange }: SecretInputProps) {
  const t = useT();
  const leftBehind = isLeftBehind(Form.useWatch<Values>([]) ?? {}) && isSet && !value;
  const state = value === null || leftBehind ? 'secret_cleared' : isSet ? 'secret_set' : 'secret_unset';
  return (
    <>
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
      {leftBehind && <output>{t('platformConfig.secret_left_behind')}</output>}
    </>
  );
}
