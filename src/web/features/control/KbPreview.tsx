import { kbActions } from '#shared/contract/control/kb.ts';
import { useCall } from '#web/api/useCall.ts';
import { TimeChart } from '#web/charts/TimeChart.tsx';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import { showTime } from '#web/ui/show-time.ts';
import styles from './control.module.css';
import type { KbRow } from './kb-row.ts';

/** The hours of the last week as they are, and as they would be. */
export function KbPreview({ row, k, b }: { row: KbRow; k: number; b: number }) {
  const t = useT();
  const language = useLanguage();
  const { site_id, component_id, unit } = row;
  const { data } = useCall(kbActions.preview, { site_id, component_id, k, b }, { keepPrevious: true });
  if (!data) return null;
  const times = data.times.map((at) => Date.parse(at));
  const line = (name: string, values: (number | null)[], quiet: boolean) => ({
    ...{ name, decimals: 1, quiet },
    course: { times, low: values, doubtful: [] },
  });
  const name = `${row.site_name} ${localName(row, 'component_name', language)}`;
  return (
    <section>
      <h3>{t('kbValues.preview', { name })}</h3>
      {!data.before.known && <p className={styles.soft}>{t('kbValues.assumed')}</p>}
      <div className={styles.chart}>
        <TimeChart
          label={t('kbValues.preview', { name })}
          from={times[0] ?? 0}
          to={times.at(-1) ?? 0}
          nameOf={(at) => showTime(new Date(at).toISOString(), language)}
          panels={[
            {
              unit,
              lines: [
                line(t('kbValues.as_is'), data.values, true),
                line(t('kbValues.would_be'), data.after, false),
              ],
            },
          ]}
        />
      </div>
    </section>
  );
}
