import type { AlarmKind } from './alarm-kinds.ts';
import { formatNumber } from './numbers.ts';

/** What a value of an alarm is measured in. */
export interface FiguredAlarm {
  kind: AlarmKind;
  side: string;
  unit: string | null;
  decimals: number | null;
}

/** A word with what stands in its slots. */
export interface FigureWord {
  word: string;
  slots: Record<string, string>;
}

/** A value of an alarm as a reader knows it: a class, volts, minutes ahead or behind, or a figure with its unit. */
export function figureWord({ kind, side, unit, decimals }: FiguredAlarm, value: number): FigureWord {
  if (side.startsWith('water_class')) return { word: `standards.class_${value}`, slots: {} };
  if (kind === 'low_power') return plain(String(value), 'V');
  if (kind === 'clock_drift')
    return {
      word: `alarmLog.clock_${value < 0 ? 'behind' : 'ahead'}`,
      slots: { minutes: String(Math.abs(value)) },
    };
  return plain(formatNumber(value, decimals ?? undefined), unit ?? '');
}

/** A limit is no direction of a clock. */
export function limitWord(alarm: FiguredAlarm, limit: number): FigureWord {
  return alarm.kind === 'clock_drift'
    ? { word: 'alarmLog.span_minutes', slots: { minutes: String(limit) } }
    : figureWord(alarm, limit);
}

/** Without a unit nothing follows the figure. */
function plain(value: string, unit: string): FigureWord {
  return { word: 'alarmLog.value_with_unit', slots: { value, unit } };
}
