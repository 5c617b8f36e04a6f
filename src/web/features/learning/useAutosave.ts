import { useEffect, useRef, useState } from 'react';
import { type Sat, sittings } from '#shared/contract/learning/sittings.ts';
import { numberIn } from '#shared/domain/question.ts';
import { CallError } from '#web/api/call-error.ts';
import { send } from '#web/api/client.ts';
import { useLeaveGuard } from '#web/ui/useLeaveGuard.tsx';
import { AnswerQueue, type SaveState } from './answer-queue.ts';

const RETRY_MS = 2000;
/** Debounce of typing. */
const TYPED_MS = 700;

interface Autosave {
  answers: Readonly<Record<number, string[]>>;
  state: SaveState;
  change(place: number, answer: string[]): void;
  flush(): Promise<void>;
}

/** Stores each answer at once. Calls `onOver` when the server accepts no more. */
export function useAutosave({ sitting_id, questions }: Sat, onOver: () => void): Autosave {
  const [answers, setAnswers] = useState<Record<number, string[]>>(() =>
    Object.fromEntries(questions.map(({ place, answer }) => [place, answer ?? []])),
  );
  const [state, setState] = useState<SaveState>('saved');
  const over = useRef(onOver);
  useEffect(() => {
    over.current = onOver;
  });
  const [queue] = useState(
    () =>
      new AnswerQueue({
        retryMs: RETRY_MS,
        onState: setState,
        save: async (place, answer) => {
          try {
            await send(sittings.answer, { sitting_id, place, answer }, { shell: true });
          } catch (error) {
            if (!(error instanceof CallError) || error.kind !== 'refused') throw error;
            // Final refusal: the paper is over, or the answer is invalid.
            if (error.fields.length === 0) over.current();
          }
        },
      }),
  );
  useEffect(() => () => queue.stop(), [queue]);
  useLeaveGuard(state === 'unsaved');
  return {
    answers,
    state,
    flush: () => queue.flush(),
    change: (place, answer) => {
      setAnswers((all) => ({ ...all, [place]: answer }));
      const kind = questions.find((one) => one.place === place)?.kind;
      // Does not store incomplete numbers.
      if (kind === 'number' && answer.length > 0 && numberIn(answer[0] ?? '') === undefined) return;
      queue.put(place, answer, kind === 'fill' || kind === 'number' ? TYPED_MS : 0);
    },
  };
}
