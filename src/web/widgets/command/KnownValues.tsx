import { Table } from 'antd';
import { deviceInformation } from '#shared/contract/control/information.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { formatDuration } from '#shared/domain/numbers.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { localName } from '#web/ui/local-name.ts';
import { showTime } from '#web/ui/show-time.ts';
import styles from './command.module.css';
import { useCommandsChange } from './useCommandsChange.ts';
import { useValueWords } from './useCommandWords.ts';

type Known = AnswerOf<typeof deviceInformation.data>['data_info'][number];

/** Known parameters of devices, with their age and source. */
export function KnownValues({ site_ids }: { site_ids: readonly number[] }) {
  const t = useT();
  const language = useLanguage();
  const answer = useCall(deviceInformation.data, { site_ids: [...site_ids] }, { keepPrevious: true });
  useCommandsChange([deviceInformation.data], site_ids);
  const itemOf = ({ item }: Known) => {
    const part = item.split('.')[1] ?? item;
    return t.has(`commandParams.${part}`) ? t.tx(`commandParams.${part}`) : part;
  };
  const topicOf = ({ item }: Known) => {
    const kind = `commandKinds.${item.split('.')[0]}_read`;
    return t.has(kind) ? t.tx(kind) : item;
  };
  const shown = useValueWords();
  const ageOf = (at: string) => formatDuration(Math.max(0, Date.now() - Date.parse(at)), language);
  return (
    <Answered answer={answer}>
      {({ data_info }) => (
        <Table<Known>
          size="small"
          rowKey={({ site_id, component_id, item }) => `${site_id} ${component_id} ${item}`}
          dataSource={data_info}
          pagination={{ pageSize: 20, hideOnSinglePage: true }}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: t('commands.nothing_known') }}
          columns={[
            { title: t('commands.site_name'), dataIndex: 'site_name' },
            { title: t('commands.known_of'), render: (_value, row) => topicOf(row) },
            {
              title: t('commands.component_id'),
              render: (_value, row) =>
                row.component_name === null ? '–' : localName({ ...row }, 'component_name', language),
            },
            { title: t('commands.item'), render: (_value, row) => itemOf(row) },
            { title: t('commandParams.value'), render: (_value, row) => shown(row.value) },
            {
              title: t('commands.age'),
              render: (_value, { at, source }) => (
                <span className={styles.soft} title={showTime(at, language)}>
                  {t(source === 'read' ? 'commands.read_at' : 'commands.written_at', { age: ageOf(at) })}
                </span>
              ),
            },
          ]}
        />
      )}
    </Answered>
  );
}
