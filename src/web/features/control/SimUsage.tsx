import { Progress, Table } from 'antd';
import { deviceInformation } from '#shared/contract/control/information.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { staleMs } from '#web/api/freshness.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { reachableRows } from '#web/ui/reachable-rows.ts';
import { showTime } from '#web/ui/show-time.ts';

type Usage = AnswerOf<typeof deviceInformation.simUsage>['data_info'][number];

/** Data usage of SIM cards; hidden unless a provider is configured. */
export function SimUsage({ site_ids }: { site_ids: readonly number[] }) {
  const t = useT();
  const language = useLanguage();
  const answer = useCall(deviceInformation.simUsage, { site_ids: [...site_ids] }, { staleMs });
  if (answer.data && !answer.data.provider) return null;
  if (!answer.data && !answer.error) return null;
  return (
    <section>
      <h3>{t('simUsage.title')}</h3>
      <Answered answer={answer}>
        {({ data_info }) => (
          <Table<Usage>
            size="small"
            rowKey="site_id"
            dataSource={data_info}
            pagination={{ pageSize: 20, hideOnSinglePage: true }}
            scroll={{ x: 'max-content' }}
            onRow={reachableRows}
            locale={{ emptyText: t('simUsage.none') }}
            columns={[
              { title: t('commands.site_name'), dataIndex: 'site_name' },
              { title: t('simUsage.card'), render: (_value, { iccid, number }) => number || iccid },
              {
                title: t('simUsage.used'),
                render: (_value, { used_mb, total_mb }) =>
                  total_mb ? (
                    <Progress
                      size="small"
                      percent={Math.round((used_mb / total_mb) * 100)}
                      status={used_mb > total_mb * 0.9 ? 'exception' : 'normal'}
                      format={() => t('simUsage.of', { used: used_mb, total: total_mb })}
                    />
                  ) : (
                    t('simUsage.mb', { used: used_mb })
                  ),
              },
              { title: t('simUsage.status'), render: (_value, { status }) => status || '–' },
              {
                title: t('simUsage.expires_at'),
                render: (_value, { expires_at }) => (expires_at ? showTime(expires_at, language) : '–'),
              },
            ]}
          />
        )}
      </Answered>
    </section>
  );
}
