import { Button } from 'antd';
import { dutyCalendar, dutySwaps } from '#shared/contract/groups/duty-calendar.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx';
import { Status } from '#web/ui/Status.tsx';
import { showDate } from '#web/ui/show-time.ts';
import styles from './duty-calendar.module.css';
import { dutyReads, type Swap } from './duty-days.ts';

interface DutySwapsProps {
  swaps: readonly Swap[];
  me: number | undefined;
  nameOf(user_id: number): string;
}

const tones = {
  asked: 'notice',
  agreed: 'good',
  refused: 'quiet',
  withdrawn: 'quiet',
  undone: 'quiet',
} as const;

/** Swaps of the shown dates; open requests first. */
export function DutySwaps({ swaps, me, nameOf }: DutySwapsProps) {
  const t = useT();
  const language = useLanguage();
  const answering = useAction(dutySwaps.answer, { refresh: dutyReads, done: 'dutyCalendar.answered' });
  const undoing = useAction(dutySwaps.undo, { refresh: dutyReads, done: 'dutyCalendar.answered' });
  const mayUndo = useMay(dutyCalendar.setDay.needs);
  const answer = (swap_id: number, said: 'accept' | 'refuse' | 'withdraw') =>
    void answering.run({ swap_id, answer: said }).catch(() => undefined);
  const sorted = swaps.toSorted((a, b) => Number(b.state === 'asked') - Number(a.state === 'asked'));
  return (
    <section className={styles.swaps} aria-label={t('dutyCalendar.swaps')}>
      <h2>{t('dutyCalendar.swaps')}</h2>
      {sorted.length === 0 && <p className={styles.none}>{t('dutyCalendar.swaps_none')}</p>}
      <ul>
        {sorted.map((swap) => (
          <li key={swap.swap_id}>
            <Status tone={tones[swap.state]}>{t(`dutyCalendar.state_${swap.state}`)}</Status>
            <span className={styles.said}>
              {t('dutyCalendar.swap_line', {
                from: nameOf(swap.user_id),
                to: nameOf(swap.to_user_id),
                date: showDate(swap.on_date, language),
                time: swap.start_time,
              })}
              {swap.return_date && (
                <small>
                  {t('dutyCalendar.swap_return', {
                    date: showDate(swap.return_date, language),
                    time: swap.return_start ?? '',
                  })}
                </small>
              )}
              {swap.note && <small>{swap.note}</small>}
            </span>
            {swap.state === 'asked' && swap.to_user_id === me && (
              <>
                <Button size="small" type="primary" onClick={() => answer(swap.swap_id, 'accept')}>
                  {t('dutyCalendar.accept')}
                </Button>
                <Button size="small" onClick={() => answer(swap.swap_id, 'refuse')}>
                  {t('dutyCalendar.refuse')}
                </Button>
              </>
            )}
            {swap.state === 'asked' && swap.user_id === me && (
              <Button size="small" onClick={() => answer(swap.swap_id, 'withdraw')}>
                {t('dutyCalendar.withdraw')}
              </Button>
            )}
            {swap.state === 'agreed' && mayUndo && (
              <ConfirmButton
                size="small"
                type="text"
                question={{
                  title: t('dutyCalendar.undo_question'),
                  text: t('dutyCalendar.undo_text'),
                  ok: t('dutyCalendar.undo'),
                  danger: true,
                }}
                onConfirm={() => undoing.run({ swap_id: swap.swap_id })}
              >
                {t('dutyCalendar.undo')}
              </ConfirmButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
