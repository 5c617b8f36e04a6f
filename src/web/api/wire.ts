import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { type FieldProblem, faultOfCode, isGoodNews } from '#shared/faults.ts';
import { CallError } from './call-error.ts';
import { serverReached, waitsInLine } from './connection.ts';
import { deviceId, operationPlatform } from './device.ts';

/** Spec §7: a call without an answer after a minute has failed. */
export const timeoutMs = MINUTE_MS;

interface Envelope {
  code: number;
  data?: unknown;
  fields?: FieldProblem[];
  detail?: string;
  params?: Record<string, string | number>;
  request_id?: string;
}

/** The raw answer. */
export interface Reply {
  status: number;
  envelope: Envelope | undefined;
}

export function headersFor(token: string | undefined): Record<string, string> {
  return {
    OperationPlatform: operationPlatform(navigator.userAgent),
    IMEI: deviceId(),
    ...(token ? { access_token: token } : {}),
  };
}

/**
 * POSTs JSON and waits for the whole answer, at most `timeoutMs` and until one of `signals` aborts. While a long query
 * waits in the server's queue, the server sends spaces, and the time-out counts from the last of them.
 */
export async function post(
  path: string,
  input: unknown,
  token: string | undefined,
  signals: (AbortSignal | undefined)[] = [],
): Promise<Reply> {
  const abort = new AbortController();
  let timedOut = false;
  const giveUp = () => {
    timedOut = true;
    abort.abort();
  };
  let timer = setTimeout(giveUp, timeoutMs);
  let leaveLine: (() => void) | undefined;
  const stillInLine = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, timeoutMs);
    leaveLine ??= waitsInLine();
  };
  const unlink = signals.map((signal) => link(signal, abort));
  try {
    // Does not replay a call whose page was left.
    abort.signal.throwIfAborted();
    const response = await fetch(path, {
      method: 'POST',
      headers: { ...headersFor(token), 'content-type': 'application/json' },
      body: JSON.stringify(input),
      credentials: 'include',
      signal: abort.signal,
    });
    const text = await textOf(response, stillInLine);
    serverReached(true);
    return { status: response.status, envelope: readEnvelope(text) };
  } catch {
    if (timedOut) throw noAnswer('timeout');
    if (abort.signal.aborted) throw new CallError('cancelled', String(abort.signal.reason));
    throw noAnswer('network deviation');
  } finally {
    clearTimeout(timer);
    leaveLine?.();
    for (const undo of unlink) undo();
  }
}

/** The body without leading spaces. */
async function textOf(response: Response, onSpaces: () => void): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    const part = decoder.decode(value, { stream: true });
    if (text === '' && part.trim() === '') onSpaces();
    else text += part;
  }
}

export function noAnswer(message: 'timeout' | 'network deviation'): CallError {
  serverReached(false);
  return new CallError('network', message);
}

export function readEnvelope(text: string): Envelope | undefined {
  try {
    const value = JSON.parse(text) as Partial<Envelope> | null;
    return typeof value?.code === 'number' ? (value as Envelope) : undefined;
  } catch {
    return undefined;
  }
}

/** The data of a success; anything else as the error that a caller will see. */
export function judge({ status, envelope }: Reply): { data: unknown } | { error: CallError } {
  if (status === 200 && envelope && isGoodNews(envelope.code)) return { data: envelope.data };
  const code = envelope?.code ?? status;
  const kind = status === 200 && envelope ? 'refused' : 'http';
  const fault = faultOfCode(code);
  return { error: new CallError(kind, fault ?? `code ${code}`, { ...envelope, fault, code, status }) };
}

// AbortSignal.any is younger than many browsers that still have to work.
function link(signal: AbortSignal | undefined, to: AbortController): () => void {
  if (!signal) return () => {};
  const forward = () => to.abort(signal.reason);
  if (signal.aborted) forward();
  signal.addEventListener('abort', forward);
  return () => signal.removeEventListener('abort', forward);
}
