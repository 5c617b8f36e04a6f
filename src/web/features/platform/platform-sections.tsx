import { Button, Form, Select } from 'antd';
import type { AnswerOf } from '#shared/contract/define.ts';
import {
  enteredFor,
  neededBy,
  type PlatformChanges,
  type platformConfig,
  platformSettings,
  secretName,
} from '#shared/contract/platform/platform-config.ts';
import { type T, useLanguage, useT } from '#web/i18n.ts';
import type { Sections } from '#web/pages/SettingsForm.tsx';
import type { Field, Values } from '#web/ui/form-field.ts';
import { showTime } from '#web/ui/show-time.ts';
import { type AlarmSound, playAlarm } from '#web/widgets/alarm-sound.ts';
import { LogoInput, SignInPictureInput } from './FaceInputs.tsx';
import { SecretInput } from './SecretInput.tsx';
import { SendTest } from './SendTest.tsx';

export type Config = AnswerOf<typeof platformConfig.data>;

type Key = keyof PlatformChanges;

const { shape } = platformSettings;
/** Most names in the note. */
const NAMED = 5;

/** Sections of the settings; fields that a choice does not need are hidden. */
export function platformSections(t: T, config: Config, mayProvide: boolean): Sections<PlatformChanges> {
  const { secrets_set, zone_fixed, retention_locked, demo, codes_limited_by } = config;
  const locked = mayProvide ? undefined : t('platformConfig.services_locked');
  const names = codes_limited_by.slice(0, NAMED).join(t('platformConfig.names_separator'));
  const note =
    codes_limited_by.length > 0
      ? t('platformConfig.codes_limited', { names, count: codes_limited_by.length })
      : undefined;
  const isLeftBehind = (key: Key) => (values: Values) => leftBehind(config, key, values);
  const asked = (choice: Key, options: readonly string[], ...keys: Key[]): Field<Key>[] =>
    keys.map((key) => ({
      key,
      editor: isSecret(key) ? (
        <SecretInput isSet={secrets_set.includes(key)} isLeftBehind={isLeftBehind(key)} />
      ) : undefined,
      choices: key === 'smtp_security' ? shape.smtp_security.options : undefined,
      when: (values) => options.includes(String(values[choice])),
      needed: (values) =>
        isNeeded(choice, key, values) &&
        (!(secrets_set as string[]).includes(key) || isLeftBehind(key)(values)),
    }));
  return [
    {
      title: 'face',
      fields: [
        { key: 'platform_title' },
        { key: 'platform_title_en' },
        { key: 'platform_logo', editor: <LogoInput /> },
        { key: 'sign_in_picture', editor: <SignInPictureInput /> },
      ],
    },
    {
      title: 'general',
      fields: [
        { key: 'time_zone', editor: <ZoneSelect disabled={zone_fixed} /> },
        { key: 'gateway_address' },
      ],
    },
    { title: 'files', fields: [{ key: 'file_max_mb' }, { key: 'file_types', as: 'textarea' }] },
    {
      title: 'retention',
      locked: retention_locked ? t('platformConfig.retention_locked') : undefined,
      fields: [
        { key: 'raw_packet_days' },
        { key: 'realtime_months' },
        { key: 'minute_months' },
        { key: 'message_days' },
      ],
    },
    {
      title: 'map',
      fields: [
        { key: 'map_provider', choices: shape.map_provider.options },
        ...asked('map_provider', ['tianditu', 'baidu', 'tiles'], 'map_key'),
        ...asked('map_provider', ['tiles'], 'map_general_url', 'map_satellite_url', 'map_dark_url'),
        ...asked('map_provider', ['tiles'], 'map_hosts', 'map_max_zoom', 'map_attribution'),
      ],
    },
    {
      title: 'sms',
      locked,
      note,
      fields: [
        { key: 'sms_provider', choices: shape.sms_provider.options },
        ...asked('sms_provider', ['webhook'], 'sms_webhook_url'),
        ...asked('sms_provider', ['aliyun'], 'sms_key_id', 'sms_key_secret', 'sms_sign_name'),
        ...asked('sms_provider', ['aliyun'], 'sms_code_template', 'sms_notice_template'),
      ],
      more: (dirty) => <SendTest channel="sms" dirty={dirty} />,
    },
    {
      title: 'email',
      locked,
      fields: [
        { key: 'email_provider', choices: shape.email_provider.options },
        ...asked('email_provider', ['smtp'], 'smtp_host', 'smtp_port', 'smtp_security'),
        ...asked('email_provider', ['smtp'], 'smtp_user', 'smtp_password', 'mail_from'),
      ],
      more: (dirty) => <SendTest channel="email" dirty={dirty} />,
    },
    {
      title: 'webhook',
      locked,
      fields: [
        { key: 'webhook_provider', choices: shape.webhook_provider.options },
        ...asked('webhook_provider', ['webhook'], 'webhook_url', 'webhook_secret'),
      ],
      more: (dirty) => <SendTest channel="webhook" dirty={dirty} />,
    },
    { title: 'sim', locked, fields: [{ key: 'sim_usage_url' }, { key: 'sim_usage_secret' }] },
    {
      title: 'alarm',
      fields: [{ key: 'alarm_sound', choices: shape.alarm_sound.options }],
      more: () => <Listen />,
    },
    { title: 'demo', fields: [], more: () => <DemoState demo={demo} /> },
  ];
}

export function isSecret(key: string): key is Config['secrets_set'][number] {
  return (secretName.options as string[]).includes(key);
}

/** True if the settings that a secret belongs to are changed: the secret is then cleared unless entered again. */
function leftBehind(config: Config, key: Key, values: Values): boolean {
  const kept: Values = config;
  const fields = isSecret(key) ? (enteredFor[key] ?? []) : [];
  return fields.some((field) => {
    const value = values[field];
    // Any input of a write-only field is a change, as is null, which clears it.
    if (isSecret(field)) return value !== undefined && value !== '';
    return field in values && (value || null) !== kept[field];
  });
}

function isNeeded(choice: string, key: string, values: Values): boolean {
  return neededBy[choice]?.[String(values[choice])]?.includes(key) ?? false;
}

const zones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }));

interface ZoneSelectProps {
  id?: string;
  value?: string;
  onChange?(zone: string): void;
  disabled: boolean;
}

function ZoneSelect({ disabled, ...input }: ZoneSelectProps) {
  // Omitted rather than false, so that a read-only form can disable it.
  return <Select {...input} {...(disabled && { disabled })} showSearch options={zones} />;
}

/** Plays the selected sound, even before it is saved. */
function Listen() {
  const t = useT();
  const sound: AlarmSound | undefined = Form.useWatch('alarm_sound');
  return (
    <Button disabled={!sound || sound === 'off'} onClick={() => void playAlarm(sound ?? 'off')}>
      {t('platformConfig.alarm_sound_play')}
    </Button>
  );
}

function DemoState({ demo: { on, seeded_at, removed_at } }: Pick<Config, 'demo'>) {
  const t = useT();
  const language = useLanguage();
  const at = (time: string) => ({ at: showTime(time, language) });
  if (!on) return <p>{t('platformConfig.demo_off')}</p>;
  const stations = () => {
    if (removed_at) return t('platformConfig.demo_removed', at(removed_at));
    return seeded_at ? t('platformConfig.demo_stations', at(seeded_at)) : t('platformConfig.demo_none');
  };
  return (
    <>
      <p>{t('platformConfig.demo_on')}</p>
      <p>{stations()}</p>
    </>
  );
}
