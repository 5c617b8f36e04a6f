import { Select } from 'antd';
import { roles } from '#shared/contract/access/roles.ts';
import { assessments } from '#shared/contract/learning/assessments.ts';
import { competence, competenceSubjects } from '#shared/contract/learning/competence.ts';
import { orderTypes } from '#shared/contract/work-orders/types.ts';
import { commandKindNames } from '#shared/domain/command-kinds.ts';
import { useT } from '#web/i18n.ts';
import { ResourceList } from '#web/pages/ResourcePage.tsx';
import { rowsOf } from '#web/ui/choices.tsx';
import type { Field } from '#web/ui/form-field.ts';
import { Status } from '#web/ui/Status.tsx';
import { searchedByLabel } from '#web/ui/searched.ts';
import styles from './exams.module.css';

const form: Field[] = [
  { key: 'subject', choices: competenceSubjects },
  {
    key: 'command_kind',
    editor: <KindInput />,
    when: ({ subject }) => subject === 'command',
    needed: () => true,
  },
  {
    key: 'order_type_id',
    choices: rowsOf(orderTypes, 'type_name'),
    when: ({ subject }) => subject === 'order_type',
    needed: () => true,
  },
  {
    key: 'role_id',
    choices: rowsOf(roles, 'role_name'),
    when: ({ subject }) => subject === 'role',
    needed: () => true,
  },
  { key: 'assessment_id', choices: rowsOf(assessments, 'assessment_name') },
  { key: 'enabled' },
  { key: 'remark', as: 'textarea' },
];

/** Actions that require a passed assessment. */
export function CompetenceList() {
  const t = useT();
  return (
    <ResourceList
      resource={competence}
      nameOf={({ subject, assessment_name }) => `${t(`competence.subject_${subject}`)} · ${assessment_name}`}
      columns={[
        {
          key: 'subject',
          show: ({ subject, command_kind, type_name, role_name }) => (
            <>
              {t(`competence.subject_${subject}`)}
              {' · '}
              <b>{command_kind ? t(`commandKinds.${command_kind}`) : (type_name ?? role_name)}</b>
            </>
          ),
        },
        { key: 'assessment_name', sortable: false },
        { key: 'holders', sortable: false },
        {
          key: 'enabled',
          show: ({ enabled }) => (
            <Status tone={enabled ? 'good' : 'quiet'}>{t(`competence.enabled_${enabled}`)}</Status>
          ),
        },
        'remark',
        { key: 'updated_at', rare: true },
      ]}
      filters={[{ key: 'subject', choices: competenceSubjects }]}
      form={form}
      start={{ subject: 'command' }}
      frame={(add, list) => (
        <>
          <p className={styles.soft}>{t('competence.hint')}</p>
          <div className={styles.add}>{add}</div>
          {list}
        </>
      )}
    />
  );
}

interface KindInputProps {
  id?: string;
  value?: string | null;
  onChange?(kind: string | null): void;
}

function KindInput({ id, value, onChange }: KindInputProps) {
  const t = useT();
  return (
    <Select
      id={id}
      showSearch={searchedByLabel}
      placeholder={t('common.please_select')}
      value={value}
      onChange={onChange}
      options={commandKindNames.map((kind) => ({ value: kind, label: t(`commandKinds.${kind}`) }))}
    />
  );
}
