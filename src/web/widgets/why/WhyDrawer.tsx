import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import type { ReportCell } from '#shared/contract/reports/reports.ts';
import type { ReportPeriod } from '#shared/domain/air-report.ts';
import { useT } from '#web/i18n.ts';
import { type AirCell, AirExplanation } from './AirExplanation.tsx';
import { ClassExplanation } from './ClassExplanation.tsx';
import { IndexExplanation, type IndexPeriod } from './IndexExplanation.tsx';
import { type ValueCell, ValueExplanation } from './ValueExplanation.tsx';
import { WhyFrame } from './WhyFrame.tsx';

/** The number to explain: an index, a report value, a water class or the comprehensive index. */
export type WhyQuestion =
  | (AirCell & { about: 'index'; period: ReportPeriod })
  | (ValueCell & { about: 'value' })
  | (ReportCell & { about: 'class' })
  | (IndexPeriod & { about: 'comprehensive' });

interface WhyDrawerProps {
  question: WhyQuestion;
  onClosed(): void;
}

/** Explains a number by its parts and standard, with drill-down into the parts. */
export function WhyDrawer({ question, onClosed }: WhyDrawerProps) {
  const t = useT();
  const [trail, setTrail] = useState([question]);
  const asked = trail.at(-1) ?? question;
  const back = trail.length > 1 && (
    <Button icon={<ArrowLeftOutlined />} onClick={() => setTrail(trail.slice(0, -1))}>
      {t('why.back')}
    </Button>
  );
  return (
    <WhyFrame extra={back} onClosed={onClosed}>
      <Explanation key={trail.length} question={asked} onAsk={(further) => setTrail([...trail, further])} />
    </WhyFrame>
  );
}

interface ExplanationProps {
  question: WhyQuestion;
  onAsk(further: WhyQuestion): void;
}

function Explanation({ question, onAsk }: ExplanationProps) {
  switch (question.about) {
    case 'index':
      return (
        <AirExplanation
          cell={question}
          period={question.period}
          onAsk={(cell) => onAsk({ about: 'value', ...cell })}
        />
      );
    case 'value':
      return <ValueExplanation cell={question} onAsk={(cell) => onAsk({ about: 'value', ...cell })} />;
    case 'class':
      return <ClassExplanation cell={question} onAsk={(cell) => onAsk({ about: 'value', ...cell })} />;
    case 'comprehensive':
      return <IndexExplanation period={question} />;
  }
}
