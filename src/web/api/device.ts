const key = 'userid';

/** The identity of this browser, sent as the IMEI header. Refresh tokens are bound to it. */
export function deviceId(): string {
  const known = localStorage.getItem(key);
  if (known) return known;
  const made = randomUuid();
  localStorage.setItem(key, made);
  return made;
}

const tokenKey = 'device_token';

/** The secret by which the server recognises a browser that has signed in before. */
export function deviceToken(): string | undefined {
  return localStorage.getItem(tokenKey) ?? undefined;
}

export function keepDeviceToken(token: string): void {
  localStorage.setItem(tokenKey, token);
}

// crypto.randomUUID is missing on plain http, where many of these platforms run.
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) => {
    if (index === 6) return ((byte & 0x0f) | 0x40).toString(16);
    if (index === 8) return ((byte & 0x3f) | 0x80).toString(16);
    return byte.toString(16).padStart(2, '0');
  }).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export type OperationPlatform = 'iOS' | 'Android' | 'Web';

export function operationPlatform(userAgent: string): OperationPlatform {
  if (/iPhone|iPad|iPod/i.test(userAgent)) return 'iOS';
  return /Android/i.test(userAgent) ? 'Android' : 'Web';
}
