import { Alert, Button, Select } from 'antd';
import { useState } from 'react';
import { CONTROL_MINUTES, controlLease } from '#shared/contract/control/lease.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { showTime } from '#web/ui/show-time.ts';
import styles from './command.module.css';
import { commandReads } from './command-reads.ts';

const lengths = [10, CONTROL_MINUTES, 60, 120, 480];

/** Control lease of the selected devices, with the button that opens or closes it. */
export function ControlBar({ site_ids }: { site_ids: readonly number[] }) {
  const t = useT();
  const language = useLanguage();
  const [minutes, setMinutes] = useState(CONTROL_MINUTES);
  const mayOpen = useMay(controlLease.open.needs);
  const asked = { site_ids: [...site_ids] };
  const leases = useCall(controlLease.data, asked, { enabled: site_ids.length > 0, refetchMs: 30_000 });
  const opening = useAction(controlLease.open, { refresh: commandReads });
  const closing = useAction(controlLease.close, { refresh: commandReads });
  if (site_ids.length === 0 || !leases.data) return null;
  const mine = leases.data.data_info.filter((lease) => lease.mine);
  const others = leases.data.data_info.filter((lease) => !lease.mine);
  const held = new Set(leases.data.data_info.map(({ site_id }) => site_id));
  const closed = site_ids.filter((site_id) => !held.has(site_id));
  const until = mine[0] ? showTime(mine[0].until_at, language) : '';
  const says = [
    ...(mine.length > 0 ? [t('controlLease.on', { until })] : []),
    ...(closed.length > 0
      ? [
          closed.length === site_ids.length
            ? t('controlLease.off')
            : t('controlLease.off_some', { closed: closed.length, total: site_ids.length }),
        ]
      : []),
    ...(others[0]
      ? [
          t('controlLease.held', {
            name: others[0].real_name,
            count: others.length,
            until: showTime(others[0].until_at, language),
          }),
        ]
      : []),
  ];
  return (
    <Alert
      className={styles.bar}
      classNames={{ section: styles.said }}
      type={closed.length === 0 && others.length === 0 ? 'success' : 'warning'}
      showIcon
      title={says.join(' · ')}
      action={
        mayOpen && (
          <span className={styles.tools}>
            {closed.length > 0 && (
              <>
                <Select
                  aria-label={t('controlLease.minutes')}
                  value={minutes}
                  onChange={setMinutes}
                  options={lengths.map((value) => ({
                    value,
                    label: t('controlLease.minutes_of', { count: value }),
                  }))}
                />
                <Button
                  type="primary"
                  loading={opening.pending}
                  onClick={() => void opening.run({ site_ids: closed, minutes }).catch(() => undefined)}
                >
                  {t('controlLease.open')}
                </Button>
              </>
            )}
            {mine.length > 0 && (
              <Button
                loading={closing.pending}
                onClick={() =>
                  void closing.run({ site_ids: mine.map(({ site_id }) => site_id) }).catch(() => undefined)
                }
              >
                {t('controlLease.close')}
              </Button>
            )}
          </span>
        )
      }
    />
  );
}
