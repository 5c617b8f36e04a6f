import type { Config } from '#server/instance/config.ts';
import type { PlatformSecrets, PlatformSettings } from '#shared/contract/platform/platform-config.ts';
import { amap, baidu, mapProviders, type TileProvider, tianditu } from '#shared/domain/tile-provider.ts';
import { defaultZone } from '#shared/domain/time.ts';

export type Settings = PlatformSettings & Partial<PlatformSecrets>;

/** The settings as long as nothing is set on the page: from the environment, otherwise built in. */
export function defaultSettings({ retention, sms, map, files, simUsageUrl }: Config): Settings {
  return {
    platform_title: null,
    platform_title_en: null,
    platform_logo: null,
    sign_in_picture: null,
    gateway_address: null,
    file_max_mb: files.maxMb,
    file_types: files.types.join(' '),
    time_zone: defaultZone,
    raw_packet_days: retention.rawPacketDays,
    realtime_months: retention.realtimeMonths,
    minute_months: retention.minuteMonths,
    message_days: 365,
    ...mapSettings(map),
    sms_provider: sms.provider,
    sms_webhook_url: sms.provider === 'webhook' ? sms.url : undefined,
    sms_key_id: sms.provider === 'aliyun' ? sms.keyId : undefined,
    sms_key_secret: sms.provider === 'aliyun' ? sms.keySecret : undefined,
    sms_sign_name: sms.provider === 'aliyun' ? sms.signName : null,
    sms_code_template: sms.provider === 'aliyun' ? sms.templateCode : null,
    sms_notice_template: null,
    email_provider: 'outbox',
    smtp_host: null,
    smtp_port: 587,
    smtp_security: 'starttls',
    smtp_user: null,
    mail_from: null,
    webhook_provider: 'outbox',
    alarm_sound: 'chime',
    sim_usage_url: simUsageUrl,
  };
}

const MAX_ZOOM = 18;

function mapSettings(map: TileProvider | undefined) {
  const own = map?.id === 'tiles' ? map : undefined;
  return {
    map_provider: mapProviders.find((provider) => provider === map?.id) ?? 'bundled',
    map_key: map?.key,
    map_general_url: own?.tiles.general.join(' ') ?? null,
    map_satellite_url: own?.tiles.satellite?.join(' ') ?? null,
    map_dark_url: own?.tiles.dark?.join(' ') ?? null,
    map_hosts: own?.hosts?.join(',') ?? null,
    map_max_zoom: own?.max_zoom ?? MAX_ZOOM,
    map_attribution: own?.attribution ?? null,
  };
}

/** An external tile provider; undefined: the bundled map. */
export function tileProvider(settings: Settings): TileProvider | undefined {
  const { map_provider, map_key: key } = settings;
  if (map_provider === 'tianditu' && key) return tianditu(key);
  if (map_provider === 'amap') return amap();
  if (map_provider === 'baidu' && key) return baidu(key);
  const addresses = (text: string | null) => text?.split(/\s+/);
  const general = addresses(settings.map_general_url);
  if (map_provider !== 'tiles' || !general) return undefined;
  const tiles = {
    general,
    satellite: addresses(settings.map_satellite_url),
    dark: addresses(settings.map_dark_url),
  };
  const isKeyed = Object.values(tiles)
    .flat()
    .some((address) => address?.includes('{key}'));
  return {
    id: 'tiles',
    tiles,
    hosts: settings.map_hosts?.split(',').map((host) => host.trim()),
    // Every signed-in user receives it, so it is only included if an address needs it.
    key: isKeyed ? key : undefined,
    max_zoom: settings.map_max_zoom,
    attribution: settings.map_attribution ?? '',
  };
}
