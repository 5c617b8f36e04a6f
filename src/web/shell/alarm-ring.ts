import { useSyncExternalStore } from 'react';
import type { AlarmEvent } from '#shared/contract/live.ts';
import { type AlarmSound, playAlarm } from '#web/widgets/alarm-sound.ts';

const storageKey = 'alarms_muted';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

const isMuted = () => localStorage.getItem(storageKey) === 'yes';

/** Whether this browser stays silent, remembered here. */
export function useMuted() {
  return {
    isMuted: useSyncExternalStore(subscribe, isMuted),
    setMuted: (muted: boolean) => {
      if (muted) localStorage.setItem(storageKey, 'yes');
      else localStorage.removeItem(storageKey);
      for (const listener of [...listeners]) listener();
    },
  };
}

/** A new alarm, or a warning that became one. What late values tell of is no news. */
export function isRung({ did, level, late }: AlarmEvent): boolean {
  return level === 'alarm' && !late && (did === 'raised' || did === 'worsened' || did === 'reopened');
}

/**
 * Rings once for all that came together, in one tab of those that are open. A page that nobody has touched stays silent
 * whatever it tries, and its browser complains of the try; a wall may be allowed to ring untouched.
 */
export function ringFor(
  events: readonly AlarmEvent[],
  sound: AlarmSound,
  on: 'desk' | 'wall' = 'desk',
): void {
  if (!events.some(isRung)) return;
  if (on === 'desk' && navigator.userActivation?.hasBeenActive === false) return;
  const play = () => playAlarm(sound).catch(() => undefined);
  // Only where the page is served safely does a browser know of its other tabs.
  if (!navigator.locks) void play();
  else
    void navigator.locks.request('alarm sound', { ifAvailable: true }, async (lock) => {
      if (lock) await play();
    });
}
