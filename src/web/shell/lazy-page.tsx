import { type ComponentType, use } from 'react';

/** Spec §9: a chunk or style that has not arrived by then has failed. */
export const loadTimeoutMs = 120_000;

/** A part of the program that did not arrive. `forget` lets the next attempt ask the server again. */
export class LoadError extends Error {
  readonly forget: () => void;

  constructor(forget: () => void, cause: unknown) {
    super('load error', { cause });
    this.name = 'LoadError';
    this.forget = forget;
  }
}

/** A page in a chunk of its own. */
export interface PageChunk<Props = object> {
  /** Once it is here. Drawn from it, a page needs no gap, not even for the moment that a settled promise takes. */
  readonly arrived: ComponentType<Props> | undefined;
  load(): Promise<ComponentType<Props>>;
  /** Fetches the chunk ahead of need; a failure is met again when the page is opened. */
  preload(): void;
}

/** Unlike React.lazy it fails after a known time, and a failure can be tried again. */
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
