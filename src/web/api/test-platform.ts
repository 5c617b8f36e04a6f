import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DetachedWindowAPI } from 'happy-dom';
import type { UserInfo } from './session.ts';

export interface Asked {
  path: string;
  /** The body as JSON, where it is JSON. */
  input: Record<string, unknown>;
  text: string;
  headers: IncomingHttpHeaders;
}

type Answer = Record<string, unknown> | 'hang' | 'break' | { status: number };
type Handler = (asked: Asked) => Answer | Promise<Answer>;

/** Real HTTP server with the answers of a test, reachable at the page's own origin. */
export async function startPlatform(answer: Handler) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const input = text.startsWith('{') ? (JSON.parse(text) as Asked['input']) : {};
      const one = { path: request.url ?? '', input, text, headers: request.headers };
      asked.push(one);
      void Promise.resolve(answer(one)).then((body) => reply(response, body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  goToUrl(`http://127.0.0.1:${port}/userconfigs/users?page_index=2`);
  return {
    asked,
    askedFor: (path: string) => asked.filter((one) => one.path === path),
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export function goToUrl(url: string): void {
  (window as unknown as { happyDOM: DetachedWindowAPI }).happyDOM.setURL(url);
}

function reply(response: ServerResponse, answer: Answer): void {
  if (answer === 'hang') return;
  if (answer === 'break') {
    response.destroy();
    return;
  }
  const status = typeof answer.status === 'number' ? answer.status : 200;
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ request_id: 'r-1', ...answer }));
}

/** An unsigned token: the browser only reads it. */
export function tokenFor(payload: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part(payload)}.signature`;
}

export function userInfoFor(payload: Record<string, unknown> = {}, mark = '1'): UserInfo {
  return {
    access_token: tokenFor({ uid: 7, role_id: 3, sid: 's-1', type: 'access', mark, ...payload }),
    refresh_token: `refresh-${mark}`,
    user: {
      user_id: 7,
      account: 'operator',
      real_name: '周启明',
      mobile: '13800000003',
      avatar: '',
      role_id: 3,
      role_name: '运维人员',
      role_name_en: 'Operator',
      sees_all_sites: true,
      must_change_password: false,
    },
    user_set: {
      title: null,
      logo: null,
      accent: null,
      map_style: 'general',
      time_zone: 'Asia/Shanghai',
      alarm_sound: 'off',
    },
  };
}
