import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, HolderOutlined } from '@ant-design/icons';
import { Button, Form, InputNumber } from 'antd';
import { useState } from 'react';
import { useT } from '#web/i18n.ts';
import { EmptyState } from '#web/ui/ListStates.tsx';
import { FactorName } from '#web/widgets/FactorName.tsx';
import styles from './device-factors.module.css';
import { type FactorLine, type Figure, type LineFactor, moved, problemsIn } from './factor-lines.ts';

const figures = [
  'decimals',
  'range_min',
  'range_max',
  'k',
  'b',
  'interval_seconds',
] as const satisfies readonly Figure[];

interface FactorTableProps {
  lines: readonly FactorLine[];
  /** Default interval of the site. */
  interval: number;
  /** Problems are shown only after an attempt to save. */
  judged: boolean;
  disabled: boolean;
  /** Read-only without permission to set K and B. */
  kbDisabled: boolean;
  factorOf(component_id: number): LineFactor | undefined;
  nameOf(component_id: number): string;
  onChange(lines: FactorLine[]): void;
}

export function FactorTable(props: FactorTableProps) {
  const { lines, disabled, onChange } = props;
  const t = useT();
  const [dragged, setDragged] = useState<number>();
  if (lines.length === 0) {
    return <EmptyState title={t('deviceFactors.none')} hint={t('deviceFactors.none_hint')} />;
  }
  const dragOver = (at: number) => {
    if (dragged === undefined || dragged === at) return;
    onChange(moved(lines, dragged, at));
    setDragged(at);
  };
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {!disabled && <th scope="col" aria-label={t('components.sort')} className={styles.order} />}
            <th scope="col">{t('deviceFactors.factor')}</th>
            <th scope="col">{t('deviceFactors.unit')}</th>
            {figures.map((figure) => (
              <th key={figure} scope="col" className={styles.figure}>
                {t(`deviceFactors.${figure}`)}
              </th>
            ))}
            {!disabled && <th scope="col" aria-label={t('common.actions')} className={styles.last} />}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <FactorRow
              key={line.component_id}
              {...props}
              line={line}
              at={at}
              isDragged={dragged === at}
              onDrag={setDragged}
              onDragOver={() => dragOver(at)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface FactorRowProps extends FactorTableProps {
  line: FactorLine;
  at: number;
  isDragged: boolean;
  onDrag(at: number | undefined): void;
  onDragOver(): void;
}

function FactorRow(props: FactorRowProps) {
  const { lines, line, at, interval, judged, disabled, kbDisabled, factorOf, nameOf, onChange } = props;
  const { isDragged, onDrag, onDragOver } = props;
  const t = useT();
  const factor = factorOf(line.component_id);
  const name = nameOf(line.component_id);
  const problems = judged ? problemsIn(line) : undefined;
  const put = (changes: Partial<FactorLine>) => onChange(lines.with(at, { ...line, ...changes }));
  return (
    <tr
      className={isDragged ? styles.dragged : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        onDragOver();
      }}
    >
      {!disabled && (
        <td className={styles.order}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow buttons do the same by keyboard */}
          <span
            className={styles.handle}
            draggable
            title={t('deviceFactors.drag', { name })}
            onDragStart={() => onDrag(at)}
            onDragEnd={() => onDrag(undefined)}
          >
            <HolderOutlined aria-hidden />
          </span>
          <Button
            type="text"
            size="small"
            icon={<ArrowUpOutlined />}
            aria-label={t('lists.move_up', { name })}
            disabled={at === 0}
            onClick={() => onChange(moved(lines, at, at - 1))}
          />
          <Button
            type="text"
            size="small"
            icon={<ArrowDownOutlined />}
            aria-label={t('lists.move_down', { name })}
            disabled={at === lines.length - 1}
            onClick={() => onChange(moved(lines, at, at + 1))}
          />
        </td>
      )}
      <td className={styles.name}>{factor ? <FactorName factor={factor} /> : name}</td>
      <td className={styles.soft}>{factor?.unit || '–'}</td>
      {figures.map((figure) => {
        const problem = problems?.get(figure);
        const standard = figure === 'interval_seconds' ? interval : standardOf(factor, figure);
        return (
          <td key={figure}>
            <Form.Item
              className={styles.cell}
              validateStatus={problem && 'error'}
              help={problem && t.tx(`problems.${problem.problem}`, problem.params)}
            >
              <InputNumber
                className={styles.input}
                aria-label={t('deviceFactors.line', { column: t(`deviceFactors.${figure}`), name })}
                // The factor's default, used if the site sets nothing.
                placeholder={standard === null ? t('deviceFactors.unlimited') : String(standard)}
                controls={false}
                disabled={disabled || (kbDisabled && (figure === 'k' || figure === 'b'))}
                value={line[figure]}
                onChange={(value) => put({ [figure]: value })}
              />
            </Form.Item>
          </td>
        );
      })}
      {!disabled && (
        <td className={styles.last}>
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label={t('deviceFactors.remove', { name })}
            onClick={() => onChange(lines.toSpliced(at, 1))}
          />
        </td>
      )}
    </tr>
  );
}

function standardOf(
  factor: LineFactor | undefined,
  figure: Exclude<Figure, 'interval_seconds'>,
): number | null {
  return !factor || figure === 'k' || figure === 'b' ? null : factor[figure];
}
