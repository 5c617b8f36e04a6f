import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import styles from './day-input.module.css';

interface DayInputProps {
  id?: string;
  value?: string | null;
  onChange?(day: string | null): void;
}

/** Date input; the value is `2026-03-01`. */
export function DayInput({ id, value, onChange }: DayInputProps) {
  return (
    <DatePicker
      id={id}
      className={styles.day}
      value={value ? dayjs(value) : null}
      onChange={(day) => onChange?.(day ? day.format('YYYY-MM-DD') : null)}
    />
  );
}
