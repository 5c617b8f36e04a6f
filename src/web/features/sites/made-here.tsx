import { agreements, edition } from '#shared/contract/site-config/agreements.ts';
import { products, projects } from '#shared/contract/site-config/products.ts';
import { MakeRow } from '#web/pages/MakeRow.tsx';
import type { Made, RowChoices } from '#web/ui/choices.tsx';
import { agreement, product, project } from './site-choices.ts';

function NewProduct(props: Made) {
  return <MakeRow resource={products} fields={['product_name']} {...props} />;
}
function NewProject(props: Made) {
  return <MakeRow resource={projects} fields={['project_name']} {...props} />;
}
function NewAgreement(props: Made) {
  const fields = ['agreement_name', { key: 'edition', choices: edition.options }, 'check_password'];
  return <MakeRow resource={agreements} fields={fields} {...props} />;
}

/** Choices with "new …", so that rows can be created without leaving the form. */
export const makeable: Record<'agreement' | 'product' | 'project', RowChoices> = {
  agreement: {
    ...agreement,
    make: { needs: agreements.add.needs, what: 'agreements.what', Form: NewAgreement },
  },
  product: { ...product, make: { needs: products.add.needs, what: 'products.what', Form: NewProduct } },
  project: { ...project, make: { needs: projects.add.needs, what: 'projects.what', Form: NewProject } },
};
