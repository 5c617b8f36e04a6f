import { Button, Form, Input, Select } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { useRef, useState } from 'react';
import { alarmLog } from '#shared/contract/alarms/log.ts';
import { alarmTemplates } from '#shared/contract/alarms/telling.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { placeholders } from '#shared/domain/alarm-template.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { problemWith, schemasOf } from '#web/ui/form-field.ts';
import { useConfirm } from '#web/ui/useConfirm.ts';
import { useLeaveGuard } from '#web/ui/useLeaveGuard.tsx';
import { useSettled } from '#web/ui/useSettled.ts';
import { useAlarmWords } from '#web/widgets/alarm/useAlarmWords.ts';
import styles from './templates.module.css';

type Template = AnswerOf<typeof alarmTemplates.data>['data_info'][number];
type Part = 'subject' | 'body';

const schemas = schemasOf(alarmTemplates.set);
const PREVIEW_MS = 400;

export function TemplateEditor({ template }: { template: Template }) {
  const t = useT();
  const mayWrite = useMay(alarmTemplates.set.needs);
  const set = useAction(alarmTemplates.set, { refresh: [alarmTemplates.data], done: 'alarmTemplates.saved' });
  const { event, language, version } = template;
  const [text, setText] = useState<Record<Part, string>>(template);
  const [part, setPart] = useState<Part>('body');
  const inputs = { subject: useRef<TextAreaRef>(null), body: useRef<TextAreaRef>(null) };
  const isDirty = text.subject !== template.subject || text.body !== template.body;
  useLeaveGuard(isDirty);

  const problemOf = (which: Part) => {
    const schema = schemas[which];
    const found = schema && problemWith(schema, text[which]);
    return found && t.tx(`problems.${found.problem}`, found.params);
  };
  const isWrong = problemOf('subject') !== undefined || problemOf('body') !== undefined;
  const insert = (placeholder: string) => {
    const area = inputs[part].current?.resizableTextArea?.textArea;
    const [from, to] = [area?.selectionStart ?? text[part].length, area?.selectionEnd ?? text[part].length];
    setText({ ...text, [part]: `${text[part].slice(0, from)}{${placeholder}}${text[part].slice(to)}` });
    area?.focus();
  };
  const input = (which: Part, rows: number) => (
    <Form.Item
      label={t(`alarmTemplates.${which}`)}
      validateStatus={problemOf(which) ? 'error' : undefined}
      help={problemOf(which)}
    >
      <Input.TextArea
        ref={inputs[which]}
        aria-label={t(`alarmTemplates.${which}`)}
        autoSize={{ minRows: rows, maxRows: 16 }}
        disabled={!mayWrite}
        value={text[which]}
        onFocus={() => setPart(which)}
        onChange={({ target }) =>
          setText({ ...text, [which]: which === 'subject' ? target.value.replace(/\n/g, '') : target.value })
        }
      />
    </Form.Item>
  );
  return (
    <div className={styles.editor}>
      <Form layout="vertical">
        {input('subject', 1)}
        {input('body', 7)}
        {mayWrite && (
          <>
            <Placeholders onPick={insert} />
            <footer>
              <Button
                type="primary"
                disabled={!isDirty || isWrong}
                loading={set.pending}
                onClick={() => void set.run({ event, language, version, ...text }).catch(() => undefined)}
              >
                {t('common.save')}
              </Button>
              <Button disabled={!isDirty} onClick={() => setText(template)}>
                {t('common.cancel')}
              </Button>
              {version > 0 && <ResetButton template={template} />}
            </footer>
          </>
        )}
      </Form>
      <Preview template={{ event, language, ...text }} isWrong={isWrong} />
    </div>
  );
}

function Placeholders({ onPick }: { onPick(placeholder: string): void }) {
  const t = useT();
  return (
    <>
      <p className={styles.soft}>{t('alarmTemplates.placeholders', { open: '{{', close: '}}' })}</p>
      <div className={styles.chips}>
        {placeholders.map((placeholder) => (
          <button
            key={placeholder}
            type="button"
            title={t(`alarmTemplates.ph_${placeholder}`)}
            onMouseDown={(pressed) => pressed.preventDefault()}
            onClick={() => onPick(placeholder)}
          >
            <code>{`{${placeholder}}`}</code> {t(`alarmTemplates.ph_${placeholder}`)}
          </button>
        ))}
      </div>
    </>
  );
}

function ResetButton({ template: { event, language } }: { template: Template }) {
  const t = useT();
  const ask = useConfirm();
  const reset = useAction(alarmTemplates.reset, {
    refresh: [alarmTemplates.data],
    done: 'alarmTemplates.reset_done',
  });
  return (
    <Button
      onClick={() =>
        ask(
          {
            title: t('alarmTemplates.reset_question'),
            text: t('alarmTemplates.reset_text'),
            ok: t('alarmTemplates.reset'),
            danger: true,
          },
          () => reset.run({ event, language }),
        )
      }
    >
      {t('alarmTemplates.reset')}
    </Button>
  );
}

interface PreviewProps {
  template: Pick<Template, 'event' | 'language' | Part>;
  isWrong: boolean;
}

/** Preview of a message, for a sample or a past alarm. */
function Preview({ template, isWrong }: PreviewProps) {
  const t = useT();
  const words = useAlarmWords();
  const mayRead = useMay(alarmLog.list.needs);
  const [alarm_id, setAlarm] = useState<number>();
  const recent = useCall(alarmLog.list, { page_size: 20 }, { enabled: mayRead }).data?.data_info ?? [];
  // Compared as text, which is stable for equal content.
  const settled = useSettled(JSON.stringify({ ...template, alarm_id }), PREVIEW_MS);
  const asked = JSON.parse(settled) as typeof template;
  const { data } = useCall(alarmTemplates.preview, asked, { enabled: !isWrong, keepPrevious: true });
  return (
    <aside className={styles.preview} aria-label={t('alarmTemplates.preview')}>
      <header>
        <h3>{t('alarmTemplates.preview')}</h3>
        <Select
          aria-label={t('alarmTemplates.preview_of')}
          value={alarm_id ?? 0}
          onChange={(chosen: number) => setAlarm(chosen || undefined)}
          popupMatchSelectWidth={false}
          options={[
            { value: 0, label: t('alarmTemplates.sample') },
            ...recent.map((alarm) => ({
              value: alarm.alarm_id,
              label: `${alarm.site_name ?? t('alarmLog.platform')} · ${words.titleOf(alarm)}`,
            })),
          ]}
        />
      </header>
      {data && (
        <div className={styles.letter} data-old={isWrong}>
          <strong>{data.subject}</strong>
          <p>{data.body}</p>
        </div>
      )}
    </aside>
  );
}
