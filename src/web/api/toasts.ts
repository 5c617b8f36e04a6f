import { useSyncExternalStore } from 'react';
import type { Tone } from '#shared/faults.ts';

export interface Toast {
  id: number;
  tone: Tone;
  text: string;
  /** Link to a page that helps. */
  link?: ToastLink;
}

export interface ToastLink {
  to: string;
  label: string;
}

/** Display time in seconds: an error needs to be read, the rest only confirm. */
const seconds: Record<Tone, number> = { success: 3, info: 3, warning: 4, error: 6 };
const most = 4;

const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let lastId = 0;

/** Shows a notice at the top of the screen, on every page: its host is above router and shell. */
export function notify(tone: Tone, text: string, showSeconds = seconds[tone], link?: ToastLink): void {
  const id = ++lastId;
  // A notice that is already shown is renewed instead of stacked.
  show(
    [...toasts.filter((toast) => toast.text !== text), { id, tone, text, ...(link && { link }) }].slice(
      -most,
    ),
  );
  setTimeout(() => dismiss(id), showSeconds * 1000);
}

export function dismiss(id: number): void {
  if (toasts.some((toast) => toast.id === id)) show(toasts.filter((toast) => toast.id !== id));
}

export function toastsShown(): readonly Toast[] {
  return toasts;
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, toastsShown);
}

const byTone = {
  success: (text: string) => notify('success', text),
  info: (text: string) => notify('info', text),
  warning: (text: string) => notify('warning', text),
  error: (text: string) => notify('error', text),
  show: notify,
};

export function useToast(): typeof byTone {
  return byTone;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function show(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of [...listeners]) listener();
}
