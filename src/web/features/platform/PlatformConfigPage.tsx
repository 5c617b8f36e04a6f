import { Tabs } from 'antd';
import { PROVIDER_POWER, platformConfig } from '#shared/contract/platform/platform-config.ts';
import { forgetFace } from '#web/api/face.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import { SettingsForm } from '#web/pages/SettingsForm.tsx';
import { cleaned, schemasOf } from '#web/ui/form-field.ts';
import { Page } from '#web/ui/Page.tsx';
import { useAddress } from '#web/ui/useAddress.ts';
import { isSecret, platformSections } from './platform-sections.tsx';
import { StatusTab } from './StatusTab.tsx';

const schemas = schemasOf(platformConfig.set);

/** An emptied field clears the setting. An empty secret stays unchanged, and null clears it. */
function clean(key: string, value: unknown): unknown {
  if (isSecret(key)) return value === '' ? undefined : value;
  return cleaned(schemas[key], value);
}

/** Platform status and settings. */
export function PlatformConfigPage() {
  const t = useT();
  const { params, change } = useAddress();
  const mayProvide = useMay(PROVIDER_POWER);
  const tab = params.get('tab') === 'settings' ? 'settings' : 'status';
  return (
    <Page hint={t(tab === 'status' ? 'platformStatus.hint' : 'platformConfig.hint')}>
      <Tabs
        activeKey={tab}
        onChange={(chosen) => change({ tab: chosen === 'status' ? undefined : chosen })}
        items={[
          {
            key: 'status',
            label: t('platformStatus.tab_status'),
            children: <StatusTab />,
            // Stops polling in hidden tabs. Input in the settings is kept.
            destroyOnHidden: true,
          },
          {
            key: 'settings',
            label: t('platformStatus.tab_settings'),
            children: (
              <SettingsForm
                name="platformConfig"
                calls={platformConfig}
                sections={(config) => platformSections(t, config, mayProvide)}
                clean={clean}
                onlyChanges
                onDirty={(dirty) => {
                  // Saving may have changed title or logo.
                  if (!dirty) forgetFace();
                }}
              />
            ),
          },
        ]}
      />
    </Page>
  );
}
