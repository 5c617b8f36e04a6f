import { Drawer, Table, Tag } from 'antd';
import { useState } from 'react';
import type { AnswerOf } from '#shared/contract/define.ts';
import { paperActions } from '#shared/contract/learning/papers.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { PaperQuestions } from './PaperQuestions.tsx';

type Paper = AnswerOf<typeof paperActions.view>;

interface PaperDrawerProps {
  paper_id: number;
  paper_name: string;
  onClosed(): void;
}

/** Questions of a paper with order and scores; or the rules by which they are drawn. */
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
            <PaperQuestions key={JSON.stringify(paper.questions)} paper={paper} />
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
