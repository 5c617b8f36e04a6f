import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, InputNumber, Select } from 'antd';
import type { PaperRule } from '#shared/contract/learning/papers.ts';
import { questionActions } from '#shared/contract/learning/questions.ts';
import { difficulties, questionKinds } from '#shared/domain/question.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import styles from './exams.module.css';

interface RulesInputProps {
  id?: string;
  value?: PaperRule[];
  onChange?(rules: PaperRule[]): void;
}

const fresh: PaperRule = { topic: '', kind: null, difficulty: null, count: 5, score: 2 };

/** Rules: number of questions by topic, kind and difficulty; empty means any. */
export function RulesInput({ id, value = [], onChange }: RulesInputProps) {
  const t = useT();
  const topics = useCall(questionActions.topics, {}).data?.data_info ?? [];
  const change = (place: number, more: Partial<PaperRule>) =>
    onChange?.(value.map((rule, at) => (at === place ? { ...rule, ...more } : rule)));
  const any = t('papers.any');
  return (
    <div id={id} className={styles.rules}>
      {value.map((rule, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules have no id
        <div key={place} className={styles.rule}>
          <Select
            aria-label={t('papers.rule_topic')}
            showSearch
            value={rule.topic}
            onChange={(topic) => change(place, { topic })}
            options={[
              { value: '', label: `${t('papers.rule_topic')}: ${any}` },
              ...topics.map(({ topic, questions }) => ({ value: topic, label: `${topic} (${questions})` })),
            ]}
          />
          <Select
            aria-label={t('papers.rule_kind')}
            value={(rule.kind ?? '') as PaperRule['kind'] | ''}
            onChange={(kind) => change(place, { kind: kind || null })}
            options={[
              { value: '' as const, label: `${t('papers.rule_kind')}: ${any}` },
              ...questionKinds.map((kind) => ({ value: kind, label: t(`questions.kind_${kind}`) })),
            ]}
          />
          <Select
            aria-label={t('papers.rule_difficulty')}
            value={(rule.difficulty ?? '') as PaperRule['difficulty'] | ''}
            onChange={(difficulty) => change(place, { difficulty: difficulty || null })}
            options={[
              { value: '' as const, label: `${t('papers.rule_difficulty')}: ${any}` },
              ...difficulties.map((level) => ({ value: level, label: t(`questions.difficulty_${level}`) })),
            ]}
          />
          <InputNumber
            aria-label={t('papers.rule_count')}
            title={t('papers.rule_count')}
            min={1}
            max={200}
            value={rule.count}
            onChange={(count) => change(place, { count: count ?? 1 })}
          />
          <InputNumber
            aria-label={t('papers.rule_score')}
            title={t('papers.rule_score')}
            min={0.5}
            max={1000}
            value={rule.score}
            onChange={(score) => change(place, { score: score ?? 1 })}
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('papers.rule_remove')}
            onClick={() => onChange?.(value.filter((_rule, at) => at !== place))}
          />
        </div>
      ))}
      <Button icon={<PlusOutlined />} onClick={() => onChange?.([...value, fresh])}>
        {t('papers.rule_add')}
      </Button>
      <span className={styles.soft}>
        {t('papers.total', {
          count: value.reduce((sum, { count }) => sum + count, 0),
          score: value.reduce((sum, { count, score }) => sum + count * score, 0),
        })}
      </span>
    </div>
  );
}
