import type { UpkeepPart, UpkeepRun } from '#shared/contract/platform/upkeep.ts';
import { formatBytes, formatDuration } from '#shared/domain/numbers.ts';
import { type T, useLanguage, useT } from '#web/i18n.ts';
import { grouped } from '#web/ui/grouped.ts';
import { Status, type StatusTone } from '#web/ui/Status.tsx';
import { showTime } from '#web/ui/show-time.ts';
import styles from './upkeep.module.css';

const tones: Record<UpkeepRun['outcome'], StatusTone> = {
  running: 'notice',
  done: 'good',
  failed: 'bad',
  stopped: 'bad',
};

/** Result of a run, with the failed parts. */
export function RunState({ run }: { run: UpkeepRun | null }) {
  const t = useT();
  if (!run) return <Status tone="quiet">{t('upkeep.outcome_never')}</Status>;
  const failed = run.parts.filter(({ failure }) => failure !== null);
  return (
    <>
      <Status tone={tones[run.outcome]}>{t(`upkeep.outcome_${run.outcome}`)}</Status>
      {run.outcome === 'stopped' && <p className={styles.failure}>{t('upkeep.stopped_hint')}</p>}
      {failed.map(({ part, failure }) => (
        <p key={part} className={styles.failure}>
          {t('upkeep.failed_part', {
            part: t.tx(`upkeep.part_${part}`),
            reason: failureText(t, failure ?? ''),
          })}
        </p>
      ))}
    </>
  );
}

/** Known failures have a text; messages of external programs are shown as they are. */
function failureText(t: T, failure: string): string {
  const key = `upkeep.failure_${failure}`;
  return t.has(key) ? t.tx(key) : failure;
}

export function WhenAndWho({ run: { started_at, finished_at, asked_by } }: { run: UpkeepRun }) {
  const t = useT();
  const language = useLanguage();
  const ms = finished_at ? Date.parse(finished_at) - Date.parse(started_at) : undefined;
  const took =
    ms === undefined
      ? []
      : [
          t('upkeep.took', {
            time: ms < 1000 ? t('platformStatus.ms', { ms }) : formatDuration(ms, language),
          }),
        ];
  return (
    <div className={styles.when}>
      {showTime(started_at, language)}
      <span>
        {[asked_by ? t('upkeep.by_user', { name: asked_by }) : t('upkeep.by_clock'), ...took].join(' · ')}
      </span>
    </div>
  );
}

function summed(parts: readonly UpkeepPart[]) {
  const all = (key: 'rows' | 'files' | 'bytes') => parts.reduce((sum, part) => sum + part[key], 0);
  return {
    rows: all('rows'),
    files: all('files'),
    bytes: all('bytes'),
    about: parts.some(({ about }) => about),
  };
}

/** Number of removed rows and files; zero counts are omitted. */
export function RemovedThings({ parts }: { parts: readonly UpkeepPart[] }) {
  const t = useT();
  const { rows, files, about } = summed(parts);
  // Nothing was processed yet.
  if (parts.length === 0) return '–';
  if (rows + files === 0) return <span className={styles.soft}>{t('upkeep.nothing')}</span>;
  const said = [
    ...(rows > 0 ? [t(about ? 'upkeep.rows_about' : 'upkeep.rows', { count: grouped(rows) })] : []),
    ...(files > 0 ? [t('upkeep.files', { count: grouped(files) })] : []),
  ];
  return said.join(' · ');
}

export function FreedSpace({ parts }: { parts: readonly UpkeepPart[] }) {
  const { bytes } = summed(parts);
  return bytes > 0 ? formatBytes(bytes) : '–';
}
