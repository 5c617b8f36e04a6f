import { ClearOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import {
  optionColumns,
  questionActions,
  questionImport,
  questions,
} from '#shared/contract/learning/questions.ts';
import { difficulties, isChoice, type QuestionKind, questionKinds } from '#shared/domain/question.ts';
import { send } from '#web/api/client.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { ResourcePage } from '#web/pages/ResourcePage.tsx';
import type { FilterInputProps } from '#web/ui/FilterBar.tsx';
import type { Field } from '#web/ui/form-field.ts';
import { ImportButton } from '#web/ui/ImportButton.tsx';
import { ImportDialog } from '#web/ui/ImportDialog.tsx';
import { Status } from '#web/ui/Status.tsx';
import { useConfirm } from '#web/ui/useConfirm.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import styles from './exams.module.css';
import { AnswersInput, OptionsInput, QuestionPicture, TopicsInput } from './question-editors.tsx';

const form: Field[] = [
  { key: 'kind', choices: questionKinds, side: 'left' },
  { key: 'difficulty', choices: difficulties, side: 'right' },
  { key: 'question_title', as: 'textarea' },
  { key: 'picture', editor: <QuestionPicture /> },
  { key: 'options', editor: <OptionsInput />, when: ({ kind }) => isChoice(kind as QuestionKind) },
  { key: 'answers', editor: <AnswersInput />, when: ({ kind }) => kind !== undefined, needed: () => true },
  { key: 'tolerance', when: ({ kind }) => kind === 'number' },
  { key: 'topics', editor: <TopicsInput /> },
  { key: 'explanation', as: 'textarea' },
  { key: 'in_practice', side: 'left' },
  { key: 'enabled', side: 'right' },
  { key: 'remark', as: 'textarea' },
];
const start = { kind: 'single', options: [1, 2, 3, 4].map(() => ({ text: '', picture: '' })) };

/** All questions with their answers, with Excel import and export. */
export function QuestionBankPage() {
  const t = useT();
  const mayWrite = useMay(questionActions.clear.needs);
  const importing = useOpened<void>();
  return (
    <>
      <ResourcePage
        resource={questions}
        columns={[
          {
            key: 'question_title',
            imported: true,
            show: ({ question_title }) => <span className={styles.clamped}>{question_title}</span>,
          },
          { key: 'kind', imported: true },
          { key: 'topic_names', imported: true, sortable: false },
          { key: 'difficulty', imported: true },
          {
            key: 'answer_text',
            imported: true,
            sortable: false,
            show: ({ kind, answer_text }) =>
              kind === 'judge' ? t.tx(`questions.${answer_text}`) : answer_text,
          },
          { key: 'papers', sortable: false },
          {
            key: 'enabled',
            show: ({ enabled }) => (
              <Status tone={enabled ? 'good' : 'quiet'}>{t(`questions.enabled_${enabled}`)}</Status>
            ),
          },
          ...optionColumns.map((key) => ({ key, rare: true, imported: true, sortable: false })),
          { key: 'tolerance', rare: true, imported: true },
          { key: 'explanation', rare: true, imported: true },
          { key: 'in_practice', rare: true },
          { key: 'remark', rare: true, imported: true },
          { key: 'updated_at', rare: true },
        ]}
        filters={[
          { key: 'topic', Input: TopicFilter },
          { key: 'kind', choices: questionKinds },
          { key: 'difficulty', choices: difficulties },
          { key: 'enabled', choices: ['true', 'false'] },
        ]}
        form={form}
        start={start}
        formWidth={600}
        actions={
          mayWrite && (
            <>
              <ClearButton />
              <ImportButton onOpen={importing.open} />
            </>
          )
        }
      />
      {importing.show(() => (
        <ImportDialog
          name="questions"
          calls={questionImport}
          refresh={[questions.list, questionActions.topics]}
          onClosed={importing.closed}
        />
      ))}
    </>
  );
}

function TopicFilter({ field, label, query, change }: FilterInputProps) {
  const t = useT();
  const topics = useCall(questionActions.topics, {}).data?.data_info;
  return (
    <Select
      aria-label={label}
      prefix={<span className={styles.filterLabel}>{label}</span>}
      placeholder={t('common.all')}
      allowClear
      showSearch
      style={{ minWidth: 140 }}
      value={(query[field] as string | undefined) ?? null}
      onChange={(topic) => change({ [field]: topic ?? undefined })}
      options={topics?.map(({ topic, questions: count }) => ({ value: topic, label: `${topic} (${count})` }))}
    />
  );
}

/** The confirmation names what would be deleted, as counted by the server at that moment. */
function ClearButton() {
  const t = useT();
  const ask = useConfirm();
  const clear = useAction(questionActions.clear, {
    refresh: [questions.list, questionActions.topics],
    done: 'questions.cleared',
  });
  const begin = async () => {
    const lost = await send(questionActions.lost, {});
    ask(
      {
        title: t('questions.clear_title'),
        text: t('questions.clear_text', lost),
        ok: t('questions.clear_ok', { count: lost.questions }),
        danger: true,
      },
      () => clear.run({ questions: lost.questions }),
    );
  };
  return (
    <Button icon={<ClearOutlined />} danger onClick={() => void begin().catch(() => undefined)}>
      {t('questions.clear')}
    </Button>
  );
}
