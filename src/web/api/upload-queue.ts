import { useSyncExternalStore } from 'react';
import type { FaultName } from '#shared/faults.ts';
import { CallError } from './call-error.ts';
import { uploadInChunks } from './chunked-upload.ts';

export interface QueuedFile {
  key: number;
  file: File;
  state: 'waiting' | 'sending' | 'paused' | 'failed' | 'done';
  /** Bytes that have arrived at the server. */
  sent: number;
  error?: unknown;
}

const final: readonly (FaultName | undefined)[] = ['file_format_wrong', 'file_name_repeated'];

/** Whether sending again may help. Refusals of the file itself are final. */
export function isResumable({ state, error }: QueuedFile): boolean {
  if (state !== 'failed') return state === 'paused';
  return !(error instanceof CallError && (final.includes(error.fault) || error.detail === 'file_too_large'));
}

/** Outside of any page: uploads continue when another page is opened, and are shown again on return. */
let queue: readonly QueuedFile[] = [];
let stopCurrent = new AbortController();
let lastKey = 0;
const listeners = new Set<() => void>();

export function useUploadQueue(): readonly QueuedFile[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => queue,
  );
}

export function enqueue(file: File): void {
  lastKey += 1;
  change([...queue, { key: lastKey, file, state: 'waiting', sent: 0 }]);
  sendNext();
}

export function pause({ key, state }: QueuedFile): void {
  update(key, { state: 'paused' });
  if (state === 'sending') stopCurrent.abort();
}

export function resume({ key }: QueuedFile): void {
  update(key, { state: 'waiting', error: undefined });
  sendNext();
}

export function dismiss({ key }: QueuedFile): void {
  change(queue.filter((each) => each.key !== key));
}

/** One after the other: several at once would only share the bandwidth. */
function sendNext(): void {
  const next = queue.find(({ state }) => state === 'waiting');
  if (next && !queue.some(({ state }) => state === 'sending')) void sendOne(next);
}

async function sendOne({ key, file }: QueuedFile): Promise<void> {
  stopCurrent = new AbortController();
  update(key, { state: 'sending' });
  try {
    const { signal } = stopCurrent;
    await uploadInChunks(file, { purpose: 'upload', signal, onProgress: (sent) => update(key, { sent }) });
    update(key, { state: 'done' });
  } catch (error) {
    const paused = error instanceof CallError && error.kind === 'cancelled';
    update(key, paused ? { state: 'paused' } : { state: 'failed', error });
  }
  sendNext();
}

function update(key: number, patch: Partial<QueuedFile>): void {
  change(queue.map((each) => (each.key === key ? { ...each, ...patch } : each)));
}

function change(next: readonly QueuedFile[]): void {
  queue = next;
  for (const listener of listeners) listener();
}
