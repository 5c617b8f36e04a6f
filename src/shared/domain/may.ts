/** The super administrator may do everything. Its role_id is 0 and falsy: compare, do not test for truth. */
export const SUPER_ROLE = 0;

export function may(user: { role_id: number; powers: ReadonlySet<string> }, needs: string): boolean {
  return needs === 'signed-in' || user.role_id === SUPER_ROLE || user.powers.has(needs);
}

/** The word key of a power. */
export function powerWord(code: string): string {
  return `powerNames.${code.replace('.', '_')}`;
}
