import type { Call } from '#shared/contract/define.ts';
import { pageSignal } from './page-scope.ts';
import { post } from './wire.ts';
import { withSession } from './with-session.ts';

export interface SendOptions {
  signal?: AbortSignal;
  /** Calls of the shell continue when the page changes. */
  shell?: boolean;
}

/** Makes a call of the contract. Returns its data or throws a `CallError`. */
export async function send<Sent, Parsed, Answer>(
  call: Call<Sent, Parsed, Answer>,
  input: Sent,
  { signal, shell = false }: SendOptions = {},
): Promise<Answer> {
  // Taken once: a replay after a token refresh still belongs to the page that made the call.
  const page = shell ? undefined : pageSignal();
  const data = await withSession(call.needs, (token) => post(call.path, input, token, [signal, page]));
  return data as Answer;
}
