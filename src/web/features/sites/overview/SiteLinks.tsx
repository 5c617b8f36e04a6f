import { Link } from 'react-router';
import { screenAt } from '#shared/menu.ts';
import { useT } from '#web/i18n.ts';
import { useMenu } from '#web/shell/useMenu.ts';
import type { ShortSite } from '#web/widgets/site-tree.ts';
import { Card } from './card.tsx';
import styles from './overview.module.css';
import { type LinkGroup, siteLinks } from './site-links.ts';

const groups: readonly LinkGroup[] = ['data', 'work', 'setup'];

/** Links to all permitted pages, filtered to this site. */
export function SiteLinks({ site }: { site: ShortSite }) {
  const t = useT();
  const { menu } = useMenu();
  const open = siteLinks(site).filter(({ to }) => menu?.permits(to.replace(/\?.*$/, '')));
  return (
    <Card title={t('siteOverview.links')}>
      {groups.map((group) => {
        const mine = open.filter((link) => link.group === group);
        if (mine.length === 0) return null;
        return (
          <nav key={group} className={styles.links} aria-label={t(`siteOverview.links_${group}`)}>
            <span className={styles.group}>{t(`siteOverview.links_${group}`)}</span>
            {mine.map(({ to }) => (
              <Link key={to} to={to}>
                {t.tx(`menu.${screenAt(to)?.screen.key ?? ''}`)}
              </Link>
            ))}
          </nav>
        );
      })}
    </Card>
  );
}
