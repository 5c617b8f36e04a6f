import { useCallback, useEffect, useState } from 'react';
import type { FilledForm } from '#shared/domain/order-form.ts';
import { userInfo } from '#web/api/session.ts';

const empty: FilledForm = { answers: {}, checks: {} };
/** Drafts are per user: several people may share a device. */
const keyOf = (order_id: number) => `order-draft-${userInfo()?.user.user_id ?? ''}-${order_id}`;

/** Draft of the form in local storage: survives a reload or a lost connection. The caller sends it. */
export function useOrderDraft(order_id: number, sent: FilledForm) {
  const [draft, setDraft] = useState<FilledForm | undefined>(() => stored(order_id));
  useEffect(() => {
    try {
      if (draft) localStorage.setItem(keyOf(order_id), JSON.stringify(draft));
      else localStorage.removeItem(keyOf(order_id));
    } catch {
      // Storage is full or denied: the draft lives in memory only.
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
