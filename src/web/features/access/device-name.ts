/** The first match counts: most browsers also claim to be others. */
const browsers: readonly [RegExp, string][] = [
  [/MicroMessenger/, 'WeChat'],
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** Name such as `Chrome · Windows`; the platform if unknown. */
export function deviceName(platform: string, userAgent: string | null): string {
  const named = [browsers, systems].flatMap(
    (kinds) => kinds.find(([mark]) => mark.test(userAgent ?? ''))?.[1] ?? [],
  );
  return named.length > 0 ? named.join(' · ') : platform;
}
