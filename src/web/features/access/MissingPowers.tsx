import { Alert, Button } from 'antd';
import type { RolePower } from '#shared/contract/access/roles.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import type { Needed } from './power-set.ts';

interface MissingPowersProps {
  missing: readonly Needed[];
  mayChange(power: RolePower): boolean;
  onAdd(powers: RolePower[]): void;
}

/** Warns of powers that selected pages need to work, with a button to add them. */
export function MissingPowers({ missing, mayChange, onAdd }: MissingPowersProps) {
  const t = useT();
  const language = useLanguage();
  if (missing.length === 0) return null;
  const nameOf = (power: RolePower) => localName(power, 'power_name', language);
  const addable = missing.map(({ power }) => power).filter(mayChange);
  return (
    <Alert
      type="warning"
      showIcon
      title={t('roles.missing_title')}
      description={
        <>
          <ul>
            {missing.map(({ power, pages }) => (
              <li key={power.power_id}>
                {t('roles.missing_item', {
                  power: nameOf(power),
                  pages: pages.map(nameOf).join(t('lists.between')),
                })}
              </li>
            ))}
          </ul>
          {addable.length > 0 ? (
            <Button size="small" onClick={() => onAdd(addable)}>
              {t('roles.missing_add')}
            </Button>
          ) : (
            t('roles.missing_refused')
          )}
        </>
      }
    />
  );
}
