import { Checkbox, Input, Radio } from 'antd';
import type { ReactNode } from 'react';
import type * as z from 'zod';
import type { askedQuestion } from '#shared/contract/learning/practice.ts';
import { judgements, optionKey } from '#shared/domain/question.ts';
import { useT } from '#web/i18n.ts';
import styles from './exams.module.css';

export type Asked = z.output<typeof askedQuestion>;

interface AskedQuestionProps {
  question: Asked;
  /** Question number, before the title. */
  lead?: ReactNode;
  value: readonly string[];
  disabled?: boolean;
  onChange?(answer: string[]): void;
  /** Called when a text input loses focus, or on Enter. */
  onDone?(): void;
}

/** A question with its answer input. Titles and options are plain text, so markup is not rendered. */
export function AskedQuestion(props: AskedQuestionProps) {
  const { question, lead, value, disabled } = props;
  const t = useT();
  const { kind } = question;
  return (
    <section className={styles.question}>
      <header>
        {lead}
        <span className={styles.kind}>{t(`questions.kind_${kind}`)}</span>
      </header>
      <p className={styles.title}>{question.question_title}</p>
      {question.picture && <img className={styles.picture} src={question.picture} alt="" />}
      {kind === 'fill' || kind === 'number' ? (
        <Input
          className={styles.typed}
          aria-label={t('practice.fill_in')}
          placeholder={t('practice.fill_in')}
          inputMode={kind === 'number' ? 'decimal' : undefined}
          maxLength={200}
          value={value[0] ?? ''}
          disabled={disabled}
          onChange={({ target }) => props.onChange?.(target.value === '' ? [] : [target.value])}
          onBlur={props.onDone}
          onPressEnter={props.onDone}
        />
      ) : (
        <Choices {...props} />
      )}
    </section>
  );
}

function Choices({ question, value, disabled, onChange }: AskedQuestionProps) {
  const t = useT();
  const { kind, options } = question;
  const choices =
    kind === 'judge'
      ? judgements.map((key) => ({
          key,
          label: <span className={styles.option}>{t(`questions.${key}`)}</span>,
        }))
      : options.map(({ key, text, picture }, place) => ({
          key,
          label: (
            <span className={styles.option}>
              <b>{optionKey(place)}</b>
              <span>{text}</span>
              {picture && (
                <img
                  className={styles.picture}
                  src={picture}
                  alt={t('questions.option_text', { key: optionKey(place) })}
                />
              )}
            </span>
          ),
        }));
  if (kind === 'multiple')
    return (
      <Checkbox.Group
        className={styles.choices}
        value={[...value]}
        disabled={disabled}
        onChange={(keys) => onChange?.(keys as string[])}
        options={choices.map(({ key, label }) => ({ value: key, label }))}
      />
    );
  return (
    <Radio.Group
      className={styles.choices}
      value={value[0] ?? null}
      disabled={disabled}
      onChange={({ target }) => onChange?.([target.value])}
      options={choices.map(({ key, label }) => ({ value: key, label }))}
    />
  );
}
