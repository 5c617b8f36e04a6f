import type { ReactNode } from 'react';
import type { Resource } from '#shared/contract/resource.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import type { Action } from '#web/ui/actions.tsx';
import { localName } from '#web/ui/local-name.ts';
import { Named } from '#web/ui/Named.tsx';

/** Built-in rows cannot be deleted: explained here before the server would refuse. */
function isBuiltIn(row: object): boolean {
  return 'built_in' in row && row.built_in === true;
}

/** Delete actions with a confirmation that names the rows; none without permission. */
export function useRemoval<Row extends object>(
  resource: Pick<Resource<Row>, 'name' | 'id' | 'list' | 'remove'>,
  named: (keyof Row & string) | ((row: Row) => string),
  whyKept?: (row: Row) => string | undefined,
  losses?: (rows: readonly Row[]) => ReactNode,
): { may: boolean; actions(rows: readonly Row[]): Action[] } {
  const t = useT();
  const language = useLanguage();
  const may = useMay(resource.remove.needs);
  const remove = useAction(resource.remove, { refresh: [resource.list], done: 'common.deleted' });

  const refusal = (row: Row) => (isBuiltIn(row) ? t('details.built_in') : whyKept?.(row));
  const actions = (rows: readonly Row[]): Action[] => {
    if (!may) return [];
    const names = rows.map((row) =>
      typeof named === 'function' ? named(row) : localName(row, named, language),
    );
    const ids = rows.map((row) => Number(row[resource.id]));
    const count = names.length;
    const ownText = `${resource.name}.delete_text`;
    const question = {
      title:
        count === 1 ? t('lists.delete_title', { name: names[0] }) : t('lists.delete_many_title', { count }),
      text: (
        <>
          <Named names={names}>{t.has(ownText) ? t.tx(ownText) : t('lists.delete_text')}</Named>
          {losses?.(rows)}
        </>
      ),
      ok: t('common.delete'),
      danger: true,
    };
    return [
      {
        label: t('common.delete'),
        danger: true,
        refused: rows.map(refusal).find((why) => why !== undefined),
        question,
        run: () => remove.run({ [resource.id]: ids }),
      },
    ];
  };
  return { may, actions };
}
