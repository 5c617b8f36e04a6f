import { Segmented, Tag, Timeline } from 'antd';
import type { AnswerOf } from '#shared/contract/define.ts';
import { versions, versionType } from '#shared/contract/platform/versions.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { EmptyState, ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { localName } from '#web/ui/local-name.ts';
import { Page } from '#web/ui/Page.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { useAddress } from '#web/ui/useAddress.ts';
import styles from './version-details.module.css';

type Version = AnswerOf<typeof versions.list>['data_info'][number];

/** Release notes of each version. */
export function VersionDetailsPage() {
  const t = useT();
  const language = useLanguage();
  const { params, change } = useAddress();
  const version_type = versionType.safeParse(params.get('version_type')).data;
  const { data, error, refetch } = useCall(versions.list, { page_size: 200, version_type });
  const rows = data?.data_info;
  // Sorted newest first; each type has its own newest version.
  const isNewest = (row: Version) => rows?.find((one) => one.version_type === row.version_type) === row;
  return (
    <Page
      hint={t('versions.details_hint')}
      actions={
        <Segmented
          value={version_type ?? 'all'}
          options={[
            { value: 'all', label: t('versions.all_types') },
            ...versionType.options.map((type) => ({
              value: type,
              label: t(`versions.version_type_${type}`),
            })),
          ]}
          onChange={(chosen) => change({ version_type: chosen === 'all' ? undefined : chosen })}
        />
      }
    >
      <section className={styles.sheet}>
        {error && !rows ? (
          <ListError error={error} onRetry={() => void refetch()} />
        ) : !rows ? (
          <ListSkeleton />
        ) : rows.length === 0 ? (
          <EmptyState title={t('versions.none')} hint={t('versions.none_hint')} />
        ) : (
          <Timeline
            items={rows.map((row) => ({
              key: row.version_id,
              color: isNewest(row) ? 'var(--accent-text)' : 'var(--line-strong)',
              content: (
                <article>
                  <h2 className={styles.head}>
                    {row.version_number}
                    <Tag>{t(`versions.version_type_${row.version_type}`)}</Tag>
                    {isNewest(row) && <Tag className={styles.newest}>{t('versions.newest')}</Tag>}
                    <time dateTime={row.created_at}>{showTime(row.created_at, language)}</time>
                  </h2>
                  <p className={styles.text}>{localName(row, 'version_text', language)}</p>
                </article>
              ),
            }))}
          />
        )}
      </section>
    </Page>
  );
}
