import type { AnswerOf } from '#shared/contract/define.ts';
import type { home } from '#shared/contract/home/home.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import type { LinkState } from '#web/live/link-after.ts';
import type { Station } from '#web/network/network.ts';
import { Status } from '#web/ui/Status.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { Card } from './card.tsx';
import styles from './overview.module.css';

interface LinkCardProps {
  station: Station;
  link: LinkState;
  day: AnswerOf<typeof home.station> | undefined;
}

/** Connection state, last packet, finest data type, and the hours with data of the last 24. */
export function LinkCard({ station, link, day }: LinkCardProps) {
  const t = useT();
  const language = useLanguage();
  const hours = day?.factors.data_info ?? [];
  const has = Array.from({ length: 24 }, (_, i) => hours.some(({ counts }) => counts[i]));
  const summary = t('siteOverview.link_hours_of', { count: has.filter(Boolean).length });
  return (
    <Card
      title={t('siteOverview.link')}
      className={styles.link}
      tools={<Status tone={link.online ? 'good' : 'bad'}>{t(`sites.online_${link.online}`)}</Status>}
    >
      <dl className={styles.beside}>
        <div>
          <dt>{t('sitePage.last_packet')}</dt>
          <dd>{link.last_packet_at ? showTime(link.last_packet_at, language) : t('sitePage.never_heard')}</dd>
        </div>
        {station.data_type && (
          <div>
            <dt>{t('siteOverview.link_interval')}</dt>
            <dd>{t(`sitePage.data_type_${station.data_type}`)}</dd>
          </div>
        )}
        {day && (
          <div title={summary}>
            <dt>{t('siteOverview.link_hours')}</dt>
            <dd>
              <span className={styles.hours} role="img" aria-label={summary}>
                {has.map((is, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the index is the hour
                  <i key={i} data-there={is} />
                ))}
              </span>
            </dd>
          </div>
        )}
      </dl>
    </Card>
  );
}
