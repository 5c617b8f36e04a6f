import type { MissingCompetence } from '#shared/contract/learning/competence.ts';
import type { T } from '#web/i18n.ts';
import { CallError } from './call-error.ts';
import type { ToastLink } from './toasts.ts';

/** Seconds: long enough to read the notice and click its link. */
export const LINK_SECONDS = 15;

/** The page that helps with a refusal. */
export function whereToGo(t: T, error: unknown): ToastLink | undefined {
  if (!(error instanceof CallError)) return undefined;
  return error.detail === 'in_use' ? whoUses(t, error) : whatToLearn(t, error);
}

/** List pages that can be filtered by a reference column, by referencing table. */
const lists: Readonly<Record<string, { path: string; by: readonly string[] }>> = {
  site: { path: '/siteconfigs/sites', by: ['product_id', 'project_id', 'agreement_id'] },
  user_account: { path: '/userconfigs/users', by: ['role_id'] },
};

function whoUses(t: T, { params, data }: CallError): ToastLink | undefined {
  const list = lists[String(params.by)];
  const { column, ids } = (data ?? {}) as { column?: string; ids?: readonly number[] };
  if (!list || !column || !list.by.includes(column) || ids?.length !== 1) return undefined;
  return { to: `${list.path}?${column}=${ids[0]}`, label: t('common.show_them') };
}

/** Link to the article for a missing certificate, or to its assessment. */
function whatToLearn(t: T, { detail, data }: CallError): ToastLink | undefined {
  if (!detail?.startsWith('competence_')) return undefined;
  const [missing] = (data as { missing: MissingCompetence[] }).missing;
  if (!missing) return undefined;
  return missing.learn_link
    ? { to: missing.learn_link, label: t('competence.to_learn') }
    : {
        to: `/learning/assessment?assessment=${missing.assessment_id}`,
        label: t('competence.to_assessment'),
      };
}
