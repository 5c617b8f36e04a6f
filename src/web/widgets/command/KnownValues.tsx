import { Table } from 'antd';
import { deviceInformation } from '#shared/contract/control/information.ts';
import { formatDuration } from '#shared/domain/numbers.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { localName } from '#web/ui/local-name.ts';
import { reachableRows } from '#web/ui/reachable-rows.ts';
import { showTime } from '#web/ui/show-time.ts';
import styles from './command.module.css';
import { type Known, type KnownRow, knownRows } from './known-rows.ts';
import { useCommandsChange } from './useCommandsChange.ts';
import { useCommandWords } from './useCommandWords.ts';

/** Known parameters of devices, with their age and source. */
export function KnownValues({ site_ids }: { site_ids: readonly number[] }) {
  const t = useT();
  const language = useLanguage();
  const answer = useCall(deviceInformation.data, { site_ids: [...site_ids] }, { keepPrevious: true });
  useCommandsChange([deviceInformation.data], site_ids);
  const topicOf = ({ topic }: KnownRow<Known>) => {
    const kind = `commandKinds.${topic}_read`;
    return t.has(kind) ? t.tx(kind) : topic;
  };
  const words = useCommandWords();
  const ageOf = (at: string) => formatDuration(Math.max(0, Date.now() - Date.parse(at)), language);
  return (
    <Answered answer={answer}>
      {({ data_info }) => (
        <Table<KnownRow<Known>>
          size="small"
          rowKey="key"
          dataSource={knownRows(data_info)}
          pagination={{ pageSize: 20, hideOnSinglePage: true }}
          scroll={{ x: 'max-content' }}
          onRow={reachableRows}
          locale={{ emptyText: t('commands.nothing_known') }}
          columns={[
            ...(site_ids.length > 1
              ? [
                  {
                    title: t('commands.site_name'),
                    render: (_value: unknown, { of }: KnownRow<Known>) => of.site_name,
                  },
                ]
              : []),
            { title: t('commands.known_of'), render: (_value, row) => topicOf(row) },
            {
              title: t('commands.component_id'),
              render: (_value, { of }) =>
                of.component_name === null ? '–' : localName({ ...of }, 'component_name', language),
            },
            { title: t('commandParams.value'), render: (_value, { values }) => words(values) || '–' },
            {
              title: t('commands.age'),
              render: (_value, { of: { at, source } }) => (
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
