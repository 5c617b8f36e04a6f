import { Segmented } from 'antd';
import { useT } from '#web/i18n.ts';
import { MomentInput } from '#web/ui/MomentInput.tsx';
import styles from './correction.module.css';

export interface Span {
  /** True: applies to stored values too; false: from now on. */
  isBack: boolean;
  from?: string;
  to?: string;
}

export function CorrectionSpan({ value, onChange }: { value: Span; onChange(span: Span): void }) {
  const t = useT();
  const { isBack, from, to } = value;
  return (
    <div className={styles.bar}>
      <Segmented
        value={isBack ? 'back' : 'now'}
        onChange={(next) => onChange({ ...value, isBack: next === 'back' })}
        options={[
          { value: 'now', label: t('corrections.from_now') },
          { value: 'back', label: t('corrections.backwards') },
        ]}
      />
      {isBack && (
        <>
          <span className={styles.moment}>
            <MomentInput
              placeholder={t('corrections.from')}
              value={from}
              onChange={(at) => onChange({ ...value, from: at })}
            />
          </span>
          <span className={styles.moment}>
            <MomentInput
              placeholder={t('corrections.to')}
              value={to}
              onChange={(at) => onChange({ ...value, to: at })}
            />
          </span>
        </>
      )}
    </div>
  );
}
