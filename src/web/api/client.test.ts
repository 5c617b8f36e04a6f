import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { audit } from '#shared/contract/platform/audit.ts';
import { jobs } from '#shared/contract/platform/jobs.ts';
import { startI18n, t } from '#web/i18n.ts';
import { CallError } from './call-error.ts';
import { send } from './client.ts';
import { explain } from './explain.ts';
import { navigateWith } from './navigation.ts';
import { leavePage } from './page-scope.ts';
import { signedIn, signedOut, userInfo } from './session.ts';
import { type Asked, startPlatform, userInfoFor } from './test-platform.ts';
import { dismiss, toastsShown } from './toasts.ts';

type Platform = Awaited<ReturnType<typeof startPlatform>>;

const old = userInfoFor({}, 'old');
const fresh = userInfoFor({}, 'new');
let platform: Platform | undefined;
let visitedPaths: string[];
/** Blocks token refreshes until `openGate` is called. */
let gate: Promise<void>;
let openGate: () => void;

beforeAll(startI18n);

beforeEach(() => {
  visitedPaths = [];
  gate = Promise.resolve();
  navigateWith((to) => visitedPaths.push(to));
  signedIn(old);
});

afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  signedOut();
  for (const { id } of toastsShown()) dismiss(id);
  await platform?.stop();
  platform = undefined;
});

/** Refuses the old token as expired and renews it; everything else echoes its input. */
async function renewing({ headers, path, input }: Asked) {
  if (path === signIn.refresh.path) {
    await gate;
    return { code: 0, data: { access_token: fresh.access_token, refresh_token: fresh.refresh_token } };
  }
  return headers.access_token === fresh.access_token ? { code: 0, data: { echo: input } } : { code: 1 };
}

function closeGate() {
  gate = new Promise((resolve) => {
    openGate = resolve;
  });
}

async function failureOf(call: Promise<unknown>): Promise<CallError> {
  const error = await call.then(() => undefined).catch((reason: unknown) => reason);
  if (!(error instanceof CallError)) throw new Error(`expected a CallError, got ${String(error)}`);
  return error;
}

test('a call is POST + JSON with platform, device and token', async () => {
  platform = await startPlatform(() => ({ code: 0, data: { total: 0, data_info: [] } }));
  const answer = await send(audit.list, { page_index: 2 });
  expect(answer).toEqual({ total: 0, data_info: [] });
  const [asked] = platform.askedFor(audit.list.path);
  expect(asked?.input).toEqual({ page_index: 2 });
  expect(asked?.headers).toMatchObject({
    'content-type': 'application/json',
    operationplatform: 'Web',
    access_token: old.access_token,
    imei: localStorage.getItem('userid'),
  });
});

test('50 parallel calls with an expired token make one refresh, and each is replayed with its own input', async () => {
  platform = await startPlatform(renewing);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => send(audit.list, { page_index: index + 1 })),
  );
  expect(answers).toEqual(Array.from({ length: 50 }, (_, index) => ({ echo: { page_index: index + 1 } })));
  expect(platform.askedFor(signIn.refresh.path)).toHaveLength(1);
  expect(platform.askedFor(signIn.refresh.path)[0]?.input).toEqual({ refresh_token: old.refresh_token });
  expect(userInfo()).toMatchObject({ access_token: fresh.access_token, user: { account: 'operator' } });
});

test('a call that starts during a refresh waits for it instead of asking for another', async () => {
  closeGate();
  platform = await startPlatform(renewing);
  const first = send(audit.list, {});
  await vi.waitFor(() => expect(platform?.askedFor(signIn.refresh.path)).toHaveLength(1), 30_000);
  const second = send(jobs.list, {});
  openGate();
  await Promise.all([first, second]);
  expect(platform.askedFor(jobs.list.path)).toHaveLength(1);
  expect(platform.askedFor(signIn.refresh.path)).toHaveLength(1);
});

test('a refused refresh ends the session once: one notice, one way to sign-in after a second', async () => {
  platform = await startPlatform(({ path }) => (path === signIn.refresh.path ? { code: 17 } : { code: 1 }));
  const failures = await Promise.all([1, 2, 3].map(() => failureOf(send(audit.list, {}))));
  expect(failures.map(({ fault }) => fault)).toEqual(['refresh_failed', 'refresh_failed', 'refresh_failed']);
  expect(toastsShown().map(({ text }) => text)).toEqual(['token过期,请重新登陆']);
  expect(userInfo()).toBeUndefined();
  expect(visitedPaths).toEqual([]);
  await vi.waitFor(() => expect(visitedPaths).toHaveLength(1), 30_000);
  expect(visitedPaths).toEqual([`/login?redirect=${encodeURIComponent('/userconfigs/users?page_index=2')}`]);
});

test('a server that restarts during the refresh does not sign anyone out', async () => {
  platform = await startPlatform(({ path }) => (path === signIn.refresh.path ? 'break' : { code: 1 }));
  const failure = await failureOf(send(audit.list, {}));
  expect(failure.kind).toBe('network');
  expect(userInfo()).toEqual(old);
});

