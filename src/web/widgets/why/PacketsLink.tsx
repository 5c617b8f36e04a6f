import { Link } from 'react-router';
import { packets } from '#shared/contract/packets/packets.ts';
import type { ReportSite } from '#shared/contract/reports/reports.ts';
import { explain } from '#web/api/explain.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { packetsOf, packetsQuestion } from './why-links.ts';

interface PacketsLinkProps {
  site: Pick<ReportSite, 'site_id'>;
  ts: string;
}

/** Link to the packets of a value; a dash if none are stored, the reason if the query fails. */
export function PacketsLink({ site, ts }: PacketsLinkProps) {
  const t = useT();
  const answer = useCall(packets.list, { ...packetsQuestion(site, ts, 'minute'), page_size: 1 });
  if (answer.isPending) return null;
  if (answer.error) return explain(t, answer.error);
  if (!answer.data?.total) return '–';
  return <Link to={packetsOf(site, ts, 'minute')}>{t('why.packets')}</Link>;
}
