import { platformConfig } from '#shared/contract/platform-config.ts';
import { useT } from '#web/i18n.ts';
import { SettingsForm } from '#web/pages/SettingsForm.tsx';
import { cleaned, schemasOf } from '#web/ui/form-field.ts';
import { Page } from '#web/ui/Page.tsx';
import { isSecret, platformSections } from './platform-sections.tsx';

const schemas = schemasOf(platformConfig.set);

/** An emptied field takes back what was set; an empty secret stays as it is, and null clears it. */
function clean(key: string, value: unknown): unknown {
  if (isSecret(key)) return value === '' ? undefined : value;
  return cleaned(schemas[key], value);
}

/** What holds for the platform as a whole. */
export function PlatformConfigPage() {
  const t = useT();
  return (
    <Page title={t('platformConfig.title')} hint={t('platformConfig.hint')}>
      <SettingsForm
        name="platformConfig"
        calls={platformConfig}
        sections={platformSections}
        clean={clean}
        onlyChanges
      />
    </Page>
  );
}
