import { Select } from 'antd';
import { assessmentActions, assessmentStates, assessments } from '#shared/contract/learning/assessments.ts';
import { papers } from '#shared/contract/learning/papers.ts';
import { sittings } from '#shared/contract/learning/sittings.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ResourceList } from '#web/pages/ResourcePage.tsx';
import type { Action } from '#web/ui/actions.tsx';
import { rowsOf } from '#web/ui/choices.tsx';
import type { Field } from '#web/ui/form-field.ts';
import { localName } from '#web/ui/local-name.ts';
import { MomentInput } from '#web/ui/MomentInput.tsx';
import { Status, type StatusTone } from '#web/ui/Status.tsx';
import { searchedByLabel } from '#web/ui/searched.ts';
import styles from './exams.module.css';

const tones: Record<(typeof assessmentStates)[number], StatusTone> = {
  draft: 'quiet',
  open: 'good',
  closed: 'notice',
};

const form: Field[] = [
  { key: 'assessment_name' },
  { key: 'paper_id', choices: rowsOf(papers, 'paper_name') },
  { key: 'description', as: 'textarea' },
  { key: 'learn_link' },
  { key: 'opens_at', editor: <MomentInput />, section: 'rules', side: 'left' },
  { key: 'closes_at', editor: <MomentInput />, side: 'right' },
  { key: 'minutes', side: 'left' },
  { key: 'attempts', side: 'right' },
  { key: 'pass_percent', side: 'left' },
  { key: 'valid_days', side: 'right' },
  { key: 'marks', choices: ['at_once', 'after_check'], section: 'marks' },
  {
    key: 'checker_id',
    editor: <PeopleInput of="checkers" />,
    when: ({ marks }) => marks === 'after_check',
    needed: () => true,
  },
  { key: 'answers_shown', choices: ['with_marks', 'after_close', 'never'] },
  { key: 'role_ids', editor: <PeopleInput of="roles" />, section: 'who' },
  { key: 'user_group_ids', editor: <PeopleInput of="groups" /> },
  { key: 'user_ids', editor: <PeopleInput of="users" /> },
];

/** All assessments, with actions to open and close them. */
export function AssessmentList() {
  const t = useT();
  const mayWrite = useMay(assessmentActions.setState.needs);
  const refresh = [assessments.list, sittings.mine];
  const opening = useAction(assessmentActions.setState, { refresh, done: 'assessments.opened' });
  const closing = useAction(assessmentActions.setState, { refresh, done: 'assessments.closed' });
  return (
    <ResourceList
      resource={assessments}
      columns={[
        'assessment_name',
        {
          key: 'state',
          show: ({ state }) => <Status tone={tones[state]}>{t(`assessments.state_${state}`)}</Status>,
        },
        { key: 'paper_name', sortable: false },
        'minutes',
        'pass_percent',
        { key: 'sittings', sortable: false },
        { key: 'waiting', sortable: false },
        { key: 'passed', sortable: false },
        { key: 'opens_at', rare: true },
        'closes_at',
        { key: 'attempts', rare: true },
        { key: 'valid_days', rare: true },
        { key: 'marks', rare: true },
        { key: 'checker_name', rare: true, sortable: false },
        { key: 'updated_at', rare: true },
      ]}
      filters={[
        { key: 'state', choices: assessmentStates },
        { key: 'paper_id', choices: rowsOf(papers, 'paper_name') },
      ]}
      form={form}
      formWidth={600}
      rowActions={({ assessment_id, assessment_name, state }): Action[] => [
        ...(mayWrite && state !== 'open'
          ? [{ label: t('assessments.open'), run: () => opening.run({ assessment_id, state: 'open' }) }]
          : []),
        ...(mayWrite && state === 'open'
          ? [
              {
                label: t('assessments.close'),
                question: {
                  title: t('assessments.close_title', { name: assessment_name }),
                  text: t('assessments.close_text'),
                  ok: t('assessments.close'),
                },
                run: () => closing.run({ assessment_id, state: 'closed' }),
              },
            ]
          : []),
        { label: t('assessments.results'), to: `/learning/scores?assessment_id=${assessment_id}` },
      ]}
      frame={(add, list) => (
        <>
          <div className={styles.add}>{add}</div>
          {list}
        </>
      )}
    />
  );
}

interface PeopleInputProps {
  id?: string;
  of: 'checkers' | 'roles' | 'groups' | 'users';
  value?: number | number[] | null;
  onChange?(value: number | number[] | null): void;
}

function PeopleInput({ id, of, value, onChange }: PeopleInputProps) {
  const t = useT();
  const language = useLanguage();
  const may = useMay(assessmentActions.people.needs);
  const people = useCall(assessmentActions.people, {}, { enabled: may }).data;
  const user = ({
    user_id,
    real_name,
    account,
  }: {
    user_id: number;
    real_name: string;
    account: string;
  }) => ({
    value: user_id,
    label: `${real_name} (${account})`,
  });
  const options = {
    checkers: people?.users.filter(({ checks }) => checks).map(user),
    users: people?.users.map(user),
    roles: people?.roles.map((role) => ({
      value: role.role_id,
      label: localName(role, 'role_name', language),
    })),
    groups: people?.groups.map((group) => ({ value: group.user_group_id, label: group.user_group_name })),
  }[of];
  return (
    <Select
      id={id}
      mode={of === 'checkers' ? undefined : 'multiple'}
      allowClear
      placeholder={of === 'checkers' ? t('common.please_select') : t('assessments.everybody')}
      value={value as never}
      onChange={(chosen: number | number[] | undefined) => onChange?.(chosen ?? null)}
      showSearch={searchedByLabel}
      options={options}
    />
  );
}
