import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Drawer, InputNumber, Table, Tag } from 'antd';
import { useState } from 'react';
import type { AnswerOf } from '#shared/contract/define.ts';
import { paperActions, papers } from '#shared/contract/learning/papers.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { EmptyState } from '#web/ui/ListStates.tsx';
import styles from './exams.module.css';
import { QuestionPicker } from './QuestionPicker.tsx';

type Paper = AnswerOf<typeof paperActions.view>;

interface PaperDrawerProps {
  paper_id: number;
  paper_name: string;
  onClosed(): void;
}

/** The questions of a paper: which, in which order, worth what; or its rules, and what they can draw from. */
export function PaperDrawer({ paper_id, paper_name, onClosed }: PaperDrawerProps) {
  const t = useT();
  const [open, setOpen] = useState(true);
  const answer = useCall(paperActions.view, { paper_id });
  return (
    <Drawer
      title={t('papers.questions_of', { name: paper_name })}
      size={820}
      open={open}
      onClose={() => setOpen(false)}
      afterOpenChange={(shown) => !shown && onClosed()}
    >
      <Answered answer={answer}>
        {(paper) =>
          paper.how === 'rule' ? (
            <Rules rules={paper.rules} />
          ) : (
            <Questions key={JSON.stringify(paper.questions)} paper={paper} />
          )
        }
      </Answered>
    </Drawer>
  );
}

function Rules({ rules }: Pick<Paper, 'rules'>) {
  const t = useT();
  return (
    <Table
      size="small"
      pagination={false}
      rowKey={(rule) => JSON.stringify(rule)}
      dataSource={rules}
      columns={[
        { title: t('papers.rule_topic'), render: (_v, { topic }) => topic || t('papers.any') },
        {
          title: t('papers.rule_kind'),
          render: (_v, { kind }) => (kind ? t(`questions.kind_${kind}`) : t('papers.any')),
        },
        {
          title: t('papers.rule_difficulty'),
          render: (_v, { difficulty }) =>
            difficulty ? t(`questions.difficulty_${difficulty}`) : t('papers.any'),
        },
        { title: t('papers.rule_count'), dataIndex: 'count', align: 'end' },
        { title: t('papers.rule_score'), dataIndex: 'score', align: 'end' },
        {
          title: '',
          render: (_v, { there, count }) => (
            <Tag color={there < count ? 'red' : undefined}>{t('papers.rule_there', { count: there })}</Tag>
          ),
        },
      ]}
    />
  );
}

function Questions({ paper }: { paper: Paper }) {
  const t = useT();
  const { paper_id } = paper;
  const isFixed = !useMay(paperActions.arrange.needs) || paper.is_sat;
  const refresh = { refresh: [paperActions.view, papers.list] };
  const arrange = useAction(paperActions.arrange, { ...refresh, done: 'papers.saved' });
  const remove = useAction(paperActions.removeQuestions, refresh);
  const [rows, setRows] = useState(paper.questions);
  const [picking, setPicking] = useState(false);
  const isChanged = JSON.stringify(rows) !== JSON.stringify(paper.questions);
  const swap = (at: number, by: 1 | -1) => {
    const next = [...rows];
    const [one, other] = [next[at], next[at + by]];
    if (!one || !other) return;
    [next[at], next[at + by]] = [other, one];
    setRows(next);
  };
  const total = { count: rows.length, score: rows.reduce((sum, { score }) => sum + score, 0) };
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
            <Button
              type="primary"
              disabled={!isChanged}
              loading={arrange.pending}
              onClick={() =>
                void arrange
                  .run({
                    paper_id,
                    questions: rows.map(({ question_id, score }) => ({ question_id, score })),
                  })
                  .catch(() => undefined)
              }
            >
              {t('papers.save_order')}
            </Button>
          </>
        )}
      </div>
      {rows.length === 0 ? (
        <EmptyState title={t('papers.none')} hint={t('papers.none_hint')} />
      ) : (
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
            {
              title: t('papers.score'),
              render: (_v, { score }, at) =>
                isFixed ? (
                  score
                ) : (
                  <InputNumber
                    aria-label={t('papers.score')}
                    min={0.5}
                    max={1000}
                    value={score}
                    style={{ width: 76 }}
                    onChange={(value) =>
                      setRows(rows.map((row, i) => (i === at ? { ...row, score: value ?? row.score } : row)))
                    }
                  />
                ),
            },
            ...(isFixed
              ? []
              : [
                  {
                    title: t('common.actions'),
                    render: (_v: unknown, { question_id }: Paper['questions'][number], at: number) => (
                      <span className={styles.actions}>
                        <Button
                          type="text"
                          size="small"
                          icon={<ArrowUpOutlined />}
                          aria-label={t('papers.move_up')}
                          disabled={at === 0}
                          onClick={() => swap(at, -1)}
                        />
                        <Button
                          type="text"
                          size="small"
                          icon={<ArrowDownOutlined />}
                          aria-label={t('papers.move_down')}
                          disabled={at === rows.length - 1}
                          onClick={() => swap(at, 1)}
                        />
                        <Button
                          type="text"
                          size="small"
                          icon={<DeleteOutlined />}
                          aria-label={t('papers.remove')}
                          disabled={isChanged}
                          onClick={() =>
                            void remove.run({ paper_id, question_ids: [question_id] }).catch(() => undefined)
                          }
                        />
                      </span>
                    ),
                  },
                ]),
          ]}
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
