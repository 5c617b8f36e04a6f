import type { alarmLog } from '#shared/contract/alarms/log.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { type FigureWord, figureWord, limitWord } from '#shared/domain/alarm-figure.ts';
import { alarmTopic } from '#shared/domain/alarm-topic.ts';
import { printedFormula } from '#shared/domain/formula.ts';
import { spanOf } from '#shared/domain/time-span.ts';
import type { Language } from '#shared/i18n/index.ts';
import { type T, useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import { showTime } from '#web/ui/show-time.ts';

export type AlarmRow = AnswerOf<typeof alarmLog.list>['data_info'][number];

export type AlarmSubject = Pick<
  AlarmRow,
  'kind' | 'component_name' | 'component_name_en' | 'formula' | 'data_type' | 'side'
>;

type Figured = Pick<AlarmRow, 'kind' | 'side' | 'unit' | 'decimals'>;

/** Texts for alarms, shared by log, bell, map and site page. */
export function useAlarmWords(): AlarmWords {
  return alarmWords(useT(), useLanguage());
}

export type AlarmWords = ReturnType<typeof alarmWords>;

export function alarmWords(t: T, language: Language) {
  const factorOf = (alarm: Pick<AlarmSubject, 'component_name' | 'component_name_en' | 'formula'>) =>
    // A single letter is not readable as a name: N for nitrogen.
    (alarm.formula?.length ?? 0) > 1
      ? printedFormula(alarm.formula ?? '')
      : localName(alarm, 'component_name', language);
  const sideOf = ({ side }: Pick<AlarmSubject, 'side'>) => {
    const word = `alarmLog.side_${side}`;
    return t.has(word) ? t.tx(word) : side;
  };
  const span = (seconds: number) => {
    const { key, params } = spanOf(seconds);
    return t(`alarmLog.${key}`, params);
  };
  const said = ({ word, slots }: FigureWord) => t.tx(word, slots).trim();
  /** For example 86 µg/m³, Ⅳ类, 186 V, 慢 12 分钟. */
  const figure = (value: number | null, alarm: Figured) =>
    value === null ? '–' : said(figureWord(alarm, value));
  const limit = (value: number | null, alarm: Figured) =>
    value === null ? '–' : said(limitWord(alarm, value));
  const titleOf = (alarm: Omit<AlarmSubject, 'data_type'>) => {
    const what = alarm.kind === 'over_standard' ? sideOf(alarm) : t(`alarmLog.kind_${alarm.kind}`);
    return alarmTopic(factorOf(alarm), what);
  };
  return {
    factorOf,
    sideOf,
    span,
    figure,
    limit,
    /** Short title: `PM₂.₅ 超上限`, `离线`. */
    titleOf,
    /** Summary in one line, understandable without context. */
    storyOf: (alarm: AlarmRow) =>
      [
        titleOf(alarm),
        `${t('alarmLog.from_at')} ${showTime(alarm.from_at, language)}`,
        alarm.peak !== null && `${t('alarmLog.peak')} ${figure(alarm.peak, alarm)}`,
        alarm.limit_value !== null && `${t('alarmLog.limit_value')} ${limit(alarm.limit_value, alarm)}`,
        alarm.cause !== null && `${t('alarmLog.cause')} ${t(`alarmLog.cause_${alarm.cause}`)}`,
      ]
        .filter(Boolean)
        .join(' · '),
  };
}
