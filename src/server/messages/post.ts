import { sendReason } from '#shared/send-reasons.ts';
import { NotNow, ServiceAway } from './provider.ts';

const TIMEOUT_MS = 10_000;
/** Nobody was spoken to. */
const UNREACHED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/;
/** What a proxy says of a server that is down, and a server of itself when it is full. */
const AWAY = [429, 502, 503, 504];

type Service = 'webhook' | 'sms' | 'aliyun';

/** POST with the reason in words when it fails. The address stays out of them: it may carry a key. */
export async function post(
  service: Service,
  url: string,
  body: string | URLSearchParams,
  headers: Record<string, string> = {},
): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: Error) => {
    if (error.name === 'TimeoutError') throw new NotNow(sendReason('silent', { seconds: TIMEOUT_MS / 1000 }));
    const cause = error.cause as { code?: string; message?: string } | undefined;
    const reason = [error.message, cause?.message || cause?.code].filter(Boolean).join(': ');
    throw UNREACHED.test(cause?.code ?? '') ? new ServiceAway(reason) : new NotNow(reason);
  });
  if (response.ok) return response;
  const said = sendReason(`${service}_http`, { status: response.status });
  if (AWAY.includes(response.status)) throw new ServiceAway(said);
  // A 4xx is about what was sent; anything else is about whoever answered.
  throw response.status >= 400 && response.status < 500 ? new Error(said) : new NotNow(said);
}

export function postJson(
  service: Service,
  url: string,
  content: unknown,
  headers: (body: string) => Record<string, string> = () => ({}),
): Promise<Response> {
  const body = JSON.stringify(content);
  return post(service, url, body, { 'content-type': 'application/json', ...headers(body) });
}
