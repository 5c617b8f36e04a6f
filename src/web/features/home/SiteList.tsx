import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { sites as siteTable } from '#shared/contract/sites.ts';
import { useT } from '#web/i18n.ts';
import { useMay } from '#web/shell/powers.ts';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { matchingSites } from '#web/ui/site-tree.ts';
import { useSites } from '#web/ui/useSites.ts';
import { SiteCard } from './SiteCard.tsx';
import styles from './site-list.module.css';
import { useNewest } from './useNewest.ts';

/** So many are looked through at a glance; the search finds the others. */
const shownAtOnce = 24;

/** The sites that one may see, with what they measure just now. */
export function SiteList() {
  const t = useT();
  const mayAdd = useMay(siteTable.add.needs);
  const [keyword, setKeyword] = useState('');
  const { sites, answer } = useSites();
  const found = matchingSites(sites, { keyword });
  const shown = found.slice(0, shownAtOnce);
  const { newestOf, isOnline } = useNewest(shown);
  if (!answer.data) {
    return answer.error ? (
      <ListError error={answer.error} onRetry={() => void answer.refetch()} />
    ) : (
      <ListSkeleton />
    );
  }
  if (sites.length === 0) {
    return (
      <section className={styles.empty}>
        {t('siteList.empty')}
        {mayAdd && <Link to="/siteconfigs/sites">{t('siteList.empty_add')}</Link>}
      </section>
    );
  }
  return (
    <section className={styles.sites}>
      <header>
        <h2>{t('siteList.title')}</h2>
        <span className={styles.soft}>
          {t('siteList.count', { online: sites.filter(isOnline).length, count: sites.length })}
        </span>
        <Input
          className={styles.search}
          prefix={<SearchOutlined aria-hidden />}
          placeholder={t('siteList.search')}
          aria-label={t('siteList.search')}
          allowClear
          value={keyword}
          onChange={({ target }) => setKeyword(target.value)}
        />
      </header>
      {shown.length === 0 && <p className={styles.soft}>{t('siteList.none')}</p>}
      <ul>
        {shown.map((site) => (
          <li key={site.site_id}>
            <Link to={`/sites/${encodeURIComponent(site.mn)}`}>
              <SiteCard site={site} online={isOnline(site)} values={newestOf(site.site_id)} />
            </Link>
          </li>
        ))}
      </ul>
      {found.length > shown.length && (
        <p className={styles.soft}>{t('siteList.more', { count: found.length - shown.length })}</p>
      )}
    </section>
  );
}
