import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, TimePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useT } from '#web/i18n.ts';
import styles from './standards.module.css';

type Window = readonly [from: string, to: string];

interface RuleHoursInputProps {
  /** Name of the windows; by default the active hours of a rule. */
  label?: string;
  /** Text without any window. */
  none?: string;
  /** A window when it is added. */
  initial?: Window;
  value?: readonly Window[];
  onChange?(hours: Window[]): void;
}

const MOST = 10;
const usual: Window = ['08:00', '20:00'];

/** Times of day in which a rule applies; a window may cross midnight. Empty means always. */
export function RuleHoursInput({ label, none, initial = usual, value = [], onChange }: RuleHoursInputProps) {
  const t = useT();
  const put = (at: number, window: Window) =>
    onChange?.(value.map((old, index) => (index === at ? window : old)));
  return (
    <div className={styles.hours}>
      {value.length === 0 && <span className={styles.soft}>{none ?? t('alarmRules.always')}</span>}
      {value.map((window, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: time windows have no id
        <div key={at} className={styles.window}>
          <TimePicker.RangePicker
            format="HH:mm"
            order={false}
            needConfirm={false}
            allowClear={false}
            aria-label={label ?? t('alarmRules.hours')}
            value={[clockOf(window[0]), clockOf(window[1])]}
            onCalendarChange={(picked) => {
              const [from, to] = [picked?.[0], picked?.[1]];
              if (from && to) put(at, [from.format('HH:mm'), to.format('HH:mm')]);
            }}
          />
          <small>{window[1] <= window[0] && t('alarmRules.next_day')}</small>
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('alarmRules.remove_window', { from: window[0], to: window[1] })}
            onClick={() => onChange?.(value.filter((_window, index) => index !== at))}
          />
        </div>
      ))}
      {value.length < MOST && (
        <Button size="small" icon={<PlusOutlined />} onClick={() => onChange?.([...value, initial])}>
          {t('alarmRules.add_window')}
        </Button>
      )}
    </div>
  );
}

/** 24:00 is 00:00 in the picker. */
function clockOf(time: string): Dayjs {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return dayjs()
    .startOf('day')
    .hour(hour % 24)
    .minute(minute);
}
