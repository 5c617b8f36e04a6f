import { DatePicker, Segmented } from 'antd';
import { useT } from '#web/i18n.ts';
import { fromPicker, toPicker } from '#web/ui/picker-time.ts';
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
          <DatePicker
            showTime
            placeholder={t('corrections.from')}
            value={from ? toPicker(from) : null}
            onChange={(at) => onChange({ ...value, from: fromPicker(at) })}
          />
          <DatePicker
            showTime
            placeholder={t('corrections.to')}
            value={to ? toPicker(to) : null}
            onChange={(at) => onChange({ ...value, to: fromPicker(at) })}
          />
        </>
      )}
    </div>
  );
}
