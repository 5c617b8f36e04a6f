import { loginLimits } from '#shared/contract/access/login-config.ts';
import { roles } from '#shared/contract/access/roles.ts';
import { type T, useT } from '#web/i18n.ts';
import { SettingsForm } from '#web/pages/SettingsForm.tsx';
import { rowsOf } from '#web/ui/choices.tsx';
import { Page } from '#web/ui/Page.tsx';

/** Limits of devices, failed sign-ins and SMS codes, and settings of self-registration. */
export function LoginConfigPage() {
  const t = useT();
  return (
    <Page hint={t('loginConfig.hint')}>
      <SettingsForm
        name="loginConfig"
        calls={loginLimits}
        sections={({ limits_locked }) => [
          { title: 'devices', locked: lockedText(t, limits_locked), fields: [{ key: 'max_devices' }] },
          {
            title: 'lock',
            locked: lockedText(t, limits_locked),
            fields: [{ key: 'max_failures' }, { key: 'lock_minutes' }, { key: 'one_answer' }],
          },
          {
            title: 'password',
            locked: lockedText(t, limits_locked),
            fields: [
              { key: 'password_min' },
              { key: 'password_kinds' },
              { key: 'password_not_account' },
              { key: 'password_days' },
              { key: 'password_history' },
            ],
          },
          {
            title: 'register',
            fields: [
              { key: 'register_open' },
              { key: 'register_role_id', choices: rowsOf(roles, 'role_name', { unpickable: 0 }) },
              { key: 'register_needs_approval' },
            ],
          },
          {
            title: 'codes',
            locked: lockedText(t, limits_locked),
            fields: [{ key: 'codes_per_number' }, { key: 'codes_per_address' }, { key: 'codes_per_day' }],
          },
        ]}
      />
    </Page>
  );
}

const lockedText = (t: T, isLocked: boolean) => (isLocked ? t('loginConfig.limits_locked') : undefined);
