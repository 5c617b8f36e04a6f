import { Input, InputNumber, Modal, Table } from 'antd';
import { useState } from 'react';
import { paperActions, papers } from '#shared/contract/learning/papers.ts';
import { questions } from '#shared/contract/learning/questions.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import styles from './exams.module.css';

interface QuestionPickerProps {
  paper_id: number;
  taken: readonly number[];
  onClosed(): void;
}

const PAGE = 8;

/** Adds questions from the bank to a paper; those already in it are disabled. */
export function QuestionPicker({ paper_id, taken, onClosed }: QuestionPickerProps) {
  const t = useT();
  const [keyword, setKeyword] = useState('');
  const [page_index, setPage] = useState(1);
  const [chosen, setChosen] = useState<number[]>([]);
  const [score, setScore] = useState(2);
  const answer = useCall(
    questions.list,
    { keyword, page_index, page_size: PAGE, enabled: true },
    { keepPrevious: true },
  );
  const add = useAction(paperActions.addQuestions, { refresh: [paperActions.view, papers.list] });
  return (
    <Modal
      open
      width={760}
      title={t('papers.add_questions')}
      okText={t('papers.add_chosen', { count: chosen.length })}
      okButtonProps={{ disabled: chosen.length === 0, loading: add.pending }}
      onOk={() => void add.run({ paper_id, question_ids: chosen, score }).then(onClosed, () => undefined)}
      onCancel={onClosed}
    >
      <div className={styles.figures}>
        <Input.Search
          style={{ width: 260 }}
          placeholder={t('papers.search_bank')}
          allowClear
          onSearch={(text) => {
            setKeyword(text.trim());
            setPage(1);
          }}
        />
        <label htmlFor="each-score">
          {t('papers.each_score')}{' '}
          <InputNumber
            id="each-score"
            min={0.5}
            max={1000}
            value={score}
            onChange={(value) => setScore(value ?? 2)}
          />
        </label>
      </div>
      <Table
        size="small"
        rowKey="question_id"
        loading={answer.isFetching}
        dataSource={answer.data?.data_info ?? []}
        pagination={{
          current: page_index,
          pageSize: PAGE,
          total: answer.data?.total ?? 0,
          onChange: setPage,
          showSizeChanger: false,
        }}
        rowSelection={{
          selectedRowKeys: chosen,
          preserveSelectedRowKeys: true,
          onChange: (keys) => setChosen(keys.map(Number)),
          getCheckboxProps: ({ question_id, question_title }) =>
            ({
              disabled: taken.includes(question_id),
              'aria-label': t('lists.select_row', { name: question_title }),
            }) as object,
          getTitleCheckboxProps: () => ({ 'aria-label': t('lists.select_page') }) as object,
        }}
        columns={[
          {
            title: t('questions.question_title'),
            render: (_v, { question_title }) => <span className={styles.clamped}>{question_title}</span>,
          },
          { title: t('questions.kind'), render: (_v, { kind }) => t(`questions.kind_${kind}`) },
          { title: t('questions.topics'), dataIndex: 'topic_names' },
          {
            title: t('questions.difficulty'),
            render: (_v, { difficulty }) => t(`questions.difficulty_${difficulty}`),
          },
        ]}
      />
    </Modal>
  );
}
