import { useSyncExternalStore } from 'react';
import type { AnswerOf } from '#shared/contract/define.ts';
import { face } from '#shared/contract/platform/face.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { send } from './client.ts';
import { useSession } from './session.ts';

export type Face = AnswerOf<typeof face.data>;

let known: Face | undefined;
let asking: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** Loaded without the query cache, which the sign-in page lacks. A failed load is retried on the next use. */
export function askFace(): Promise<void> {
  asking ??= send(face.data, {}, { shell: true }).then(
    (answer) => {
      known = answer;
      for (const tell of listeners) tell();
    },
    () => {
      asking = undefined;
    },
  );
  return asking;
}

/** Reloads the settings after a change. */
export function forgetFace(): void {
  asking = undefined;
  void askFace();
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  void askFace();
  return () => listeners.delete(tell);
}

/** The platform's appearance as administrators set it; undefined until it is loaded. */
export function useFace(): Face | undefined {
  return useSyncExternalStore(subscribe, () => known);
}

/** The platform's name: from the user's theme, from the settings, or the product's own. */
export function usePlatformTitle(): string {
  const t = useT();
  return useOwnTitle() || t('common.platform_title');
}

/** The platform's configured name, or empty. */
export function useOwnTitle(): string {
  const language = useLanguage();
  const shown = useFace();
  const own = useSession()?.user_set.title;
  const set = language === 'en' ? shown?.title_en || shown?.title : shown?.title;
  return own || set || '';
}

/** The rules for new passwords, as a sentence. */
export function usePasswordRule(): string {
  const t = useT();
  const rule = useFace()?.password;
  if (!rule) return t('login.password_short');
  const { password_min, password_kinds, password_not_account, password_history } = rule;
  return [
    t('login.rule_length', { min: password_min }),
    password_kinds > 1 && t('login.rule_kinds', { count: password_kinds }),
    password_not_account && t('login.rule_account'),
    password_history > 0 && t('login.rule_history', { count: password_history }),
  ]
    .filter((part) => part !== false)
    .join(t('login.rule_between'));
}
