import { type ComponentType, use } from 'react';

/** Spec §9: time-out of loading a chunk or style sheet. */
export const loadTimeoutMs = 120_000;

/** A chunk failed to load. `forget` makes the next attempt fetch it again. */
export class LoadError extends Error {
  readonly forget: () => void;

  constructor(forget: () => void, cause: unknown) {
    super('load error', { cause });
    this.name = 'LoadError';
    this.forget = forget;
  }
}

/** A lazily loaded page. */
export interface PageChunk<Props = object> {
  /** Set once loaded: rendering it directly avoids the fallback that even a resolved promise shows for a moment. */
  readonly arrived: ComponentType<Props> | undefined;
  load(): Promise<ComponentType<Props>>;
  /** Preloads the chunk; a failure is reported when the page is opened. */
  preload(): void;
}

/** Unlike React.lazy, it has a time-out and can retry after a failure. */
export function pageChunk<Props = object>(fetchPage: () => Promise<ComponentType<Props>>): PageChunk<Props> {
  let loading: Promise<ComponentType<Props>> | undefined;
  let arrived: ComponentType<Props> | undefined;
  const load = () => {
    loading ??= withDeadline(fetchPage()).then(
      (page) => {
        arrived = page;
        return page;
      },
      (cause: unknown) => {
        throw new LoadError(() => {
          loading = undefined;
        }, cause);
      },
    );
    return loading;
  };
  return {
    get arrived() {
      return arrived;
    },
    load,
    preload: () => {
      load().catch(() => {});
    },
  };
}

export function LazyPage({ chunk }: { chunk: PageChunk }) {
  const Page = chunk.arrived ?? use(chunk.load());
  return <Page />;
}

async function withDeadline<Value>(work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), loadTimeoutMs);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
