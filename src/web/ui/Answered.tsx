import type { ReactNode } from 'react';
import { ListError, ListSkeleton } from './ListStates.tsx';

interface AnsweredProps<Data> {
  answer: { data: Data | undefined; error: unknown; refetch(): unknown };
  children(data: Data): ReactNode;
}

/** Renders the answer, a skeleton while it is loading, or the error. */
export function Answered<Data>({ answer, children }: AnsweredProps<Data>) {
  if (answer.data !== undefined) return children(answer.data);
  if (answer.error) return <ListError error={answer.error} onRetry={() => void answer.refetch()} />;
  return <ListSkeleton />;
}
