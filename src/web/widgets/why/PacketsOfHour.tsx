import { Link } from 'react-router';
import { packets } from '#shared/contract/packets/packets.ts';
import type { WhyCell } from '#shared/contract/reports/reports.ts';
import { explain } from '#web/api/explain.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { heldOf, packetsOf, packetsQuestion } from './why-links.ts';

/** Link to the packets of an hour, or the reason why there are none. */
export function PacketsOfHour({
  why: { site, unpacked },
  hour,
}: {
  why: Pick<WhyCell, 'site' | 'unpacked'>;
  hour: string;
}) {
  const t = useT();
  const question = packetsQuestion(site, hour, 'hour');
  const answer = useCall(
    packets.list,
    { ...question, page_size: 1 },
    { enabled: unpacked?.searchable === true },
  );
  const isThere = (answer.data?.total ?? 0) > 0;
  if (!unpacked || (unpacked.searchable && answer.isPending)) return null;
  return (
    <>
      <dt>{t('why.source')}</dt>
      <dd>
        {unpacked.why === 'corrected' ? (
          <>
            {t(unpacked.held > 0 ? 'why.packets_corrected' : 'why.packets_corrected_gone')}{' '}
            {unpacked.held > 0 && <Link to={heldOf(site, hour)}>{t('why.held')}</Link>}{' '}
            {isThere && <Link to={packetsOf(site, hour, 'hour')}>{t('why.packets')}</Link>}
          </>
        ) : answer.error ? (
          // The query failed: it is unknown whether there are any.
          explain(t, answer.error)
        ) : isThere ? (
          <Link to={packetsOf(site, hour, 'hour')}>{t('why.packets')}</Link>
        ) : (
          t(`why.packets_${unpacked.why}`, { days: unpacked.days ?? 0 })
        )}
      </dd>
    </>
  );
}
