import { Button, Form } from 'antd';
import type { AnswerOf } from '#shared/contract/define.ts';
import { roles } from '#shared/contract/roles.ts';
import { loginLimits } from '#shared/contract/sign-in.ts';
import { CallError } from '#web/api/call-error.ts';
import { useNotice } from '#web/api/notices.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { useMay } from '#web/shell/powers.ts';
import { useLeaveGuard } from '#web/shell/useLeaveGuard.tsx';
import { ConflictNotice } from '#web/ui/ConflictNotice.tsx';
import { rowsOf } from '#web/ui/choices.tsx';
import { FormFields } from '#web/ui/FormFields.tsx';
import { schemasOf } from '#web/ui/form-field.ts';
import { isConflict, showProblems } from '#web/ui/form-problems.ts';
import { showTime } from '#web/ui/show-time.ts';
import { useEdits } from '#web/ui/useEdits.ts';
import styles from './login-config.module.css';

type Limits = AnswerOf<typeof loginLimits.data>;

const schemas = schemasOf(loginLimits.set);
const sections = [
  { title: 'loginConfig.section_devices', fields: [{ key: 'max_devices' }] },
  { title: 'loginConfig.section_lock', fields: [{ key: 'max_failures' }, { key: 'lock_minutes' }] },
  {
    title: 'loginConfig.section_register',
    fields: [
      { key: 'register_role_id', choices: rowsOf(roles, 'role_name', { unpickable: 0 }) },
      { key: 'register_needs_approval' },
    ],
  },
] as const;
const keys = sections.flatMap(({ fields }) => fields.map(({ key }) => key));

interface LoginConfigFormProps {
  limits: Limits;
  /** Reads the settings again. */
  read(): Promise<Limits | undefined>;
}

export function LoginConfigForm({ limits, read }: LoginConfigFormProps) {
  const t = useT();
  const language = useLanguage();
  const notice = useNotice();
  const mayWrite = useMay(loginLimits.set.needs);
  const set = useAction(loginLimits.set, { done: 'loginConfig.saved', shows: isConflict });
  const { form, dirty, differences, ...edits } = useEdits(keys, limits);
  const base = edits.base as Limits;
  useLeaveGuard(dirty);

  const submit = async () => {
    try {
      await set.run({ ...base, ...edits.typed() });
      edits.restart((await read()) ?? base);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (isConflict(error)) edits.merge((await read()) ?? base);
      else showProblems(t, form, keys, error, notice.error);
    }
  };
  return (
    <Form
      form={form}
      className={styles.form}
      layout="vertical"
      disabled={!mayWrite}
      initialValues={limits}
      onValuesChange={edits.changed}
      onFinish={() => void submit()}
    >
      {differences && <ConflictNotice name="loginConfig" differences={differences} onTake={edits.take} />}
      {sections.map(({ title, fields }) => (
        <section key={title}>
          <h2>{t(title)}</h2>
          <div>
            <FormFields name="loginConfig" fields={fields} schemas={schemas} />
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
        <span>{t('loginConfig.last_saved', { at: showTime(base.updated_at, language) })}</span>
      </footer>
    </Form>
  );
}
