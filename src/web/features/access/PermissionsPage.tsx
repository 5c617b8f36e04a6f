import { powerHolders, powers } from '#shared/contract/access/roles.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import { ResourcePage } from '#web/pages/ResourcePage.tsx';
import { rowsOf } from '#web/ui/choices.tsx';
import { useOpened } from '#web/ui/useOpened.tsx';
import { type Power, PowerHolders } from './PowerHolders.tsx';

const types = [1, 2, 3];
const group = rowsOf(powers, 'power_name', { query: { type: 1 } });

export function PermissionsPage() {
  const t = useT();
  const mayAsk = useMay(powerHolders.data.needs);
  const holders = useOpened<Power>();
  return (
    <>
      <ResourcePage
        resource={powers}
        columns={[
          'power_name',
          { key: 'power_name_en', rare: true },
          'power_code',
          'type',
          'parent_name',
          { key: 'power_url', rare: true },
          'built_in',
          'remark',
          { key: 'updated_at', rare: true },
        ]}
        filters={[
          { key: 'type', choices: types },
          { key: 'parent_id', choices: group },
        ]}
        form={[
          'power_name',
          'power_name_en',
          'power_code',
          { key: 'type', choices: types },
          { key: 'parent_id', choices: group, when: ({ type }) => type !== 1 },
          { key: 'power_url', when: ({ type }) => type === 2 },
          { key: 'remark', as: 'textarea' },
        ]}
        rowActions={(power) =>
          // Groups of powers cannot be granted by themselves.
          mayAsk && power.type !== 1 ? [{ label: t('powers.holders'), run: () => holders.open(power) }] : []
        }
      />
      {holders.show((power) => (
        <PowerHolders power={power} onClosed={holders.closed} />
      ))}
    </>
  );
}
