import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Alert, Button, InputNumber, Table, type TableColumnType } from 'antd';
import { useState } from 'react';
import type { AnswerOf } from '#shared/contract/define.ts';
import { paperActions, papers } from '#shared/contract/learning/papers.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { EmptyState } from '#web/ui/ListStates.tsx';
import styles from './exams.module.css';
import { QuestionPicker } from './QuestionPicker.tsx';

type Paper = AnswerOf<typeof paperActions.view>;
type Question = Paper['questions'][number];

/** Selected questions: order, scores, removal, and adding from the bank. */
export function PaperQuestions({ paper }: { paper: Paper }) {
  const t = useT();
  const { paper_id } = paper;
  const isFixed = !useMay(paperActions.arrange.needs) || paper.is_sat;
  const refresh = { refresh: [paperActions.view, papers.list] };
  const arrange = useAction(paperActions.arrange, { ...refresh, done: 'papers.saved' });
  const remove = useAction(paperActions.removeQuestions, refresh);
  const [rows, setRows] = useState(paper.questions);
  const [picking, setPicking] = useState(false);
  const isChanged = JSON.stringify(rows) !== JSON.stringify(paper.questions);
  const total = { count: rows.length, score: rows.reduce((sum, { score }) => sum + score, 0) };
  const save = () => {
    const questions = rows.map(({ question_id, score }) => ({ question_id, score }));
    void arrange.run({ paper_id, questions }).catch(() => undefined);
  };
  return (
    <>
      {paper.is_sat && <Alert className={styles.notice} type="info" showIcon title={t('papers.sat')} />}
      <div className={styles.figures}>
        <b>{t('papers.total', total)}</b>
        {!isFixed && (
          <>
            <Button icon={<PlusOutlined />} disabled={isChanged} onClick={() => setPicking(true)}>
              {t('papers.add_questions')}
            </Button>
            <Button type="primary" disabled={!isChanged} loading={arrange.pending} onClick={save}>
              {t('papers.save_order')}
            </Button>
          </>
        )}
      </div>
      {rows.length === 0 ? (
        <EmptyState title={t('papers.none')} hint={t('papers.none_hint')} />
      ) : (
        <QuestionTable
          rows={rows}
          isFixed={isFixed}
          isChanged={isChanged}
          onChange={setRows}
          onRemove={(question_id) =>
            void remove.run({ paper_id, question_ids: [question_id] }).catch(() => undefined)
          }
        />
      )}
      {picking && (
        <QuestionPicker
          paper_id={paper_id}
          taken={rows.map(({ question_id }) => question_id)}
          onClosed={() => setPicking(false)}
        />
      )}
    </>
  );
}

interface QuestionTableProps {
  rows: readonly Question[];
  /** Read-only: somebody has sat the paper, or the user may not edit it. */
  isFixed: boolean;
  /** There are unsaved changes. */
  isChanged: boolean;
  onChange(rows: Question[]): void;
  onRemove(question_id: number): void;
}

function QuestionTable({ rows, isFixed, isChanged, onChange, onRemove }: QuestionTableProps) {
  const t = useT();
  const score: TableColumnType<Question> = {
    title: t('papers.score'),
    render: (_v, { score: worth }, at) =>
      isFixed ? (
        worth
      ) : (
        <InputNumber
          aria-label={t('papers.score')}
          min={0.5}
          max={1000}
          value={worth}
          style={{ width: 76 }}
          onChange={(value) =>
            onChange(rows.map((row, i) => (i === at ? { ...row, score: value ?? worth } : row)))
          }
        />
      ),
  };
  const swap = (at: number, by: 1 | -1) => {
    const next = [...rows];
    const [one, other] = [next[at], next[at + by]];
    if (!one || !other) return;
    [next[at], next[at + by]] = [other, one];
    onChange(next);
  };
  const icon = { type: 'text', size: 'small' } as const;
  const actions: TableColumnType<Question> = {
    title: t('common.actions'),
    render: (_v, { question_id }, at) => (
      <span className={styles.actions}>
        <Button
          {...icon}
          icon={<ArrowUpOutlined />}
          aria-label={t('papers.move_up')}
          disabled={at === 0}
          onClick={() => swap(at, -1)}
        />
        <Button
          {...icon}
          icon={<ArrowDownOutlined />}
          aria-label={t('papers.move_down')}
          disabled={at === rows.length - 1}
          onClick={() => swap(at, 1)}
        />
        <Button
          {...icon}
          icon={<DeleteOutlined />}
          aria-label={t('papers.remove')}
          disabled={isChanged}
          onClick={() => onRemove(question_id)}
        />
      </span>
    ),
  };
  return (
    <Table
      size="small"
      pagination={false}
      rowKey="question_id"
      dataSource={rows}
      scroll={{ x: 'max-content' }}
      columns={[
        { title: t('papers.place'), render: (_v, _row, at) => at + 1, align: 'end', width: 56 },
        {
          title: t('questions.question_title'),
          render: (_v, { question_title }) => <span className={styles.clamped}>{question_title}</span>,
        },
        { title: t('questions.kind'), render: (_v, { kind }) => t(`questions.kind_${kind}`) },
        score,
        ...(isFixed ? [] : [actions]),
      ]}
    />
  );
}
