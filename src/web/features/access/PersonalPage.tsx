import { Button, Card, Descriptions, Form, Input, Segmented } from 'antd';
import { useState } from 'react';
import { type Account, signIn } from '#shared/contract/access/sign-in.ts';
import { CallError } from '#web/api/call-error.ts';
import { renewed, useSession } from '#web/api/session.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { setLanguage, useLanguage, useT } from '#web/i18n.ts';
import { ChangePassword } from '#web/shell/ChangePassword.tsx';
import { chooseTheme, useThemeChoice } from '#web/theme/theme.ts';
import { showProblems } from '#web/ui/form-problems.ts';
import { localName } from '#web/ui/local-name.ts';
import { Page } from '#web/ui/Page.tsx';
import { useLeaveGuard } from '#web/ui/useLeaveGuard.tsx';
import { DevicesCard } from './DevicesCard.tsx';
import { NoticesCard } from './NoticesCard.tsx';
import { Portrait } from './Portrait.tsx';
import styles from './personal-page.module.css';

/** Profile and preferences of the signed-in user. */
export function PersonalPage() {
  const t = useT();
  const user = useSession()?.user;
  // One guard for the whole page: the router supports only one blocker.
  const [unsaved, setUnsaved] = useState({ data: false, notices: false });
  useLeaveGuard(unsaved.data || unsaved.notices);
  if (!user) return null;
  return (
    <Page hint={t('shell.personal_hint')}>
      <div className={styles.cards}>
        <OwnData user={user} onDirty={(data) => setUnsaved((now) => ({ ...now, data }))} />
        <div className={styles.stack}>
          <Preferences />
          <Security />
        </div>
        <NoticesCard onDirty={(notices) => setUnsaved((now) => ({ ...now, notices }))} />
        <DevicesCard />
      </div>
    </Page>
  );
}

function OwnData({ user, onDirty }: { user: Account; onDirty(dirty: boolean): void }) {
  const t = useT();
  const toast = useToast();
  const language = useLanguage();
  const [form] = Form.useForm<{ real_name: string }>();
  const [dirty, setDirty] = useState(false);
  const edit = useAction(signIn.editMe, { done: 'common.saved' });
  const change = (now: boolean) => {
    setDirty(now);
    onDirty(now);
  };

  async function save({ real_name }: { real_name: string }) {
    try {
      await edit.run({ real_name });
      change(false);
      renewed({ user: { ...user, real_name: real_name.trim() } });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      showProblems(t, form, ['real_name'], error, toast.error);
    }
  }

  return (
    <Card title={t('shell.personal_data')} size="small">
      <Portrait user={user} />
      <Descriptions
        className={styles.data}
        column={1}
        colon={false}
        size="small"
        items={[
          { key: 'account', label: t('shell.account'), children: user.account },
          { key: 'mobile', label: t('shell.mobile'), children: user.mobile ?? t('common.none') },
          { key: 'role', label: t('shell.role'), children: localName(user, 'role_name', language) },
        ]}
      />
      <Form
        form={form}
        layout="vertical"
        initialValues={{ real_name: user.real_name }}
        onValuesChange={(_, { real_name }) => change(real_name !== user.real_name)}
        onFinish={(values) => void save(values)}
      >
        <Form.Item
          name="real_name"
          label={t('shell.real_name')}
          rules={[{ required: true, whitespace: true, message: t('login.real_name_required') }]}
        >
          <Input maxLength={50} autoComplete="name" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={edit.pending} disabled={!dirty}>
          {t('common.save')}
        </Button>
      </Form>
    </Card>
  );
}

function Preferences() {
  const t = useT();
  const language = useLanguage();
  const choice = useThemeChoice();
  return (
    <Card title={t('shell.personal_preferences')} size="small">
      <p className={styles.hint}>{t('shell.preferences_hint')}</p>
      <div className={styles.choice}>
        <span id="choose-language">{t('common.language')}</span>
        <Segmented
          aria-labelledby="choose-language"
          value={language}
          onChange={(value) => void setLanguage(value)}
          options={[
            { value: 'zh' as const, label: t('common.language_zh') },
            { value: 'en' as const, label: t('common.language_en') },
          ]}
        />
      </div>
      <div className={styles.choice}>
        <span id="choose-theme">{t('common.theme')}</span>
        <Segmented
          aria-labelledby="choose-theme"
          value={choice}
          onChange={chooseTheme}
          options={[
            { value: 'system' as const, label: t('shell.theme_system') },
            { value: 'light' as const, label: t('common.theme_light') },
            { value: 'dark' as const, label: t('common.theme_dark') },
          ]}
        />
      </div>
    </Card>
  );
}

function Security() {
  const t = useT();
  const [changing, setChanging] = useState(false);
  return (
    <Card title={t('shell.personal_security')} size="small">
      <p className={styles.hint}>{t('shell.personal_security_hint')}</p>
      <Button onClick={() => setChanging(true)}>{t('shell.change_password')}</Button>
      <ChangePassword open={changing} onClose={() => setChanging(false)} />
    </Card>
  );
}
