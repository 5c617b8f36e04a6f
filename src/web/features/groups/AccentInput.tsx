import { ColorPicker } from 'antd';
import { useT } from '#web/i18n.ts';
import styles from './theme.module.css';

interface AccentInputProps {
  id?: string;
  value?: string;
  onChange?(accent: string): void;
}

/** Dark enough for white text. */
const presets = ['#0f6b7a', '#1d4f91', '#2f6b3a', '#7a3e9d', '#a23b2a', '#8a5a00', '#37474f'];

export function AccentInput({ id, value, onChange }: AccentInputProps) {
  const t = useT();
  return (
    <span id={id}>
      <ColorPicker
        value={value || null}
        allowClear
        disabledAlpha
        disabledFormat
        showText={(colour) => (value ? colour.toHexString() : t('themes.default_accent'))}
        presets={[{ label: t('themes.accent'), colors: presets }]}
        onChange={(colour) => onChange?.(colour.cleared ? '' : colour.toHexString())}
      />
    </span>
  );
}

export function AccentMark({ accent }: { accent: string }) {
  const t = useT();
  if (!accent) return t('themes.default_accent');
  return (
    <span className={styles.accent}>
      <i style={{ background: accent }} />
      {accent}
    </span>
  );
}
