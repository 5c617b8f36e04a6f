import { Alert, Button } from 'antd';
import type { AnyListing } from '#shared/contract/resource.ts';
import { useT } from '#web/i18n.ts';
import styles from './conflict-hint.module.css';
import type { Difference } from './form-conflict.ts';
import { useShow } from './useShow.ts';

interface ConflictHintProps {
  name: string;
  /** Types of the columns, to format values. */
  kinds?: AnyListing['kinds'] | undefined;
  differences: readonly Difference[];
  onTake(difference: Difference): void;
}

/** Edit conflict: fields that somebody else saved first, beside the user's input. */
export function ConflictHint({ name, kinds, differences, onTake }: ConflictHintProps) {
  const t = useT();
  const show = useShow();
  const shown = (key: string, value: unknown) => show(name, key, value, kinds?.[key]);
  return (
    <Alert
      className={styles.notice}
      type="warning"
      showIcon
      title={t('lists.conflict_title')}
      description={
        differences.length === 0 ? (
          t('lists.conflict_same')
        ) : (
          <>
            <p className={styles.text}>{t('lists.conflict_text')}</p>
            <dl className={styles.differences}>
              {differences.map((difference) => (
                <div key={difference.key}>
                  <dt>{t.tx(`${name}.${difference.key}`)}</dt>
                  <dd>
                    <del>{shown(difference.key, difference.was)}</del>
                    <ins>{shown(difference.key, difference.theirs)}</ins>
                  </dd>
                  {'mine' in difference && (
                    <dd>
                      <span>{t('lists.conflict_yours')}</span>
                      <b>{shown(difference.key, difference.mine)}</b>
                      <Button type="link" size="small" onClick={() => onTake(difference)}>
                        {t('lists.conflict_take')}
                      </Button>
                    </dd>
                  )}
                </div>
              ))}
            </dl>
          </>
        )
      }
    />
  );
}
