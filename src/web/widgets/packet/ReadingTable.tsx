import type { ExplainedReading } from '#shared/contract/packets/packets.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import styles from './explained-packet.module.css';

/** Stored readings of a packet, by factor. */
export function ReadingTable({ readings }: { readings: readonly ExplainedReading[] }) {
  const t = useT();
  const language = useLanguage();
  const hasRange = readings.some(({ min, max }) => min !== null || max !== null);
  const flagText = (flag: string) => {
    const word = `wire.flag_${flag}`;
    return t.has(word) ? `${flag} · ${t.tx(word)}` : flag || '–';
  };
  return (
    <table className={`${styles.fields} ${styles.readings}`}>
      <thead>
        <tr>
          <th scope="col">{t('packetsPage.code')}</th>
          <th scope="col">{t('sitePage.factor')}</th>
          <th scope="col" className={styles.figure}>
            {t('packets.value')}
          </th>
          {hasRange && (
            <th scope="col" className={styles.figure}>
              {t('packetsPage.range')}
            </th>
          )}
          <th scope="col">{t('sitePage.unit')}</th>
          <th scope="col">{t('sitePage.flag')}</th>
        </tr>
      </thead>
      <tbody>
        {readings.map((reading) => (
          <tr key={reading.wire_code}>
            <th scope="row">
              <code>{reading.wire_code}</code>
            </th>
            <td className={styles.factor}>{nameOf(reading, language) ?? <i>{t('packets.unmapped')}</i>}</td>
            <td className={`${styles.figure} ${styles.stored}`}>
              {formatNumber(reading.value, reading.decimals) || '–'}
            </td>
            {hasRange && (
              <td className={styles.figure}>
                {[reading.min, reading.max]
                  .map((one) => formatNumber(one, reading.decimals) || '–')
                  .join(' – ')}
              </td>
            )}
            <td className={styles.unit}>{reading.unit}</td>
            <td>{flagText(reading.flag)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function nameOf({ component_name, component_name_en }: ExplainedReading, language: 'zh' | 'en') {
  return (language === 'en' && component_name_en) || component_name;
}
