/** The super administrator may do everything; role_id 0 is falsy, so it is compared, never tested. */
export const SUPER_ROLE = 0;

export function may(user: { role_id: number; powers: ReadonlySet<string> }, needs: string): boolean {
  return needs === 'signed-in' || user.role_id === SUPER_ROLE || user.powers.has(needs);
}

/** Where the words have the name of a power that calls ask for. */
export function powerWord(code: string): string {
  return `powerNames.${code.replace('.', '_')}`;
}
