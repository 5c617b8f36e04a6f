// Part of every platform that runs this code; the library of pure ECMAScript does not declare it.
declare const URL: {
  new (text: string): { protocol: string; hostname: string };
  canParse(text: string): boolean;
};

/** The parts of a web address; undefined if the text is none. */
export function webAddress(text: string): { hostname: string } | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname } = new URL(text);
  return protocol === 'http:' || protocol === 'https:' ? { hostname } : undefined;
}
