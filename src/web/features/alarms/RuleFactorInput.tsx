import { Form, Input, Select } from 'antd';
import { type RuleMeasure, ruleMeasures } from '#shared/domain/alarm-limits.ts';
import { factorLabel } from '#shared/domain/formula.ts';
import { pollutantFacts } from '#shared/domain/pollutants.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import type { Filter, FilterInputProps } from '#web/ui/FilterBar.tsx';
import { localName } from '#web/ui/local-name.ts';
import { searchedByWords } from '#web/ui/searched.ts';
import { type Factor, useEveryFactor } from '#web/widgets/useFactors.ts';
import { useSubjectChange } from './rule-form.ts';
import styles from './standards.module.css';

type Chosen = number | Exclude<RuleMeasure, 'value'>;

interface SubjectSelectProps {
  id?: string;
  className?: string;
  prefix?: React.ReactNode;
  placeholder: string;
  value: Chosen | undefined;
  onChange(chosen: Chosen | undefined): void;
}

/** Select of factors by kind and of derived measures; searchable by name, formula or code. */
function SubjectSelect({ onChange, ...props }: SubjectSelectProps) {
  const t = useT();
  const language = useLanguage();
  const all = useEveryFactor();
  const kinds = [...new Set(all.map(({ category }) => category))];
  const made = ruleMeasures.filter((measure) => measure !== 'value');
  return (
    <Select<Chosen>
      {...props}
      aria-label={t('alarmRules.component_id')}
      allowClear
      showSearch={searchedByWords}
      popupMatchSelectWidth={320}
      onChange={(chosen: Chosen | undefined) => onChange(chosen)}
      options={[
        ...kinds.slice(0, 1).map((kind) => ofKind(kind)),
        {
          label: t('alarmRules.calculated'),
          options: made.map((measure) => ({
            value: measure as Chosen,
            label: t(`alarmRules.measure_${measure}`),
            search: `${t(`alarmRules.measure_${measure}`)} ${measure}`,
          })),
        },
        ...kinds.slice(1).map((kind) => ofKind(kind)),
      ]}
    />
  );

  function ofKind(kind: Factor['category']) {
    return {
      label: t(`components.category_${kind}`),
      options: all
        .filter(({ category }) => category === kind)
        .map((factor) => ({
          value: factor.component_id as Chosen,
          label: factorLabel(localName(factor, 'component_name', language), factor.formula),
          search: searchedIn(factor),
        })),
    };
  }
}

function searchedIn(factor: Factor): string {
  const { component_name, component_name_en, component_key, formula, code_2017 } = factor;
  return [component_name, component_name_en, component_key, formula, code_2017].join(' ');
}

interface RuleFactorInputProps {
  id?: string;
  value?: number | null;
  onChange?(component_id: number | null): void;
}

/** Sets two fields at once: factor and measure. */
export function RuleFactorInput({ id, value, onChange }: RuleFactorInputProps) {
  const t = useT();
  const factors = useEveryFactor();
  const takeSubject = useSubjectChange();
  const measure: RuleMeasure = Form.useWatch('measure') ?? 'value';
  const ozone = factors.find(({ code_2017 }) => code_2017 === pollutantFacts.o3.code)?.component_id;
  const choose = (chosen: Chosen | undefined) => {
    const isFactor = typeof chosen !== 'string';
    const component_id = isFactor ? (chosen ?? null) : chosen === 'o3_8h' ? (ozone ?? null) : null;
    takeSubject({ measure: isFactor ? 'value' : chosen, component_id });
    onChange?.(component_id);
  };
  return (
    <>
      <Form.Item name="measure" noStyle hidden>
        <Input />
      </Form.Item>
      <SubjectSelect
        id={id}
        className={styles.wide}
        placeholder={t('common.please_select')}
        value={measure === 'value' ? (value ?? undefined) : measure}
        onChange={choose}
      />
    </>
  );
}

/** Filter by factor or derived measure. */
export const subjectFilter: Filter = { key: 'component_id', Input: SubjectFilter };

function SubjectFilter({ label, query, change }: FilterInputProps) {
  const t = useT();
  const measure = query.measure as RuleMeasure | undefined;
  return (
    <SubjectSelect
      className={styles.filter}
      prefix={<span className={styles.filterLabel}>{label}</span>}
      placeholder={t('common.all')}
      value={measure && measure !== 'value' ? measure : (query.component_id as number | undefined)}
      onChange={(chosen) =>
        change(
          typeof chosen === 'string'
            ? { measure: chosen, component_id: undefined }
            : { measure: undefined, component_id: chosen },
        )
      }
    />
  );
}
