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

/** Whether alarm sounds are muted in this browser. */
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

/** True for a new alarm or a warning that became one. Late values never ring. */
export function isRung({ did, level, late }: AlarmEvent): boolean {
  return level === 'alarm' && !late && (did === 'raised' || did === 'worsened' || did === 'reopened');
}

/**
 * Rings once per batch of events, in one of the open tabs. Before any user interaction a page stays silent, as browsers
 * block the sound and log a warning; a wall display may be configured to allow it.
 */
export function ringFor(
  events: readonly AlarmEvent[],
  sound: AlarmSound,
  on: 'desk' | 'wall' = 'desk',
): void {
  if (!events.some(isRung)) return;
  if (on === 'desk' && navigator.userActivation?.hasBeenActive === false) return;
  const play = () => playAlarm(sound).catch(() => undefined);
  // The Web Locks API exists only in secure contexts: elsewhere every tab rings.
  if (!navigator.locks) void play();
  else
    void navigator.locks.request('alarm sound', { ifAvailable: true }, async (lock) => {
      if (lock) await play();
    });
}
