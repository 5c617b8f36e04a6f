import { Link } from 'react-router';
import { resupplyRuns } from '#shared/contract/control/auto-resupply.ts';
import { useT } from '#web/i18n.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { Status } from '#web/ui/Status.tsx';
import { useList } from '#web/ui/useList.ts';
import { useCommandsChange } from '#web/widgets/command/useCommandsChange.ts';
import { siteFilter } from '#web/widgets/filters.tsx';
import { autoReads } from './auto-reads.ts';

/** Runs of the gap search: found, requested, filled and given up. */
export function AutoRuns() {
  const t = useT();
  const list = useList(resupplyRuns);
  useCommandsChange(autoReads);
  return (
    <DataTable
      list={list}
      rowKey="run_id"
      nameOf={({ run_id }) => `#${run_id}`}
      columns={[
        'at',
        'site_name',
        {
          key: 'under_way',
          sortable: false,
          show: ({ under_way }) => (
            <Status tone={under_way ? 'notice' : 'good'}>
              {t(under_way ? 'resupplyRuns.under_way_true' : 'resupplyRuns.under_way_false')}
            </Status>
          ),
        },
        { key: 'missing', sortable: false },
        'found',
        'asked',
        'filled',
        'given_up',
        {
          key: 'commands',
          sortable: false,
          show: ({ commands, run_id }) =>
            commands === 0 ? (
              0
            ) : (
              <Link to={`/countercharges/autoresupply?view=gaps&run_id=${run_id}`}>{commands}</Link>
            ),
        },
        { key: 'mn', sortable: false, rare: true },
      ]}
      filters={[siteFilter, { key: 'at', as: 'range' }]}
    />
  );
}
