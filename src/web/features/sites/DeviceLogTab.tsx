import type { AnswerOf } from '#shared/contract/define.ts';
import { deviceLogs, logKind } from '#shared/contract/sites/device-logs.ts';
import { informationTime, informationValueWord, informationWord } from '#shared/domain/information.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { localName } from '#web/ui/local-name.ts';
import { showTime } from '#web/ui/show-time.ts';
import { useList } from '#web/ui/useList.ts';
import type { ShortSite } from '#web/widgets/site-tree.ts';

type Entry = AnswerOf<typeof deviceLogs.list>['data_info'][number];

/** Parameters, processes and states reported by the device. */
export function DeviceLogTab({ site: { site_id } }: { site: ShortSite }) {
  const t = useT();
  const language = useLanguage();
  const known = (key: string, otherwise: string) => (t.has(key) ? t.tx(key) : otherwise);
  const targetOf = (entry: Entry) =>
    entry.target_name === null ? entry.target || '–' : localName(entry, 'target_name', language);
  const shownValue = (value: string) => {
    const at = informationTime(value);
    return at ? showTime(at.toISOString(), language) : value;
  };
  return (
    <DataTable
      list={useList(deviceLogs, { site_id })}
      rowKey="log_id"
      columns={[
        'ts',
        'kind',
        { key: 'target', show: targetOf },
        { key: 'info', show: ({ info }) => known(informationWord(info), info) },
        {
          key: 'value',
          sortable: false,
          show: ({ info, value, edition }) =>
            known(informationValueWord(info, value, edition), shownValue(value)),
        },
        { key: 'received_at', rare: true },
      ]}
      filters={[
        { key: 'kind', choices: logKind.options },
        { key: 'ts', as: 'range' },
      ]}
    />
  );
}
