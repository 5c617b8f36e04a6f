import { EditOutlined, EnvironmentOutlined } from '@ant-design/icons';
import { Link } from 'react-router';
import type { AnswerOf } from '#shared/contract/define.ts';
import { sites } from '#shared/contract/sites/sites.ts';
import { useMay } from '#web/api/powers.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { localName } from '#web/ui/local-name.ts';
import { useShow } from '#web/ui/useShow.ts';
import type { ShortSite } from '#web/widgets/site-tree.ts';
import styles from './site-page.module.css';

type Site = AnswerOf<typeof sites.list>['data_info'][number];

const groups: Record<'place' | 'device' | 'water' | 'other', readonly (keyof Site & string)[]> = {
  device: [
    'mn',
    'site_type',
    'agreement_name',
    'product_name',
    'interval_seconds',
    'factor_count',
    'power_supply',
    'sim_number',
    'device_number',
    'hmi_number',
    'has_secret',
    'pw_checked',
    'virtual_data',
  ],
  place: ['province_name', 'city_name', 'area_name', 'block_name', 'address', 'longitude', 'latitude'],
  water: ['basin_name', 'river_system', 'section_attribute', 'water_quality_type', 'water_pollution_level'],
  other: ['project_name', 'started_on', 'last_packet_at', 'created_at', 'updated_at', 'demo'],
};

/** All fields of the site, read-only, with a link to edit them. */
export function SiteInfoTab({ site: { site_id, site_type } }: { site: ShortSite }) {
  const t = useT();
  const mayEdit = useMay(sites.edit.needs);
  const answer = useCall(sites.list, { site_id });
  const site = answer.data?.data_info[0];
  if (!site) {
    return answer.error ? (
      <ListError error={answer.error} onRetry={() => void answer.refetch()} />
    ) : (
      <ListSkeleton />
    );
  }
  const shown = (['device', 'place', 'water', 'other'] as const).filter(
    (group) => group !== 'water' || site_type === 'water',
  );
  return (
    <div className={styles.groups}>
      {shown.map((group) => (
        <section key={group} className={styles.group}>
          <h2>{t(`sitePage.info_${group}`)}</h2>
          <dl>
            {groups[group].map((key) => (
              <Field key={key} site={site} field={key} />
            ))}
          </dl>
          {group === 'place' && <MapLink site={site} />}
          {group === 'device' && mayEdit && (
            <Link to={`/siteconfigs/sites?keyword=${encodeURIComponent(site.mn)}`}>
              <EditOutlined /> {t('sitePage.edit')}
            </Link>
          )}
        </section>
      ))}
    </div>
  );
}

function Field({ site, field }: { site: Site; field: keyof Site & string }) {
  const t = useT();
  const show = useShow();
  const language = useLanguage();
  const unit = `sites.${field}_unit`;
  const kind = sites.kinds[field];
  return (
    <>
      <dt>{t.tx(`sites.${field}`)}</dt>
      <dd>
        {show('sites', field, kind === 'text' ? localName(site, field, language) : site[field], kind)}{' '}
        {t.has(unit) ? t.tx(unit) : ''}
      </dd>
    </>
  );
}

function MapLink({ site: { longitude, latitude, mn } }: { site: Site }) {
  const t = useT();
  if (longitude === null || latitude === null) return null;
  return (
    <Link to={`/homepages?mn=${encodeURIComponent(mn)}`}>
      <EnvironmentOutlined /> {t('sitePage.on_map')}
    </Link>
  );
}
