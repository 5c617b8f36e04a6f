import { useCallback, useEffect, useState } from 'react';
import type { FilledForm } from '#shared/domain/order-form.ts';
import { userInfo } from '#web/api/session.ts';

const empty: FilledForm = { answers: {}, checks: {} };
/** Several people may share a device: what one has begun is not another's. */
const keyOf = (order_id: number) => `order-draft-${userInfo()?.user.user_id ?? ''}-${order_id}`;

/**
 * What was filled in and not yet sent, kept on this device: a reload or a lost connection costs nothing. Sending is the
 * caller's; a draft knows nothing of the network.
 */
export function useOrderDraft(order_id: number, sent: FilledForm) {
  const [draft, setDraft] = useState<FilledForm | undefined>(() => stored(order_id));
  useEffect(() => {
    try {
      if (draft) localStorage.setItem(keyOf(order_id), JSON.stringify(draft));
      else localStorage.removeItem(keyOf(order_id));
    } catch {
      // A full or forbidden store: the page still holds what was typed.
    }
  }, [draft, order_id]);
  const current = draft ?? sent;
  return {
    filled: current,
    isDraft: draft !== undefined,
    answer: useCallback(
      (key: string, value: FilledForm['answers'][string]) =>
        setDraft((old = sent) => ({ ...old, answers: { ...old.answers, [key]: value } })),
      [sent],
    ),
    check: useCallback(
      (key: string, value: FilledForm['checks'][string]) =>
        setDraft((old = sent) => ({
          ...old,
          checks: { ...old.checks, [key]: { ...old.checks[key], ...value } },
        })),
      [sent],
    ),
    forget: useCallback(() => setDraft(undefined), []),
  };
}

function stored(order_id: number): FilledForm | undefined {
  try {
    const text = localStorage.getItem(keyOf(order_id));
    return text ? { ...empty, ...(JSON.parse(text) as FilledForm) } : undefined;
  } catch {
    return undefined;
  }
}
