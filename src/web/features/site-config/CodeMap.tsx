import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, Input, InputNumber } from 'antd';
import type { ReactElement } from 'react';
import { problemsOf } from '#shared/contract/problems.ts';
import { agreementCode } from '#shared/contract/site-config/agreements.ts';
import { components } from '#shared/contract/site-config/factors.ts';
import { useT } from '#web/i18n.ts';
import { ChoiceSelect, rowsOf } from '#web/ui/choices.tsx';
import styles from './code-map.module.css';

/** Row of the editor; may be incomplete. */
interface Line {
  wire_code: string;
  component_id?: number;
  scale: number | null;
  shift: number | null;
}

const blank: Line = { wire_code: '', scale: 1, shift: 0 };
const columns = ['wire_code', 'component_id', 'scale', 'shift'] as const;
const factors = rowsOf(components, 'component_name');

interface CodeMapProps {
  value?: readonly Line[];
  onChange?(lines: readonly Line[]): void;
}

/** Maps the device's own codes to factors. */
export function CodeMap({ value: lines = [], onChange }: CodeMapProps) {
  const t = useT();
  // Incomplete rows are marked only after an attempt to save.
  const isJudged = Form.Item.useStatus().status === 'error';
  const put = (at: number, changes: Partial<Line>) =>
    onChange?.(lines.map((line, index) => (index === at ? { ...line, ...changes } : line)));
  return (
    <>
      {lines.length > 0 && (
        <table className={styles.map}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {t(`agreements.${column}`)}
                </th>
              ))}
              <th scope="col" aria-label={t('common.actions')} />
            </tr>
          </thead>
          <tbody>
            {numbered(lines).map(({ line, at }) => (
              <CodeRow
                key={at}
                line={line}
                at={at}
                isJudged={isJudged}
                onChange={(changes) => put(at, changes)}
                onRemove={() => onChange?.(lines.filter((_line, index) => index !== at))}
              />
            ))}
          </tbody>
        </table>
      )}
      <Button size="small" icon={<PlusOutlined />} onClick={() => onChange?.([...lines, blank])}>
        {t('agreements.add_code')}
      </Button>
    </>
  );
}

interface CodeRowProps {
  line: Line;
  at: number;
  isJudged: boolean;
  onChange(changes: Partial<Line>): void;
  onRemove(): void;
}

function CodeRow({ line, at, isJudged, onChange, onRemove }: CodeRowProps) {
  const t = useT();
  const nameOf = (column: (typeof columns)[number]) => `${t(`agreements.${column}`)} ${at + 1}`;
  const cells: Record<(typeof columns)[number], ReactElement> = {
    wire_code: (
      <Input
        aria-label={nameOf('wire_code')}
        value={line.wire_code}
        onChange={({ target }) => onChange({ wire_code: target.value })}
      />
    ),
    component_id: (
      <ChoiceSelect
        name="agreements"
        field="component_id"
        choices={factors}
        placeholder={t('common.please_select')}
        value={line.component_id}
        onChange={(chosen) => onChange({ component_id: chosen as number | undefined })}
      />
    ),
    scale: (
      <InputNumber
        className={styles.number}
        aria-label={nameOf('scale')}
        value={line.scale}
        onChange={(scale) => onChange({ scale })}
      />
    ),
    shift: (
      <InputNumber
        className={styles.number}
        aria-label={nameOf('shift')}
        value={line.shift}
        onChange={(shift) => onChange({ shift })}
      />
    ),
  };
  const problems = isJudged ? problemsIn(line) : new Map<string, string>();
  return (
    <tr>
      {columns.map((column) => {
        const problem = problems.get(column);
        return (
          <td key={column}>
            <Form.Item
              className={styles.cell}
              validateStatus={problem && 'error'}
              help={problem && t.tx(`problems.${problem}`)}
            >
              {cells[column]}
            </Form.Item>
          </td>
        );
      })}
      <td>
        <Button
          type="text"
          icon={<DeleteOutlined />}
          aria-label={t('agreements.remove_code', { code: line.wire_code })}
          onClick={onRemove}
        />
      </td>
    </tr>
  );
}

function numbered(lines: readonly Line[]): { line: Line; at: number }[] {
  return lines.map((line, at) => ({ line, at }));
}

function problemsIn(line: Line): Map<string, string> {
  const { error } = agreementCode.safeParse(line, { reportInput: true });
  return new Map(error ? problemsOf(error).map(({ field, problem }) => [field, problem]) : []);
}
