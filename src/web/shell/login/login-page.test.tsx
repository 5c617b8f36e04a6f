import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { face } from '#shared/contract/platform/face.ts';
import { CallError } from '#web/api/call-error.ts';
import { endedReason, expireSession } from '#web/api/expiry.ts';
import { signedIn, signedOut, userInfo } from '#web/api/session.ts';
import { startPlatform, userInfoFor } from '#web/api/test-platform.ts';
import { setLanguage, startI18n, t } from '#web/i18n.ts';
import { LoginPage } from './LoginPage.tsx';

type Answers = Parameters<typeof startPlatform>[0];

let platform: Awaited<ReturnType<typeof startPlatform>> | undefined;

beforeAll(startI18n);
afterEach(async () => {
  cleanup();
  signedOut();
  localStorage.clear();
  await setLanguage('zh');
  await platform?.stop();
});

async function openLogin(path: string, answers: Answers = () => ({ code: 0, data: {} })) {
  platform = await startPlatform(answers);
  const router = createMemoryRouter(
    [
      { path: '/login', element: <LoginPage /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [path] },
  );
  await act(async () => render(<RouterProvider router={router} />));
  return router;
}

/** Calls of the forms, without the page's own call for its appearance. */
const asked = () => platform?.asked.filter(({ path }) => path !== face.data.path) ?? [];
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.input(input(label), { target: { value } });
const submit = () => fireEvent.submit(screen.getByRole('button', { name: /登录$|注册$|设置新密码/ }));

test('empty fields are named one by one and nothing is sent', async () => {
  await openLogin('/login');
  submit();
  expect(screen.getByText(t('login.account_required'))).toBeDefined();
  expect(screen.getByText(t('login.password_required'))).toBeDefined();
  expect(document.activeElement).toBe(input(t('login.account')));
  expect(platform?.askedFor(signIn.login.path)).toEqual([]);
});

test.each(['register', 'password'])('the %s form marks every field as required', async (form) => {
  await openLogin(`/login?form=${form}`);
  const inputs = [...document.querySelectorAll('input')];
  expect(inputs.map((one) => one.getAttribute('aria-required'))).toEqual(inputs.map(() => 'true'));
  expect(document.querySelectorAll('label[data-required=true]')).toHaveLength(inputs.length);
});

test('a wrong password says how many tries are left and keeps what was typed', async () => {
  await openLogin('/login', () => ({ code: 18, detail: 'tries_left', params: { count: 2 } }));
  type(t('login.account'), 'operator');
  type(t('login.password'), 'wrong-one');
  submit();
  await waitFor(() => expect(screen.getByText(/还可以尝试 2 次/)).toBeDefined());
  expect(input(t('login.account')).value).toBe('operator');
  expect(input(t('login.password')).value).toBe('wrong-one');
  await act(() => setLanguage('en'));
  expect(screen.getByText(/Attempts left: 2/)).toBeDefined();
  expect(input('Password').value).toBe('wrong-one');
});

test('sign-in stores the session and leads to where the user was going', async () => {
  const info = userInfoFor();
  const router = await openLogin('/login?redirect=%2Fuserconfigs%2Fusers%3Fpage_index%3D2', () => ({
    code: 0,
    data: { ...info, device_token: 'known' },
  }));
  type(t('login.account'), ' operator ');
  type(t('login.password'), 'lanjing123');
  submit();
  await waitFor(() => expect(screen.getByText('elsewhere')).toBeDefined());
  expect(router.state.location).toMatchObject({ pathname: '/userconfigs/users', search: '?page_index=2' });
  expect(userInfo()).toEqual(info);
  expect(asked()[0]?.input).toEqual({ account: 'operator', password: 'lanjing123' });
  expect(localStorage.getItem('device_token')).toBe('known');
});

test('a browser that has signed in before shows by what the server knows it', async () => {
  localStorage.setItem('device_token', 'known');
  await openLogin('/login', () => ({ code: 18, detail: 'tries_left', params: { count: 2 } }));
  type(t('login.account'), 'operator');
  type(t('login.password'), 'wrong-one');
  submit();
  await waitFor(() => expect(screen.getByText(/还可以尝试 2 次/)).toBeDefined());
  expect(asked()[0]?.input.device_token).toBe('known');
});

test.each([
  ['ended_sealed', '账号已被封停，请联系管理员'],
  ['ended_too_many_devices', '登录设备数超过上限，本设备已自动退出'],
  ['ended_signed_out_elsewhere', '您已在另一台设备上让本设备退出登录'],
  ['ended_password_changed', '密码已修改，请用新密码登录'],
])('after %s the page says why', async (ended, sentence) => {
  await openLogin(`/login?ended=${ended}`);
  expect(screen.getByRole('status').textContent).toBe(sentence);
  await act(() => setLanguage('en'));
  expect(screen.getByRole('status').textContent).not.toBe(sentence);
});

test('the reason is still shown after a reload or a typed address, until the next sign-in', async () => {
  signedIn(userInfoFor());
  expireSession(new CallError('refused', '', { detail: 'ended_too_many_devices' }));
  expect(endedReason()).toBe('ended_too_many_devices');
  await openLogin('/login?redirect=%2Fsiteconfigs%2Fsites');
  expect(screen.getByRole('status').textContent).toBe('登录设备数超过上限，本设备已自动退出');
  signedIn(userInfoFor());
  expect(endedReason()).toBeUndefined();
});

test('an address cannot make the page say anything else', async () => {
  await openLogin('/login?ended=unknown_error');
  expect(screen.queryByRole('status')).toBeNull();
});

test('with the first password the page asks for another one, and goes on with it', async () => {
  const info = userInfoFor();
  signedIn({ ...info, user: { ...info.user, must_change_password: true } });
  await openLogin('/login?redirect=%2Fhomepages', ({ path }) => ({
    code: 0,
    data: path === signIn.login.path ? { ...info, device_token: 'known' } : {},
  }));
  type(t('login.first_password'), 'printed');
  type(t('login.new_password'), 'my-own-one');
  type(t('login.password_again'), 'my-own-one');
  submit();
  await waitFor(() => expect(screen.getByText('elsewhere')).toBeDefined());
  expect(asked().map(({ path }) => path)).toEqual([signIn.changePassword.path, signIn.login.path]);
  expect(asked()[0]?.input).toMatchObject({ old_password: 'printed', new_password: 'my-own-one' });
  expect(userInfo()?.user.must_change_password).toBe(false);
});

test('a challenge is solved and the sign-in sent again with its proof', async () => {
  const challenge = { seed: 'abc', bits: 6, expires: 9, signature: 'sig' };
  await openLogin('/login', ({ input: sent }) =>
    sent.proof
      ? { code: 0, data: { ...userInfoFor(), device_token: 'known' } }
      : { code: 29, data: challenge },
  );
  type(t('login.account'), 'operator');
  type(t('login.password'), 'lanjing123');
  submit();
  await waitFor(() => expect(screen.getByText('elsewhere')).toBeDefined());
  expect(asked()[1]?.input.proof).toMatchObject(challenge);
});

test('a refusal that brings the next challenge has it solved by the next try', async () => {
  const challenge = { seed: 'abc', bits: 6, expires: 9, signature: 'sig' };
  await openLogin('/login', ({ input: sent }) =>
    sent.proof
      ? { code: 0, data: { ...userInfoFor(), device_token: 'known' } }
      : { code: 18, detail: 'tries_left', params: { count: 2 }, data: challenge },
  );
  type(t('login.account'), 'operator');
  type(t('login.password'), 'wrong-one');
  submit();
  await waitFor(() => expect(screen.getByText(/还可以尝试 2 次/)).toBeDefined());
  type(t('login.password'), 'lanjing123');
  submit();
  await waitFor(() => expect(screen.getByText('elsewhere')).toBeDefined());
  expect(asked()).toHaveLength(2);
  expect(asked()[1]?.input.proof).toMatchObject(challenge);
});

test('a code is only sent to a valid number, and then the button counts down', async () => {
  const challenge = { seed: 'abc', bits: 6, expires: 9, signature: 'sig' };
  await openLogin('/login?form=register', ({ input: sent }) =>
    sent.proof ? { code: 0, data: { wait_seconds: 60, valid_seconds: 300 } } : { code: 29, data: challenge },
  );
  const button = screen.getByRole<HTMLButtonElement>('button', { name: t('login.get_code') });
  fireEvent.click(button);
  expect(screen.getByText(t('login.mobile_required'))).toBeDefined();
  type(t('login.mobile'), '13800000009');
  fireEvent.click(button);
  await waitFor(() => expect(button.textContent).toMatch(/^(60|59) 秒后重发$/));
  expect(button.disabled).toBe(true);
  expect(platform?.askedFor(signIn.sendCode.path)).toHaveLength(2);
  expect(asked()[1]?.input).toMatchObject({
    mobile: '13800000009',
    purpose: 'register',
    proof: challenge,
  });
});

test('registering says whether it waits for approval', async () => {
  await openLogin('/login?form=register', () => ({ code: 0, data: { user_id: 9, awaiting_approval: true } }));
  type(t('login.mobile'), '13800000009');
  type(t('login.code'), '123456');
  type(t('login.real_name'), '周启明');
  type(t('login.password'), 'secret1');
  type(t('login.password_again'), 'secret2');
  submit();
  expect(screen.getByText('两次输入的密码不一致，请重新输入')).toBeDefined();
  type(t('login.password_again'), 'secret1');
  submit();
  await waitFor(() => expect(screen.getByText(t('login.registered_wait'))).toBeDefined());
});

test('the server’s problem with a field is shown on that field', async () => {
  await openLogin('/login?form=password', () => ({
    code: 400,
    fields: [{ field: 'mobile', problem: 'bad_mobile' }],
  }));
  type(t('login.mobile'), '13800000009');
  type(t('login.code'), '123456');
  type(t('login.new_password'), 'secret1');
  type(t('login.password_again'), 'secret1');
  submit();
  await waitFor(() => expect(input(t('login.mobile')).getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText(t('problems.bad_mobile'))).toBeDefined();
});
