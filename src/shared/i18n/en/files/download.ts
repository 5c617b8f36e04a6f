import type { Words } from '#shared/i18n/words.ts';
import type * as zh from '#shared/i18n/zh/files/download.ts';

export const download = {
  title: 'Download app',
  facts: '{{platform}} · version {{version}} · {{size}} · {{time}}',
  platform_android: 'Android',
  platform_ios: 'iOS',
  platform_windows: 'Windows',
  platform_linux: 'Linux',
  platform_other: 'Other platforms',
  sha256: 'SHA-256: {{sha256}}',
  get: 'Download',
  by_phone: 'Scan to open this page on a phone',
  none: 'No apps to download yet',
  none_hint: 'Please come back later, or ask an administrator.',
  expired: 'This download link has expired',
  expired_hint: 'The link works for a few minutes and only for you. Go back to the page and download again.',
} satisfies Words<typeof zh.download>;
