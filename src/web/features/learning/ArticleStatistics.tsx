import { Segmented, Table } from 'antd';
import { articleStatistics, statisticKinds } from '#shared/contract/learning/articles.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { useAddress } from '#web/ui/useAddress.ts';
import styles from './articles.module.css';
import { durationText } from './duration-text.ts';

const spans = [7, 30, 90, 365] as const;

/** Statistics of articles: published, views, collections, comments and downloads. */
export function ArticleStatistics() {
  const t = useT();
  const { params, change } = useAddress();
  const kind = statisticKinds.find((one) => one === params.get('kind')) ?? 'views';
  const days = spans.find((one) => one === Number(params.get('days'))) ?? 30;
  // Rounded up to the hour, so that the query key stays stable.
  const to = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  const answer = useCall(
    articleStatistics.data,
    { kind, from: new Date(to - days * DAY_MS).toISOString(), to: new Date(to).toISOString() },
    { keepPrevious: true },
  );
  const timed = kind === 'views' || kind === 'ranking';
  return (
    <div className={styles.found}>
      <div className={styles.bar}>
        <Segmented
          value={kind}
          aria-label={t('articles.statistics_kind')}
          onChange={(one) => change({ kind: one })}
          options={statisticKinds.map((value) => ({ value, label: t(`articles.statistic_${value}`) }))}
        />
        <Segmented
          value={days}
          onChange={(one) => change({ days: one })}
          options={spans.map((value) => ({ value, label: t('articles.last_days', { count: value }) }))}
        />
      </div>
      <Answered answer={answer}>
        {({ total, data_info }) => (
          <Table
            size="small"
            rowKey="id"
            pagination={false}
            dataSource={data_info}
            footer={() => `${t('articles.statistic_total')} ${total}`}
            columns={[
              { key: 'name', dataIndex: 'name', title: t('articles.statistic_name') },
              {
                ...{ key: 'count', dataIndex: 'count', width: 160, align: 'right' as const },
                title: t(`articles.statistic_${kind}`),
              },
              ...(timed
                ? [
                    {
                      ...{ key: 'seconds', dataIndex: 'seconds', width: 160, align: 'right' as const },
                      title: t('articles.statistic_seconds'),
                      render: (seconds: number) => durationText(t, seconds),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </Answered>
    </div>
  );
}
