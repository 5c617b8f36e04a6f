import type { ReactNode } from 'react';
import { useT } from '#web/i18n.ts';

const most = 5;

/** What a question about several is about, by name: the first few and how many more. One is named by its title. */
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
