import { DatePicker } from 'antd';
import { useLanguage } from '#web/i18n.ts';
import { fromPicker, toPicker } from './picker-time.ts';

interface MomentInputProps {
  id?: string;
  placeholder?: string;
  value?: string;
  onChange?(time: string | undefined): void;
}

/** Date and time input for forms. */
export function MomentInput({ id, placeholder, value, onChange }: MomentInputProps) {
  const language = useLanguage();
  return (
    <DatePicker
      id={id}
      placeholder={placeholder}
      style={{ width: '100%' }}
      showTime={{ format: 'HH:mm' }}
      format={language === 'en' ? 'DD MMM YYYY HH:mm' : 'YYYY-MM-DD HH:mm'}
      value={value ? toPicker(value) : null}
      onChange={(time) => onChange?.(fromPicker(time))}
    />
  );
}
