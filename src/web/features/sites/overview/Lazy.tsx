import { use } from 'react';
import type { PageChunk } from '#web/shell/lazy-page.tsx';

/** A part that comes in a chunk of its own, with what it shows. */
export function Lazy<Props extends object>({ chunk, ...props }: { chunk: PageChunk<Props> } & Props) {
  const Part = chunk.arrived ?? use(chunk.load());
  return <Part {...(props as unknown as Props)} />;
}
