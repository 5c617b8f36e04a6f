import type { ReactNode } from 'react';
import { useT } from '#web/i18n.ts';

const most = 5;

/**
 * Names the items that a question is about: the first few and the number of others. A single one is named in the title.
 */
export function Named({ names, children }: { names: readonly string[]; children: ReactNode }) {
  const t = useT();
  const first = names.slice(0, most).join(t('lists.between'));
  const count = names.length - most;
  return (
    <>
      {names.length > 1 && <div>{count > 0 ? t('lists.named_more', { names: first, count }) : first}</div>}
      <div>{children}</div>
    </>
  );
}
