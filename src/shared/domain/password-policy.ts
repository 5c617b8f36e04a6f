export interface PasswordRule {
  password_min: number;
  password_kinds: number;
  password_not_account: boolean;
}

export interface PasswordProblem {
  problem: 'too_short' | 'password_kinds' | 'password_account';
  params?: Record<string, number>;
}

const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{Ll}\p{Lu}\p{N}]/u];

/** Shorter names would exclude too many passwords. */
const SHORTEST_NAME = 4;

/** What is wrong with a new password; `names` are the account's names. */
export function passwordProblem(
  password: string,
  rule: PasswordRule,
  names: readonly (string | null | undefined)[],
): PasswordProblem | undefined {
  const { password_min: min, password_kinds: wanted, password_not_account } = rule;
  if ([...password].length < min) return { problem: 'too_short', params: { min } };
  if (kinds.filter((kind) => kind.test(password)).length < wanted)
    return { problem: 'password_kinds', params: { count: wanted } };
  const lower = password.toLowerCase();
  const named = (name: string) => name.length >= SHORTEST_NAME && lower.includes(name.toLowerCase());
  if (password_not_account && names.some((name) => name && named(name)))
    return { problem: 'password_account' };
  return undefined;
}
