import { useSyncExternalStore } from 'react';
import type { Tone } from '#shared/faults.ts';

export interface Notice {
  id: number;
  tone: Tone;
  text: string;
}

/** How long a sentence stays: an error asks to be read, the rest confirm. */
const seconds: Record<Tone, number> = { success: 3, info: 3, warning: 4, error: 6 };
const most = 4;

const listeners = new Set<() => void>();
let notices: readonly Notice[] = [];
let lastId = 0;

/** Says something at the top of the screen, on every page alike: the host stands above router and shell. */
export function notify(tone: Tone, text: string, showSeconds = seconds[tone]): void {
  const id = ++lastId;
  // A sentence that is already on screen is renewed and not stacked.
  show([...notices.filter((notice) => notice.text !== text), { id, tone, text }].slice(-most));
  setTimeout(() => dismiss(id), showSeconds * 1000);
}

export function dismiss(id: number): void {
  if (notices.some((notice) => notice.id === id)) show(notices.filter((notice) => notice.id !== id));
}

export function noticesShown(): readonly Notice[] {
  return notices;
}

export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(subscribe, noticesShown);
}

const byTone = {
  success: (text: string) => notify('success', text),
  info: (text: string) => notify('info', text),
  warning: (text: string) => notify('warning', text),
  error: (text: string) => notify('error', text),
  show: notify,
};

export function useNotice(): typeof byTone {
  return byTone;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function show(next: readonly Notice[]): void {
  notices = next;
  for (const listener of [...listeners]) listener();
}
