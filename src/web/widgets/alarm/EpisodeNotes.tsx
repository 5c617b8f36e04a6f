import { informationValueWord, informationWord } from '#shared/domain/information.ts';
import { formatBytes } from '#shared/domain/numbers.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { showTime } from '#web/ui/show-time.ts';
import type { EpisodeView } from './episode-panels.ts';
import { type AlarmRow, useAlarmWords } from './useAlarmWords.ts';

export interface Note {
  /** Word key of the label. */
  key: string;
  value: string;
}

/** Notes of the alarm engine besides values; notes without a word are omitted. */
export function useEpisodeNotes(alarm: AlarmRow, target: EpisodeView['target']): Note[] {
  const t = useT();
  const language = useLanguage();
  const { factorOf } = useAlarmWords();
  const { kind, details, side } = alarm;
  const text = (name: string) => (typeof details[name] === 'string' ? String(details[name]) : undefined);
  const known = (word: string, otherwise: string) => (t.has(word) ? t.tx(word) : otherwise);
  const notes: (Note | undefined)[] = [];
  const add = (key: string, value: string | undefined) => {
    if (value) notes.push({ key, value });
  };
  if (kind === 'offline') {
    const at = text('last_packet_at');
    add('note_last_packet', at && showTime(at, language));
  }
  if (kind === 'constant' && typeof details.hours === 'number')
    add('note_unchanged', t('alarmLog.note_hours', { count: details.hours }));
  if (kind === 'fault' || kind === 'door') {
    const [code, info, value] = [text('target'), text('info'), text('value')];
    add('note_instrument', target ? factorOf(target) : code);
    add('note_item', info && known(informationWord(info), info));
    add('note_value', info && value && known(informationValueWord(info, value, '2017'), value));
  }
  if (kind === 'disk') {
    add('note_disk', known(`platformStatus.holds_${side}`, side));
    const [free, total] = [Number(details.free), Number(details.total)];
    if (total > 0)
      add('note_free', t('alarmLog.note_free_of', { free: formatBytes(free), total: formatBytes(total) }));
  }
  return notes.filter((note) => note !== undefined);
}
