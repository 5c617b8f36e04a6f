import { SearchOutlined } from '@ant-design/icons';
import { Input, Segmented } from 'antd';
import { products, projects } from '#shared/contract/site-config/products.ts';
import { siteType } from '#shared/contract/sites/sites.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import { ChoiceSelect, rowsOf } from '#web/ui/choices.tsx';
import styles from './site-picker.module.css';
import type { ShortSite, SiteWish } from './site-tree.ts';

/** Filters by product line and project. */
const owners = [
  { field: 'product_id', choices: rowsOf(products, 'product_name'), needs: products.list.needs },
  { field: 'project_id', choices: rowsOf(projects, 'project_name'), needs: projects.list.needs },
] as const;

interface TreeFiltersProps {
  wish: SiteWish;
  onChange(patch: SiteWish): void;
}

/** Search and filters of the site tree. */
export function TreeFilters({ wish, onChange }: TreeFiltersProps) {
  const t = useT();
  return (
    <>
      <Input
        autoFocus
        prefix={<SearchOutlined aria-hidden />}
        placeholder={t('sitePicker.search')}
        aria-label={t('sitePicker.search')}
        allowClear
        value={wish.keyword ?? ''}
        onChange={({ target }) => onChange({ keyword: target.value })}
      />
      <div className={styles.filters}>
        <Segmented<'all' | ShortSite['site_type']>
          size="small"
          aria-label={t('sites.site_type')}
          value={wish.site_type ?? 'all'}
          options={[
            { value: 'all', label: t('common.all') },
            ...siteType.options.map((type) => ({ value: type, label: t(`sites.site_type_${type}`) })),
          ]}
          onChange={(type) => onChange({ site_type: type === 'all' ? undefined : type })}
        />
        <Segmented
          size="small"
          aria-label={t('sites.online')}
          value={wish.online === undefined ? 'all' : String(wish.online)}
          options={[
            { value: 'all', label: t('common.all') },
            { value: 'true', label: t('sites.online_true') },
            { value: 'false', label: t('sites.online_false') },
          ]}
          onChange={(online) => onChange({ online: online === 'all' ? undefined : online === 'true' })}
        />
        {owners.map((owner) => (
          <OwnerSelect key={owner.field} owner={owner} wish={wish} onChange={onChange} />
        ))}
      </div>
    </>
  );
}

interface OwnerSelectProps extends TreeFiltersProps {
  owner: (typeof owners)[number];
}

/** Hidden from users who may not read the names. */
function OwnerSelect({ owner: { field, choices, needs }, wish, onChange }: OwnerSelectProps) {
  const t = useT();
  const may = useMay(needs);
  if (!may) return null;
  return (
    <ChoiceSelect
      name="sites"
      field={field}
      choices={choices}
      className={styles.choice}
      placeholder={t(`sites.${field}`)}
      allowClear
      value={wish[field]}
      onChange={(id) => onChange({ [field]: id === undefined ? undefined : Number(id) })}
    />
  );
}
