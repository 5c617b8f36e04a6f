import { articleTypes } from '#shared/contract/learning/article-types.ts';
import { useT } from '#web/i18n.ts';
import { ResourcePage } from '#web/pages/ResourcePage.tsx';
import { rowsOf } from '#web/ui/choices.tsx';
import { Status } from '#web/ui/Status.tsx';

export function ArticleTypesPage() {
  const t = useT();
  return (
    <ResourcePage
      resource={articleTypes}
      columns={[
        'type_name',
        { key: 'whole_name', sortable: false },
        'sort',
        {
          key: 'enabled',
          show: ({ enabled }) => (
            <Status tone={enabled ? 'good' : 'quiet'}>{t(`articleTypes.enabled_${enabled}`)}</Status>
          ),
        },
        { key: 'article_count', sortable: false },
        'remark',
        { key: 'updated_at', rare: true },
      ]}
      filters={[{ key: 'enabled', choices: ['true', 'false'] }]}
      form={[
        'type_name',
        { key: 'parent_id', choices: rowsOf(articleTypes, 'whole_name') },
        'sort',
        'enabled',
        { key: 'remark', as: 'textarea' },
      ]}
    />
  );
}
