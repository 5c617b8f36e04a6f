import { Select } from 'antd';
import { assessments } from '#shared/contract/learning/assessments.ts';
import { useMay } from '#web/api/powers.ts';
import { useCall } from '#web/api/useCall.ts';
import type { FilterInputProps } from '#web/ui/FilterBar.tsx';

function AssessmentFilter({ field, label, query, change }: FilterInputProps) {
  const may = useMay(assessments.list.needs);
  const rows = useCall(assessments.list, { page_size: 1000 }, { enabled: may }).data?.data_info;
  if (!may) return null;
  return (
    <Select
      aria-label={label}
      placeholder={label}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      style={{ minWidth: 200 }}
      value={query[field] === undefined ? null : Number(query[field])}
      onChange={(assessment_id) => change({ [field]: assessment_id ?? undefined })}
      options={rows?.map((one) => ({ value: one.assessment_id, label: one.assessment_name }))}
    />
  );
}

/** Filter by assessment, for users who may list them. */
export const assessmentFilter = { key: 'assessment_id', Input: AssessmentFilter };
