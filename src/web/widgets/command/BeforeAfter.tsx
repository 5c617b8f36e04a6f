import { TimeChart } from '#web/charts/TimeChart.tsx';
import { useLanguage, useT } from '#web/i18n.ts';
import { showTime } from '#web/ui/show-time.ts';
import styles from './command.module.css';

interface BeforeAfterProps {
  title: string;
  unit: string;
  /** Shown if the current values of the device are unknown. */
  note?: string | false;
  data: { times: string[]; values: (number | null)[]; after: (number | null)[] };
}

/** Hourly values before and after a change of coefficients. */
export function BeforeAfter({ title, unit, note, data }: BeforeAfterProps) {
  const t = useT();
  const language = useLanguage();
  if (data.values.every((value) => value === null))
    return (
      <section>
        <h3>{title}</h3>
        {note && <p className={styles.soft}>{note}</p>}
        <p className={styles.soft}>{t('commands.no_week')}</p>
      </section>
    );
  const times = data.times.map((at) => Date.parse(at));
  const line = (name: string, values: (number | null)[], quiet: boolean) => ({
    ...{ name, decimals: 1, quiet },
    course: { times, low: values, doubtful: [] },
  });
  return (
    <section>
      <h3>{title}</h3>
      {note && <p className={styles.soft}>{note}</p>}
      <div className={styles.chart}>
        <TimeChart
          label={title}
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
