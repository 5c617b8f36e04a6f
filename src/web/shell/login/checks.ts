import { isMobile, isPassword } from '#shared/domain/validators.ts';
import type { WordKey } from '#shared/i18n/index.ts';

/** Form rules of spec §5; each returns the message key. */
export function mobileProblem(value: string): WordKey | undefined {
  const mobile = value.trim();
  if (mobile === '') return 'login.mobile_required';
  if (!/^\d+$/.test(mobile)) return 'login.mobile_digits';
  if (mobile.length !== 11) return 'login.mobile_length';
  return isMobile(mobile) ? undefined : 'problems.bad_mobile';
}

export function codeProblem(value: string): WordKey | undefined {
  const code = value.trim();
  if (code === '') return 'login.code_required';
  return /^\d{6}$/.test(code) ? undefined : 'login.code_format';
}

export function passwordProblem(value: string, empty: WordKey): WordKey | undefined {
  if (value === '') return empty;
  return isPassword(value) ? undefined : 'login.password_short';
}

export function againProblem(again: string, password: string): WordKey | undefined {
  if (again === '') return 'login.password_again_required';
  return again === password ? undefined : 'problems.passwords_differ';
}

/** Removes fields without a problem, so that an empty object means valid. */
export function only<Name extends string>(
  problems: Record<Name, WordKey | undefined>,
): Partial<Record<Name, WordKey>> {
  return Object.fromEntries(Object.entries(problems).filter(([, key]) => key !== undefined)) as Partial<
    Record<Name, WordKey>
  >;
}
