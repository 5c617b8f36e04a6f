import type { commandLog } from '#shared/contract/control/commands.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import type { CommandState as State } from '#shared/domain/command-run.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Status, type StatusTone } from '#web/ui/Status.tsx';
import { showTime } from '#web/ui/show-time.ts';
import styles from './command.module.css';

export type CommandRow = AnswerOf<typeof commandLog.list>['data_info'][number];

const tones: Record<State, StatusTone> = {
  awaiting_approval: 'notice',
  queued: 'quiet',
  sent: 'notice',
  acknowledged: 'notice',
  executing: 'notice',
  verifying: 'notice',
  unknown: 'notice',
  succeeded: 'good',
  mismatch: 'bad',
  failed: 'bad',
  refused: 'bad',
  timed_out: 'bad',
  cancelled: 'quiet',
  expired: 'quiet',
};

/** State of a command with its explanation. */
export function CommandState({ command }: { command: CommandRow }) {
  const t = useT();
  const note = useNote()(command);
  const tone = missingOf(command) > 0 && command.state === 'succeeded' ? 'notice' : tones[command.state];
  return (
    <span className={styles.state}>
      <Status tone={tone}>{t(`commands.state_${command.state}`)}</Status>
      {note && <small>{note}</small>}
    </span>
  );
}

/** Rows of requested history that are still missing. */
const missingOf = ({ result }: CommandRow): number => Number(result?.missing ?? 0);

/** Explanation of the state; empty if the state is self-explanatory. */
export function useNote(): (command: CommandRow) => string {
  const t = useT();
  const language = useLanguage();
  const codeOf = (kind: 'qn_rtn' | 'exe_rtn', raw: string, code: number) =>
    t.has(`commands.${kind}_${code}`)
      ? t('commands.device_says', { meaning: t.tx(`commands.${kind}_${code}`), raw })
      : raw;
  return (command) => {
    const { state, online, expires_at, phase, error, qn_rtn, exe_rtn, cancel_reason, late, confirmed } =
      command;
    if (state === 'queued' && !online)
      return t('commands.offline_waiting', { until: showTime(expires_at, language) });
    if (state === 'timed_out' && phase) return t(`commands.phase_${phase}`);
    if (state === 'refused' && qn_rtn !== null) return codeOf('qn_rtn', `QnRtn=${qn_rtn}`, qn_rtn);
    if (command.rejected) {
      const name = command.approved_by_name;
      return cancel_reason
        ? t('commands.rejected_because', { name, reason: cancel_reason })
        : t('commands.rejected_by', { name });
    }
    if (state === 'cancelled' && cancel_reason)
      return cancel_reason === 'control_off' || cancel_reason === 'sender_barred'
        ? t(`commands.cancelled_${cancel_reason}`)
        : t('commands.cancelled_by', { name: cancel_reason });
    if (error && t.has(`commands.error_${error}`)) return t.tx(`commands.error_${error}`);
    if (state === 'failed' && exe_rtn !== null) return codeOf('exe_rtn', `ExeRtn=${exe_rtn}`, exe_rtn);
    if (late) return t('commands.late_hint');
    const missing = missingOf(command);
    if (state === 'succeeded' && missing > 0) {
      const { received, expected } = command.result ?? {};
      return Number(received) > 0
        ? t('commands.partial', { missing, expected: String(expected) })
        : t('commands.no_data');
    }
    return state === 'succeeded' && confirmed === false ? t('commands.unconfirmed') : '';
  };
}
