import { products } from '#shared/contract/site-config/products.ts';
import { useT } from '#web/i18n.ts';
import { ResourcePage } from '#web/pages/ResourcePage.tsx';
import { FactorsInput } from '#web/widgets/FactorsInput.tsx';
import { CountingFlags } from './CountingFlags.tsx';
import { SiteCount } from './SiteCount.tsx';

export function ProductLinesPage() {
  const t = useT();
  return (
    <ResourcePage
      resource={products}
      columns={[
        'product_name',
        {
          key: 'site_count',
          show: ({ product_id, site_count }) => (
            <SiteCount count={site_count} by="product_id" id={product_id} />
          ),
        },
        {
          key: 'counting_flags',
          sortable: false,
          show: ({ counting_flags }) => ['N', ...counting_flags].join(' '),
        },
        {
          key: 'factor_ids',
          sortable: false,
          show: ({ factor_ids }) => factor_ids.length || '–',
        },
        { key: 'water_month_days', rare: true },
        { key: 'water_year_months', rare: true },
        'remark',
        'updated_at',
      ]}
      form={[
        'product_name',
        { key: 'factor_ids', editor: <FactorsInput label={t('products.factor_ids')} /> },
        { key: 'counting_flags', editor: <CountingFlags /> },
        'water_month_days',
        'water_year_months',
        { key: 'remark', as: 'textarea' },
      ]}
    />
  );
}
