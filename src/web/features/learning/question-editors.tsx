import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, Input, Radio, Select } from 'antd';
import { questionActions } from '#shared/contract/learning/questions.ts';
import {
  isChoice,
  judgements,
  MOST_OPTIONS,
  optionKey,
  type QuestionKind,
  type QuestionOption,
} from '#shared/domain/question.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { PictureInput } from '#web/ui/PictureInput.tsx';
import styles from './exams.module.css';

interface EditorProps<Value> {
  id?: string;
  value?: Value;
  onChange?(value: Value): void;
}

const frame = { width: 800, height: 600, fill: false };

export function QuestionPicture(props: EditorProps<string>) {
  const t = useT();
  return (
    <PictureInput
      {...props}
      label={t('questions.picture')}
      frame={frame}
      empty={<span>{t('questions.no_picture')}</span>}
    />
  );
}

/** Editor of the options; letters follow from the position. */
export function OptionsInput({ id, value = [], onChange }: EditorProps<QuestionOption[]>) {
  const t = useT();
  const change = (place: number, more: Partial<QuestionOption>) =>
    onChange?.(value.map((option, at) => (at === place ? { ...option, ...more } : option)));
  return (
    <div id={id} className={styles.options}>
      {value.map((option, place) => {
        const key = optionKey(place);
        return (
          <div key={key} className={styles.editOption}>
            <b>{key}</b>
            <div>
              <Input
                aria-label={t('questions.option_text', { key })}
                value={option.text}
                maxLength={500}
                onChange={({ target }) => change(place, { text: target.value })}
              />
              <PictureInput
                label={t('questions.option_picture', { key })}
                frame={frame}
                empty={null}
                value={option.picture}
                onChange={(picture) => change(place, { picture })}
              />
            </div>
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('questions.option_remove', { key })}
              onClick={() => onChange?.(value.filter((_option, at) => at !== place))}
            />
          </div>
        );
      })}
      {value.length < MOST_OPTIONS && (
        <Button icon={<PlusOutlined />} onClick={() => onChange?.([...value, { text: '', picture: '' }])}>
          {t('questions.option_add')}
        </Button>
      )}
    </div>
  );
}

/** Editor of the correct answer, by kind of question. */
export function AnswersInput({ id, value = [], onChange }: EditorProps<string[]>) {
  const t = useT();
  const form = Form.useFormInstance();
  const kind = Form.useWatch<QuestionKind | undefined>('kind', form);
  const options = Form.useWatch<QuestionOption[] | undefined>('options', form) ?? [];
  if (kind === 'judge')
    return (
      <Radio.Group
        id={id}
        value={value[0] ?? null}
        onChange={({ target }) => onChange?.([target.value])}
        options={judgements.map((key) => ({ value: key, label: t(`questions.${key}`) }))}
      />
    );
  if (kind === 'number')
    return (
      <Input
        id={id}
        inputMode="decimal"
        value={value[0] ?? ''}
        onChange={({ target }) => onChange?.(target.value === '' ? [] : [target.value])}
      />
    );
  if (kind && isChoice(kind))
    return (
      <Select
        id={id}
        mode={kind === 'multiple' ? 'multiple' : undefined}
        value={(kind === 'multiple' ? value : value[0]) as never}
        onChange={(keys: string | string[]) => onChange?.([keys].flat())}
        options={options.map(({ text }, place) => ({
          value: optionKey(place),
          label: `${optionKey(place)} ${text}`.trim(),
        }))}
      />
    );
  return (
    <Select
      id={id}
      mode="tags"
      open={false}
      suffixIcon={null}
      placeholder={t('questions.answers_placeholder')}
      value={value}
      onChange={onChange}
    />
  );
}

export function TopicsInput({ id, value, onChange }: EditorProps<string[]>) {
  const t = useT();
  const topics = useCall(questionActions.topics, {}).data?.data_info;
  return (
    <Select
      id={id}
      mode="tags"
      tokenSeparators={['；', ';', '，', ',', '、']}
      placeholder={t('questions.topics_placeholder')}
      value={value}
      onChange={onChange}
      options={topics?.map(({ topic, questions }) => ({ value: topic, label: `${topic} (${questions})` }))}
    />
  );
}
