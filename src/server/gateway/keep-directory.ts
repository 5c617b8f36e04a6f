import type { Change, Changes } from '#server/db/listen.ts';
import type { Directory } from '#server/ingest/directory.ts';

/** Debounce: a burst of configuration changes becomes one reload. */
const RELOAD_MS = 200;

export interface KeptDirectory {
  /** Loads it, and from then on reloads it on every change. */
  begin(): Promise<void>;
  /** Resolves once every site that is in the database now is known. */
  again(): Promise<void>;
  stop(): void;
  /** Waits for the current reload. */
  settled(): Promise<void>;
}

export function keepDirectory(
  directory: Directory,
  changes: Changes,
  complain: (error: unknown) => void,
): KeptDirectory {
  let pause: NodeJS.Timeout | undefined;
  let isDue = false;
  let isOpen = false;
  let loading: Promise<void> = Promise.resolve();
  const again = async () => {
    if (!isOpen) return;
    loading = loading.then(() => directory.load()).catch(complain);
    await loading;
  };
  const read = () => {
    isDue = false;
    void again();
    pause = setTimeout(() => {
      pause = undefined;
      if (isDue) read();
    }, RELOAD_MS);
  };
  const onChange = (change: Change) => {
    if ((change !== 'directory' && change !== 'reconnected') || !isOpen) return;
    // Reload at once and once more after a burst: a new site must not wait, and many changes must not cause many
    // reloads.
    if (pause) isDue = true;
    else read();
  };
  return {
    begin: async () => {
      isOpen = true;
      changes.onChange(onChange);
      const first = directory.load();
      loading = first.catch(complain);
      await first;
    },
    again,
    stop: () => {
      isOpen = false;
      clearTimeout(pause);
    },
    settled: () => loading,
  };
}
