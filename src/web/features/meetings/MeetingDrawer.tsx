import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { meetingActions } from '#shared/contract/meetings/meetings.ts';
import { formatTime } from '#shared/domain/time.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import type { Language } from '#shared/i18n/index.ts';
import { useMay } from '#web/api/powers.ts';
import { userInfo } from '#web/api/session.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx';
import { Status } from '#web/ui/Status.tsx';
import { showDate } from '#web/ui/show-time.ts';
import { useNarrow } from '#web/ui/useNarrow.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { BookSheet } from './BookSheet.tsx';
import { type Meeting, meetingReads, type Room, timesOf } from './meeting.ts';
import { meetingTones } from './meeting-tones.ts';
import styles from './meetings.module.css';

interface MeetingDrawerProps {
  meeting: Meeting;
  room: Room | undefined;
  onClosed(): void;
}

/** One meeting with its attendees and permitted actions. */
export function MeetingDrawer({ meeting, room, onClosed }: MeetingDrawerProps) {
  const t = useT();
  const language = useLanguage();
  const narrow = useNarrow();
  const [isOpen, setOpen] = useState(true);
  const facts: [string, string][] = [
    [t('meetings.room_id'), [room?.room_name, room?.place].filter(Boolean).join(' · ')],
    [t('meetings.when'), `${dateOf(meeting, language)} ${timesOf(meeting)}`],
    [t('meetings.appointer_name'), meeting.appointer_name],
    ...(meeting.series_id === null
      ? []
      : [[t('meetings.repeat'), t('meetings.repeats')] as [string, string]]),
  ];
  return (
    <Drawer
      title={meeting.theme}
      size={narrow ? '100%' : 460}
      open={isOpen}
      onClose={() => setOpen(false)}
      afterOpenChange={(open) => !open && onClosed()}
      footer={<Acts meeting={meeting} onGone={() => setOpen(false)} />}
    >
      <Status tone={meetingTones[meeting.state]}>{t(`meetings.state_${meeting.state}`)}</Status>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {meeting.description && <p className={styles.text}>{meeting.description}</p>}
      <h3>{t('meetings.attendees')}</h3>
      <ul className={styles.people}>
        {meeting.attendees.map(({ user_id, real_name, answer }) => (
          <li key={user_id}>
            {real_name}
            <Status tone={answer === 'accepted' ? 'good' : answer === 'declined' ? 'bad' : 'quiet'}>
              {t(`meetings.answer_${answer}`)}
            </Status>
          </li>
        ))}
      </ul>
    </Drawer>
  );
}

function dateOf({ starts_at }: Meeting, language: Language): string {
  return showDate(formatTime(new Date(starts_at), 'yyyy-MM-dd'), language);
}

const noWish = { date: '', from: 0, to: 0 };

function Acts({ meeting, onGone }: { meeting: Meeting; onGone(): void }) {
  const t = useT();
  const me = userInfo()?.user.user_id;
  const mayBook = useMay(meetingActions.add.needs);
  const editing = useOpened<void>();
  const refresh = meetingReads;
  const cancelling = useAction(meetingActions.cancel, { refresh, done: 'meetings.cancelled' });
  const opening = useAction(meetingActions.open, { refresh, done: 'meetings.opened' });
  const ending = useAction(meetingActions.end, { refresh, done: 'meetings.ended' });
  const answering = useAction(meetingActions.answer, { refresh, done: 'meetings.answered' });
  const { meeting_id, state, appointer_id, theme, series_id } = meeting;
  const isOwn = appointer_id === me && mayBook;
  const mine = meeting.attendees.find(({ user_id }) => user_id === me);
  const cancel = async (following: boolean) => {
    await cancelling.run({ meeting_id, following });
    onGone();
  };
  const time = dateOf(meeting, useLanguage());
  const question = {
    title: t('meetings.cancel_question', { theme, time }),
    text: [series_id === null ? '' : t('meetings.cancel_only'), t('meetings.cancel_text')].join(' ').trim(),
    ok: t('meetings.cancel'),
    cancel: t('meetings.keep'),
    danger: true,
  };
  const answer = (said: 'accepted' | 'declined') =>
    void answering.run({ meeting_id, answer: said }).catch(() => undefined);
  return (
    <div className={styles.buttons}>
      {isOwn && state === 'booked' && (
        <>
          <ConfirmButton danger question={question} onConfirm={() => cancel(false)}>
            {t('meetings.cancel')}
          </ConfirmButton>
          {series_id !== null && (
            <ConfirmButton
              danger
              question={{
                ...question,
                title: t('meetings.cancel_following_question', { theme, time }),
                text: t('meetings.cancel_following_text'),
                ok: t('meetings.cancel_following'),
              }}
              onConfirm={() => cancel(true)}
            >
              {t('meetings.cancel_following')}
            </ConfirmButton>
          )}
          <Button onClick={() => editing.open()}>{t('meetings.edit')}</Button>
        </>
      )}
      {mine && !isOwn && state === 'booked' && mine.answer !== 'declined' && (
        <Button onClick={() => answer('declined')}>{t('meetings.decline')}</Button>
      )}
      {mine && !isOwn && state === 'booked' && mine.answer !== 'accepted' && (
        <Button type="primary" onClick={() => answer('accepted')}>
          {t('meetings.accept')}
        </Button>
      )}
      {(isOwn || (mine && mayBook)) && state === 'booked' && isNear(meeting) && (
        <Button
          type="primary"
          loading={opening.pending}
          onClick={() => void opening.run({ meeting_id }).catch(() => undefined)}
        >
          {t('meetings.open')}
        </Button>
      )}
      {(isOwn || (mine && mayBook)) && state === 'started' && (
        <Button
          type="primary"
          loading={ending.pending}
          onClick={() => void ending.run({ meeting_id }).then(onGone, () => undefined)}
        >
          {t('meetings.end')}
        </Button>
      )}
      {editing.show(() => (
        <BookSheet wish={noWish} meeting={meeting} onClosed={editing.closed} />
      ))}
    </div>
  );
}

/** A meeting can start 15 minutes early. */
const isNear = ({ starts_at }: Meeting) => Date.parse(starts_at) - Date.now() <= 15 * MINUTE_MS;
