/** The first that fits names it: most browsers claim to be several others as well. */
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

/** What people would call the device: `Chrome · Windows`, or the platform where nothing is known. */
export function deviceName(platform: string, userAgent: string | null): string {
  const named = [browsers, systems].flatMap(
    (kinds) => kinds.find(([mark]) => mark.test(userAgent ?? ''))?.[1] ?? [],
  );
  return named.length > 0 ? named.join(' · ') : platform;
}
