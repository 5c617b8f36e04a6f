import { products } from '#shared/contract/products.ts';
import { ResourcePage } from '#web/pages/ResourcePage.tsx';

export function ProductLinesPage() {
  return (
    <ResourcePage
      resource={products}
      columns={['product_name', 'site_count', 'remark', 'updated_at']}
      form={['product_name', { key: 'remark', as: 'textarea' }]}
    />
  );
}
