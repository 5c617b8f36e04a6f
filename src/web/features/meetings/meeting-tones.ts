import type { StatusTone } from '#web/ui/Status.tsx';
import type { Meeting } from './meeting.ts';

export const meetingTones: Record<Meeting['state'], StatusTone> = {
  booked: 'notice',
  started: 'good',
  ended: 'quiet',
  cancelled: 'quiet',
  released: 'bad',
};
