import type { App } from '#server/app.ts';
import { AddressRefused } from '#server/outgoing/address.ts';
import { type Answer, postOut } from '#server/outgoing/request.ts';
import { sendReason } from '#shared/send-reasons.ts';
import { NotNow, ServiceAway } from './provider.ts';

const TIMEOUT_MS = 10_000;
const FORM = 'application/x-www-form-urlencoded;charset=UTF-8';
/** Errors before anything was sent. */
const UNREACHED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/;
/** Status codes of a proxy whose server is down, and of an overloaded server. */
const AWAY = [429, 502, 503, 504];

type Service = 'webhook' | 'sms' | 'aliyun' | 'robot';

/** POST with a readable reason on failure. The reason leaves the address out, because it may contain a key. */
export async function post(
  { config }: App,
  service: Service,
  url: string,
  body: string | URLSearchParams,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const form: Record<string, string> = body instanceof URLSearchParams ? { 'content-type': FORM } : {};
  const answer = await postOut({
    url,
    headers: { ...form, ...headers },
    body: String(body),
    timeoutMs: TIMEOUT_MS,
    allowInside: config.outgoingPrivate,
  }).catch((error: Error & { code?: string }) => {
    if (error instanceof AddressRefused) throw new ServiceAway(sendReason('address_refused'));
    if (error.name === 'TimeoutError') throw new NotNow(sendReason('silent', { seconds: TIMEOUT_MS / 1000 }));
    const reason = error.message || (error.code ?? error.name);
    throw UNREACHED.test(error.code ?? '') ? new ServiceAway(reason) : new NotNow(reason);
  });
  const { status } = answer;
  if (status >= 200 && status < 300) return answer;
  const said = sendReason(`${service}_http`, { status });
  if (AWAY.includes(status)) throw new ServiceAway(said);
  // A 4xx status means that the request was wrong; any other one that the service failed.
  throw status >= 400 && status < 500 ? new Error(said) : new NotNow(said);
}

export function postJson(
  app: App,
  service: Service,
  url: string,
  content: unknown,
  headers: (body: string) => Record<string, string> = () => ({}),
): Promise<Answer> {
  const body = JSON.stringify(content);
  return post(app, service, url, body, { 'content-type': 'application/json', ...headers(body) });
}
