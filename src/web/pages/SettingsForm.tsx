import { Alert, Button, ConfigProvider, Form } from 'antd';
import { type ReactNode, useEffect } from 'react';
import type { Call } from '#shared/contract/define.ts';
import { CallError } from '#web/api/call-error.ts';
import { useMay } from '#web/api/powers.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ConflictHint } from '#web/ui/ConflictHint.tsx';
import { FormFields } from '#web/ui/FormFields.tsx';
import { type Field, schemasOf, type Values } from '#web/ui/form-field.ts';
import { isConflict, showProblems } from '#web/ui/form-problems.ts';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { useEdits } from '#web/ui/useEdits.ts';
import { useLeaveGuard } from '#web/ui/useLeaveGuard.tsx';
import styles from './settings-form.module.css';

/** Version of settings that were never changed. */
const FIRST_VERSION = 1;

type Saved<Settings> = Settings & { updated_at: string };

interface Section<Settings> {
  title: string;
  fields: readonly Field<keyof Settings & string>[];
  /** Reason why its fields are read-only. */
  locked?: string | undefined;
  /** Note above the fields. */
  note?: string | undefined;
  /** Content below the fields; receives whether there are unsaved changes. */
  more?(dirty: boolean): ReactNode;
}
export type Sections<Settings> = readonly Section<Settings>[];

interface SettingsFormProps<Settings, Shown = Saved<Settings>> {
  /** Prefix of the word keys: `loginConfig.saved`, `loginConfig.section_lock`. */
  name: string;
  calls: {
    data: Call<Record<string, never>, unknown, Shown>;
    set: Call<Settings, unknown, object>;
  };
  /** Fixed sections, or sections that depend on the current settings. */
  sections: Sections<Settings> | ((shown: Shown) => Sections<Settings>);
  /** Normalises an input value. */
  clean?(key: string, value: unknown): unknown;
  /** Sends changed fields only, so that others keep following their defaults. */
  onlyChanges?: boolean;
  /** Called when the form becomes dirty or clean. */
  onDirty?(dirty: boolean): void;
}

/** Form of a single settings record, with handling of edit conflicts. */
export function SettingsForm<Settings extends Values, Shown extends Saved<Settings>>({
  calls,
  ...props
}: SettingsFormProps<Settings, Shown>) {
  const answer = useCall(calls.data, {});
  const read = async () => (await answer.refetch({ throwOnError: true })).data;
  const sections =
    typeof props.sections === 'function' ? answer.data && props.sections(answer.data) : props.sections;
  if (answer.data && sections)
    return <Filled {...props} sections={sections} set={calls.set} settings={answer.data} read={read} />;
  if (answer.error) return <ListError error={answer.error} onRetry={() => void answer.refetch()} />;
  return <ListSkeleton />;
}

interface FilledProps<Settings> extends Omit<SettingsFormProps<Settings>, 'calls' | 'sections'> {
  sections: Sections<Settings>;
  set: SettingsFormProps<Settings>['calls']['set'];
  settings: Saved<Settings>;
  /** Reloads the settings. */
  read(): Promise<Saved<Settings> | undefined>;
}

function Filled<Settings extends Values>(props: FilledProps<Settings>) {
  const { name, sections, settings, read, clean, onlyChanges, onDirty } = props;
  const t = useT();
  const language = useLanguage();
  const toast = useToast();
  const mayWrite = useMay(props.set.needs);
  const set = useAction(props.set, { shows: isConflict });
  const schemas = schemasOf(props.set);
  const keys = sections.flatMap(({ fields }) => fields.map(({ key }) => key));
  const { form, dirty, differences, ...edits } = useEdits(keys, settings, clean);
  const base = edits.base as Saved<Settings>;
  useLeaveGuard(dirty);
  useEffect(() => onDirty?.(dirty), [dirty, onDirty]);

  const submit = async () => {
    try {
      const { version } = base;
      await set.run(
        (onlyChanges ? { ...edits.changes(), version } : { ...base, ...edits.typed() }) as Settings,
      );
      toast.success(t.tx(`${name}.saved`));
      edits.restart((await read()) ?? base);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (isConflict(error)) edits.merge((await read()) ?? base);
      else showProblems(t, form, keys, error, toast.error);
    }
  };
  return (
    <Form
      form={form}
      className={styles.form}
      layout="vertical"
      disabled={!mayWrite}
      initialValues={settings}
      onValuesChange={edits.changed}
      onFinish={() => void submit()}
    >
      {differences && <ConflictHint name={name} differences={differences} onTake={edits.take} />}
      {sections.map(({ title, fields, locked, note, more }) => (
        <section key={title} aria-label={t.tx(`${name}.section_${title}`)}>
          <h2>{t.tx(`${name}.section_${title}`)}</h2>
          <div>
            {note && <Alert showIcon type="warning" title={note} />}
            {locked && <Alert showIcon type="info" title={locked} />}
            <ConfigProvider componentDisabled={!mayWrite || locked !== undefined}>
              <FormFields name={name} fields={fields} schemas={schemas} />
            </ConfigProvider>
            {more && <div className={styles.more}>{more(dirty)}</div>}
          </div>
        </section>
      ))}
      <footer>
        <Button type="primary" htmlType="submit" disabled={!dirty} loading={set.pending}>
          {t(differences ? 'lists.save_again' : 'common.save')}
        </Button>
        <Button disabled={!dirty} onClick={() => edits.restart(base)}>
          {t('common.cancel')}
        </Button>
        <span>
          {base.version === FIRST_VERSION
            ? t('lists.never_saved')
            : t('lists.last_saved', { at: showTime(base.updated_at, language) })}
        </span>
      </footer>
    </Form>
  );
}
