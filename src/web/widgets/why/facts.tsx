import type { WhyCell } from '#shared/contract/reports/reports.ts';
import { useT } from '#web/i18n.ts';
import styles from './why.module.css';

/** Source of a value. */
export function ValueOriginMark({ of }: { of: string }) {
  const t = useT();
  const word = `sitePage.origin_${of}`;
  return t.has(word) ? <small className={styles.soft}>{t.tx(word)}</small> : null;
}

/** Data coverage of a value: counted, expected and needed. */
export function Coverage({
  counted,
  valid,
  expected,
  needed,
}: Pick<WhyCell, 'counted' | 'valid' | 'expected' | 'needed'>) {
  const t = useT();
  // An hourly value sent by the device has no parts to count.
  const isWhole = counted === 'values' && expected === 1 && valid === 1;
  const need = needed === null ? t('why.no_rule') : t(`why.needed_${counted}`, { needed });
  return (
    <>
      <dt>{t('why.coverage')}</dt>
      <dd className={needed !== null && valid < needed ? styles.short : undefined}>
        {isWhole ? t('why.one_value') : `${t(`why.${counted}`, { valid, expected })}${need}`}
      </dd>
    </>
  );
}
