import { use } from 'react';
import type { PageChunk } from '#web/shell/lazy-page.tsx';

/** Renders a lazily loaded component with its props. */
export function Lazy<Props extends object>({ chunk, ...props }: { chunk: PageChunk<Props> } & Props) {
  const Part = chunk.arrived ?? use(chunk.load());
  return <Part {...(props as unknown as Props)} />;
}
