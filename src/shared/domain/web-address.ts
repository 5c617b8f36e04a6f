// Exists on every platform that runs this code, but the pure ECMAScript type library does not declare it.
declare const URL: {
  new (text: string): { protocol: string; hostname: string };
  canParse(text: string): boolean;
};

/** Parses a web address; undefined if it is none. */
export function webAddress(text: string): { hostname: string } | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname } = new URL(text);
  return protocol === 'http:' || protocol === 'https:' ? { hostname } : undefined;
}
