import { InputNumber, Table } from 'antd';
import { MOST_INTERFERENCE } from '#shared/domain/command-kinds.ts';
import { printedFormula } from '#shared/domain/formula.ts';
import type { CoefficientProblem } from '#shared/domain/interference.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import { showTime } from '#web/ui/show-time.ts';
import { FactorName } from '#web/widgets/FactorName.tsx';
import styles from './control.module.css';
import { cellOf, type Edits, type Interference, type MatrixFactor } from './matrix.ts';

interface MatrixTableProps {
  data: Interference;
  edits: Edits;
  problems: readonly CoefficientProblem[];
  /** Absent: read-only. */
  onChange?: ((component_id: number, other: number, c: number) => void) | undefined;
}

/** One row per measured factor, one column per interfering factor. */
export function MatrixTable({ data, edits, problems, onChange }: MatrixTableProps) {
  const t = useT();
  const language = useLanguage();
  const { factors, coefficients } = data;
  const known = new Map(coefficients.map((each) => [cellOf(each.component_id, each.other), each.c]));
  const troubled = new Set(problems.map(({ component_id, other }) => cellOf(component_id, other)));
  const nameOf = (factor: MatrixFactor) => localName(factor, 'component_name', language);
  const cell = (target: MatrixFactor, other: MatrixFactor) => {
    const key = cellOf(target.component_id, other.component_id);
    if (target.component_id === other.component_id) return '–';
    const value = edits.get(key) ?? known.get(key) ?? 0;
    // A row that was never read is unknown, not 0.
    if (!onChange) return target.at === null ? '–' : value;
    const isChanged = value !== (known.get(key) ?? 0);
    return (
      <InputNumber
        className={`${styles.coefficient} ${isChanged ? styles.changed : ''}`}
        aria-label={t('interference.coefficient', { target: nameOf(target), other: nameOf(other) })}
        size="small"
        controls={false}
        min={-MOST_INTERFERENCE}
        max={MOST_INTERFERENCE}
        step={0.01}
        status={troubled.has(key) ? 'error' : ''}
        value={value}
        onChange={(c) => onChange(target.component_id, other.component_id, c ?? 0)}
      />
    );
  };
  return (
    <Table<MatrixFactor>
      size="small"
      rowKey="component_id"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={factors.filter(({ category }) => category !== 'weather')}
      columns={[
        {
          title: t('interference.target'),
          fixed: 'left',
          render: (_value, factor) => <FactorName factor={factor} />,
        },
        ...factors.map((other) => ({
          key: String(other.component_id),
          title: printedFormula(other.formula) || nameOf(other),
          render: (_value: unknown, target: MatrixFactor) => cell(target, other),
        })),
        {
          title: t('interference.read_at'),
          render: (_value: unknown, { at, source }: MatrixFactor) => (
            <span className={styles.soft}>
              {at && source
                ? `${showTime(at, language)} ${t(`interference.source_${source}`)}`
                : t('interference.never')}
            </span>
          ),
        },
      ]}
    />
  );
}
