import type { ShortSite } from '#web/widgets/site-tree.ts';

export type LinkGroup = 'data' | 'work' | 'setup';

interface SiteLink {
  group: LinkGroup;
  to: string;
  /** Limits the link to these site types. */
  of?: readonly ShortSite['site_type'][];
}

/** Pages that accept a site in their URL. */
export function siteLinks({ site_id, mn, site_type }: Pick<ShortSite, 'site_id' | 'mn' | 'site_type'>) {
  const wire = encodeURIComponent(mn);
  const air = ['air', 'mobile'] as const;
  const all: SiteLink[] = [
    { group: 'data', to: `/dataanalysis/historicaldata?sites=${site_id}` },
    { group: 'data', to: `/dataanalysis/comprehensivecharts?sites=${site_id}` },
    { group: 'data', to: `/dataanalysis/airindexforms?site_ids=${site_id}&period=hour`, of: air },
    { group: 'data', to: `/dataanalysis/goodrate?site_ids=${site_id}`, of: air },
    { group: 'data', to: `/dataanalysis/trackmap?sites=${site_id}`, of: ['mobile'] },
    { group: 'data', to: `/datareports/daily?site_ids=${site_id}` },
    { group: 'data', to: `/datareports/monthly?site_ids=${site_id}` },
    { group: 'work', to: `/alarmdatas/log?view=history&site_id=${site_id}` },
    { group: 'work', to: `/workorder/orders?site_id=${site_id}` },
    { group: 'work', to: `/countercharges/originaldata?mn=${wire}` },
    { group: 'work', to: `/countercharges/kbvalue?sites=${site_id}` },
    { group: 'work', to: `/countercharges/resupply?sites=${site_id}` },
    { group: 'work', to: `/countercharges/information?sites=${site_id}` },
    { group: 'setup', to: `/siteconfigs/sites?keyword=${wire}` },
    { group: 'setup', to: `/siteconfigs/devicefactors?site_id=${site_id}` },
    { group: 'setup', to: `/alarmdatas/standards?holding=${site_id}` },
  ];
  return all.filter(({ of }) => of?.includes(site_type) ?? true);
}