test('a revoked session leads to sign-in without trying to refresh', async () => {
  platform = await startPlatform(() => ({ code: 6 }));
  expect(await failureOf(send(audit.list, {}))).toMatchObject({ fault: 'session_revoked', code: 6 });
  expect(userInfo()).toBeUndefined();
  expect(platform.askedFor(signIn.refresh.path)).toHaveLength(0);
});

test('a late refusal of a session that was left does not end the new one', async () => {
  closeGate();
  platform = await startPlatform(async () => {
    await gate;
    return { code: 6 };
  });
  const late = failureOf(send(audit.list, {}));
  await vi.waitFor(() => expect(platform?.asked).toHaveLength(1), 30_000);
  const next = userInfoFor({ sid: 's-2' }, 'next');
  signedIn(next);
  openGate();
  await late;
  expect(userInfo()).toEqual(next);
});

test('a wrong password at sign-in is a refusal like any other and ends no session', async () => {
  platform = await startPlatform(() => ({ code: 18, detail: 'tries_left', params: { count: 4 } }));
  const failure = await failureOf(send(signIn.login, { account: 'operator', password: 'wrong' }));
  expect(failure).toMatchObject({ fault: 'password_wrong', detail: 'tries_left', params: { count: 4 } });
  expect(explain(t, failure)).toContain('4');
  expect(userInfo()).toEqual(old);
});

test('a change of path cancels the calls of the page and no others', async () => {
  closeGate();
  platform = await startPlatform(async ({ path }) => {
    await gate;
    return path === jobs.list.path ? { code: 0, data: 'shell' } : { code: 0, data: 'page' };
  });
  const ofPage = failureOf(send(audit.list, {}));
  const ofShell = send(jobs.list, {}, { shell: true });
  await vi.waitFor(() => expect(platform?.asked).toHaveLength(2), 30_000);
  leavePage();
  openGate();
  expect(await ofPage).toMatchObject({ kind: 'cancelled', message: 'route jump cancel request' });
  expect(await ofShell).toBe('shell');
  expect(explain(t, await ofPage)).toBe('');
});

test('a refresh goes on when the page that caused it is left', async () => {
  closeGate();
  platform = await startPlatform(renewing);
  const left = failureOf(send(audit.list, {}));
  await vi.waitFor(() => expect(platform?.askedFor(signIn.refresh.path)).toHaveLength(1), 30_000);
  leavePage();
  openGate();
  expect((await left).kind).toBe('cancelled');
  expect(userInfo()?.access_token).toBe(fresh.access_token);
});

test('a call without an answer fails after 60 seconds', async () => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'fetch',
    (_path: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  );
  const failure = failureOf(send(audit.list, {}));
  await vi.advanceTimersByTimeAsync(59_999);
  expect(await Promise.race([failure, Promise.resolve('waiting')])).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect(explain(t, await failure)).toBe(t('common.timeout'));
});

test('a long question that waits for its turn is not given up, and is once its turn has come and nothing follows', async () => {
  vi.useFakeTimers();
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  const say = (text: string) => body?.enqueue(new TextEncoder().encode(text));
  vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit) => {
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        body = controller;
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return Promise.resolve(new Response(stream));
  });
  const answer = send(audit.list, {});
  for (let beats = 0; beats < 40; beats += 1) {
    await vi.advanceTimersByTimeAsync(5000);
    say(' ');
  }
  say('{"code":0,"data":{"total":0,');
  say('"data_info":[]}}');
  body?.close();
  expect(await answer).toEqual({ total: 0, data_info: [] });

  const failure = failureOf(send(audit.list, {}));
  await vi.advanceTimersByTimeAsync(5000);
  say(' ');
  await vi.advanceTimersByTimeAsync(59_000);
  expect(await Promise.race([failure, Promise.resolve('waiting')])).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1001);
  expect(explain(t, await failure)).toBe(t('common.timeout'));
});

test('statuses other than 200 are rejected, and too many requests are told to wait', async () => {
  platform = await startPlatform(({ path }) => ({ status: path === audit.list.path ? 429 : 502 }));
  const hurried = await failureOf(send(audit.list, {}));
  expect(hurried).toMatchObject({ kind: 'http', status: 429 });
  expect(explain(t, hurried)).toBe(t('login.wait_then_retry'));
  const broken = await failureOf(send(jobs.list, {}));
  expect(explain(t, broken)).toContain(t('common.request_error'));
});

test('no connection is worded as a network deviation', async () => {
  platform = await startPlatform(() => 'break');
  const failure = await failureOf(send(audit.list, {}));
  expect(explain(t, failure)).toBe('网络异常');
});

test('field problems arrive with the refusal', async () => {
  const fields = [{ field: 'real_name', problem: 'required' }];
  platform = await startPlatform(() => ({ code: 400, fields }));
  expect(await failureOf(send(signIn.editMe, { real_name: '' }))).toMatchObject({
    fault: 'parameter_error',
    fields,
    request_id: 'r-1',
  });
});
