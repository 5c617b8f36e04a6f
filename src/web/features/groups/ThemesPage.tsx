import { Form } from 'antd';
import { themes } from '#shared/contract/groups/themes.ts';
import { useT } from '#web/i18n.ts';
import { mapTypes } from '#web/map/look.ts';
import { ResourcePage } from '#web/pages/ResourcePage.tsx';
import { useOpened } from '#web/ui/useOpened.tsx';
import { AccentInput, AccentMark } from './AccentInput.tsx';
import { LogoInput } from './LogoInput.tsx';
import { type Look, ThemePreview } from './ThemePreview.tsx';
import { type Theme, ThemeUsers } from './ThemeUsers.tsx';

export function ThemesPage() {
  const t = useT();
  const assigning = useOpened<Theme>();
  return (
    <>
      <ResourcePage
        resource={themes}
        columns={[
          'theme_name',
          'platform_title',
          { key: 'accent', sortable: false, show: ({ accent }) => <AccentMark accent={accent} /> },
          'map_style',
          'user_count',
          'group_count',
          'updated_at',
        ]}
        form={[
          'theme_name',
          'platform_title',
          { key: 'logo', editor: <LogoInput /> },
          { key: 'accent', editor: <AccentInput /> },
          { key: 'map_style', choices: mapTypes },
        ]}
        formWidth={520}
        belowForm={<LivePreview />}
        rowActions={(theme) => [{ label: t('themes.users'), run: () => assigning.open(theme) }]}
      />
      {assigning.show((theme) => (
        <ThemeUsers theme={theme} onClosed={assigning.closed} />
      ))}
    </>
  );
}

/** Preview of the current input. */
function LivePreview() {
  return <ThemePreview look={Form.useWatch<Look>([])} />;
}
