import { versions, versionType } from '#shared/contract/platform/versions.ts';
import { ResourcePage } from '#web/pages/ResourcePage.tsx';

export function VersionsPage() {
  return (
    <ResourcePage
      resource={versions}
      columns={[
        'version_number',
        'version_type',
        'version_text',
        { key: 'version_text_en', rare: true },
        'sort_level',
        'created_at',
        { key: 'updated_at', rare: true },
      ]}
      filters={[{ key: 'version_type', choices: versionType.options }]}
      form={[
        'version_number',
        { key: 'version_type', choices: versionType.options },
        'sort_level',
        { key: 'version_text', as: 'textarea' },
        { key: 'version_text_en', as: 'textarea' },
      ]}
    />
  );
}
