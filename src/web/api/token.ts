/** Parts of an access token that the browser reads. Not trusted: the server checks every call. */
export interface TokenPayload {
  uid: number;
  role_id: number;
  sid?: string | number;
  exp?: number;
}

/** Undefined for anything that is not a token, so that a damaged session counts as none. */
export function readToken(token: string): TokenPayload | undefined {
  const body = token.split('.')[1];
  if (!body) return undefined;
  try {
    const base64 = body.replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isPayload(payload) ? payload : undefined;
  } catch {
    return undefined;
  }
}

/** Role 0 is the super administrator, so presence is checked by type, not by truthiness. */
function isPayload(value: unknown): value is TokenPayload {
  if (typeof value !== 'object' || value === null) return false;
  const { uid, role_id } = value as Partial<TokenPayload>;
  return typeof uid === 'number' && typeof role_id === 'number';
}
