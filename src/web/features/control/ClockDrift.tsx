import { useMemo } from 'react';
import { deviceInformation } from '#shared/contract/control/information.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { useCall } from '#web/api/useCall.ts';
import { TimeChart } from '#web/charts/TimeChart.tsx';
import { useLanguage, useT } from '#web/i18n.ts';
import { showTime } from '#web/ui/show-time.ts';
import { useCommandsChange } from '#web/widgets/command/useCommandsChange.ts';
import styles from './control.module.css';

const SHOWN_DAYS = 30;

/** Clock offset of a device at each reading. */
export function ClockDrift({ site_id }: { site_id: number }) {
  const t = useT();
  const language = useLanguage();
  const { from, to } = useMemo(() => {
    const now = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS + DAY_MS;
    return { from: now - SHOWN_DAYS * DAY_MS, to: now };
  }, []);
  const { data } = useCall(deviceInformation.drift, {
    site_id,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  });
  useCommandsChange([deviceInformation.drift], [site_id]);
  if (!data || data.data_info.length === 0) return null;
  const course = {
    times: data.data_info.map(({ at }) => Date.parse(at)),
    low: data.data_info.map(({ seconds }) => seconds),
    doubtful: [],
  };
  return (
    <section>
      <h3>{t('information.drift')}</h3>
      <div className={styles.chart}>
        <TimeChart
          label={t('information.drift')}
          from={from}
          to={to}
          nameOf={(at) => showTime(new Date(at).toISOString(), language)}
          panels={[{ unit: 's', lines: [{ name: t('information.drift'), decimals: 0, course }] }]}
        />
      </div>
    </section>
  );
}
