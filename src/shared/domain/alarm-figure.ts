import type { AlarmKind } from './alarm-kinds.ts';
import { formatNumber } from './numbers.ts';

/** What decides the unit of an alarm's value. */
export interface FiguredAlarm {
  kind: AlarmKind;
  side: string;
  unit: string | null;
  decimals: number | null;
}

/** A word key with its slots. */
export interface FigureWord {
  word: string;
  slots: Record<string, string>;
}

/** An alarm's value in words: a class, volts, minutes ahead or behind, or a number with its unit. */
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

/** A limit of the clock has no direction. */
export function limitWord(alarm: FiguredAlarm, limit: number): FigureWord {
  return alarm.kind === 'clock_drift'
    ? { word: 'alarmLog.span_minutes', slots: { minutes: String(limit) } }
    : figureWord(alarm, limit);
}

/** Without a unit there is only the number. */
function plain(value: string, unit: string): FigureWord {
  return { word: 'alarmLog.value_with_unit', slots: { value, unit } };
}
