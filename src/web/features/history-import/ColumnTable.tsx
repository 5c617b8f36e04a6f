import { Select, Table, type TableColumnsType } from 'antd';
import type {
  ImportFactor,
  ImportMapping,
  MappedRole,
} from '#shared/contract/history-import/history-import.ts';
import { letterOf } from '#shared/domain/column-letter.ts';
import { type FilePart, fileParts, type UnitConflict, unitConflicts } from '#shared/domain/file-columns.ts';
import { factorLabel } from '#shared/domain/formula.ts';
import type { Language } from '#shared/i18n/index.ts';
import { type T, useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import { searchedByWords } from '#web/ui/searched.ts';
import styles from './history-import.module.css';
import { type OpenedFile, withRole } from './mapping.ts';

interface ColumnTableProps {
  file: OpenedFile;
  mapping: ImportMapping;
  onChange(mapping: ImportMapping): void;
}

interface Column {
  at: number;
  heading: string;
  samples: string[];
  role: MappedRole;
  /** Why it was not mapped to the factor that its heading names. */
  conflict?: UnitConflict;
}

const rowRoles = ['time', 'site', 'data_type', 'ignored'] as const;
const samplesShown = 3;

/** Columns of the file with samples and their mapping. */
export function ColumnTable({ file, mapping, onChange }: ColumnTableProps) {
  const choose = (at: number, value: string | number, part: FilePart) =>
    onChange(
      withRole(
        mapping,
        at,
        typeof value === 'number'
          ? { as: 'value', component_id: value, part }
          : { as: value as (typeof rowRoles)[number] },
      ),
    );
  const columns = useMappingColumns(file.factors, choose);
  return (
    <Table<Column>
      className={styles.table}
      size="small"
      rowKey="at"
      pagination={false}
      scroll={{ y: 320 }}
      dataSource={fileColumns(file, mapping)}
      rowClassName={({ role }) => (role.as === 'ignored' ? (styles.ignored ?? '') : '')}
      columns={columns}
    />
  );
}

/** Columns of the file with samples of the rows below the headings. */
function fileColumns(file: OpenedFile, mapping: ImportMapping): Column[] {
  const below = file.lines.filter(({ row }) => row > mapping.heading_row);
  const headings = file.lines.find(({ row }) => row === mapping.heading_row)?.cells ?? [];
  const conflicts = unitConflicts(headings, file.factors);
  return mapping.columns.map((role, at): Column => {
    const samples = below.map(({ cells }) => cells[at] ?? '').filter((cell) => cell.trim() !== '');
    const conflict = role.as === 'ignored' ? conflicts[at] : undefined;
    return { at, heading: headings[at] ?? '', samples: samples.slice(0, samplesShown), role, conflict };
  });
}

function useMappingColumns(
  factors: readonly ImportFactor[],
  choose: (at: number, value: string | number, part: FilePart) => void,
): TableColumnsType<Column> {
  const t = useT();
  const language = useLanguage();
  const options = meanings(t, language, factors);
  const unitOf = new Map(factors.map(({ component_id, unit }) => [component_id, unit]));
  return [
    {
      key: 'heading',
      title: t('historyImport.column'),
      width: '30%',
      ellipsis: true,
      render: (_value, { heading, at }) => (
        <span title={heading}>
          <small className={styles.letter}>{letterOf(at)}</small> {heading}
        </span>
      ),
    },
    {
      key: 'samples',
      title: t('historyImport.sample'),
      width: '24%',
      ellipsis: true,
      render: (_value, { samples }) => <span className={styles.soft}>{samples.join(' · ') || '–'}</span>,
    },
    {
      key: 'meaning',
      title: t('historyImport.meaning'),
      render: (_value, { at, heading, role, conflict }) => (
        <>
          <Select<string | number>
            className={styles.meaning}
            size="small"
            aria-label={`${t('historyImport.meaning')} ${heading}`}
            value={role.as === 'value' ? role.component_id : role.as}
            popupMatchSelectWidth={320}
            showSearch={searchedByWords}
            options={options}
            onChange={(value) => choose(at, value, role.as === 'value' ? role.part : 'avg')}
          />
          {conflict && (
            <small className={styles.conflict}>
              {conflict.unit
                ? t('historyImport.other_unit', { said: conflict.said, unit: conflict.unit })
                : t('historyImport.no_unit', { said: conflict.said })}
            </small>
          )}
        </>
      ),
    },
    {
      key: 'part',
      title: t('historyImport.part'),
      width: 220,
      render: (_value, { at, heading, role }) =>
        role.as === 'value' && (
          <span className={styles.part}>
            <Select<FilePart>
              size="small"
              aria-label={`${t('historyImport.part')} ${heading}`}
              value={role.part}
              popupMatchSelectWidth={180}
              options={fileParts.map((part) => ({ value: part, label: t(`historyImport.part_${part}`) }))}
              onChange={(part) => choose(at, role.component_id, part)}
            />
            <small className={styles.soft}>{role.part !== 'flag' && unitOf.get(role.component_id)}</small>
          </span>
        ),
    },
  ];
}

function meanings(t: T, language: Language, factors: readonly ImportFactor[]) {
  const kinds = [...new Set(factors.map(({ category }) => category))];
  return [
    {
      label: t('historyImport.role_group'),
      options: rowRoles.map((as) => ({
        value: as as string | number,
        label: t(`historyImport.role_${as}`),
        search: t(`historyImport.role_${as}`),
      })),
    },
    ...kinds.map((kind) => ({
      label: t.tx(`components.category_${kind}`),
      options: factors
        .filter(({ category }) => category === kind)
        .map((factor) => ({
          value: factor.component_id as string | number,
          label: factorLabel(localName(factor, 'component_name', language), factor.formula),
          search: [
            factor.component_name,
            factor.component_name_en,
            factor.component_key,
            factor.formula,
            factor.code_2017,
            factor.code_2005,
          ].join(' '),
        })),
    })),
  ];
}
