import type { AnswerOf } from '#shared/contract/define.ts';
import { pushSecrets } from '#shared/contract/sites/push.ts';
import { siteActions, type sites } from '#shared/contract/sites/sites.ts';
import { useMay } from '#web/api/powers.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import type { Action } from '#web/ui/actions.tsx';

export type Site = AnswerOf<typeof sites.list>['data_info'][number];

interface SiteDialogs {
  onCopy(site: Site): void;
  onPush(site: Site): void;
}

/** Row actions of a site besides editing. */
export function useSiteActions({ onCopy, onPush }: SiteDialogs): (site: Site) => Action[] {
  const t = useT();
  const toast = useToast();
  const mayCopy = useMay(siteActions.copy.needs);
  const mayPush = useMay(pushSecrets.get.needs);
  const usage = useAction(siteActions.simUsage);
  const showUsage = async ({ site_id, site_name }: Site) => {
    const { used_mb, total_mb } = await usage.run({ site_id });
    const total = total_mb ?? '–';
    toast.success(t('sites.sim_usage_text', { name: site_name, used: used_mb, total }));
  };
  return (site) => [
    { label: t('sites.set_factors'), to: `/siteconfigs/devicefactors?site_id=${site.site_id}` },
    ...(mayCopy ? [{ label: t('sites.copy'), run: () => onCopy(site) }] : []),
    ...(mayPush ? [{ label: t('pushSecret.open'), run: () => onPush(site) }] : []),
    ...(site.sim_number ? [{ label: t('sites.sim_usage'), run: () => showUsage(site) }] : []),
  ];
}
