/** The public download page. */
export const download = {
  title: 'APP 下载',
  facts: '{{platform}} · 版本 {{version}} · {{size}} · {{time}}',
  platform_android: 'Android',
  platform_ios: 'iOS',
  platform_windows: 'Windows',
  platform_linux: 'Linux',
  platform_other: '其他平台',
  sha256: 'SHA-256：{{sha256}}',
  get: '下载',
  by_phone: '用手机扫码打开本页',
  none: '暂时没有可下载的 APP',
  none_hint: '请稍后再来，或联系管理员。',
  expired: '下载地址已失效',
  expired_hint: '下载地址只在几分钟内有效，且只供本人使用。请回到原来的页面重新下载。',
};
