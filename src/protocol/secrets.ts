/** Commands whose content is a new password or key. */
export const secretCommands: readonly string[] = ['1072', '1014'];

export const HIDDEN = '******';

/** `PW`, and `NewPW` and `NewSK` of the commands that set them. */
export function isSecret(name: string): boolean {
  return /(PW|SK)$/i.test(name);
}

/** The packet with passwords and keys masked. */
export function withoutSecrets(text: string): string {
  return text.replace(/((?:PW|SK)\s*=)[^;,&]*/gi, `$1${HIDDEN}`);
}
