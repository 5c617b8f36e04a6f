import type { StatusTone } from '#web/ui/Status.tsx';

export const keyTones = {
  valid: 'good',
  expired: 'notice',
  revoked: 'bad',
  unknown: 'notice',
  forged: 'bad',
} as const satisfies Record<string, StatusTone>;
