import { papers } from '#shared/contract/learning/papers.ts';
import { useT } from '#web/i18n.ts';
import { ResourcePage } from '#web/pages/ResourcePage.tsx';
import type { Field } from '#web/ui/form-field.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { PaperDrawer } from './PaperDrawer.tsx';
import { RulesInput } from './RulesInput.tsx';

const form: Field[] = [
  { key: 'paper_name' },
  { key: 'how', choices: ['hand', 'rule'] },
  { key: 'rules', editor: <RulesInput />, when: ({ how }) => how === 'rule', needed: () => true },
  { key: 'shuffle_questions', side: 'left' },
  { key: 'shuffle_options', side: 'right' },
  { key: 'partial_credit' },
  { key: 'remark', as: 'textarea' },
];

/** Exam papers: fixed questions, or rules by which questions are drawn per person. */
export function PapersPage() {
  const t = useT();
  const opened = useOpened<{ paper_id: number; paper_name: string }>();
  return (
    <>
      <ResourcePage
        resource={papers}
        columns={[
          'paper_name',
          'how',
          { key: 'questions', sortable: false },
          { key: 'full_score', sortable: false },
          { key: 'assessments', sortable: false },
          { key: 'shuffle_questions', rare: true },
          { key: 'shuffle_options', rare: true },
          { key: 'partial_credit', rare: true },
          'remark',
          { key: 'updated_at', rare: true },
        ]}
        filters={[{ key: 'how', choices: ['hand', 'rule'] }]}
        form={form}
        start={{ how: 'hand' }}
        formWidth={720}
        rowActions={(paper) => [{ label: t('papers.edit_questions'), run: () => opened.open(paper) }]}
      />
      {opened.show((paper) => (
        <PaperDrawer {...paper} onClosed={opened.closed} />
      ))}
    </>
  );
}
