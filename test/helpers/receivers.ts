import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { atEnd } from './at-end.ts';

interface Received {
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

/** A server that records requests; its answer can be changed. */
export async function webReceiver() {
  const receiver = {
    url: '',
    received: [] as Received[],
    answer: (response: ServerResponse, _body: Record<string, unknown>): void => {
      response.writeHead(200).end('ok');
    },
  };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text) as Record<string, unknown>;
    receiver.received.push({ headers: request.headers, body });
    receiver.answer(response, body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return receiver;
}

/** Settings that send e-mails to a mail server on this machine. */
export const smtpAt = (smtp_port: number) =>
  ({ email_provider: 'smtp', smtp_host: '127.0.0.1', smtp_port, smtp_security: 'none' }) as const;

/** A mail server. `port` 0 takes any free port; the letters are raw messages. */
export async function mailReceiver(port = 0, options: SMTPServerOptions = {}) {
  const letters: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let text = '';
      stream.on('data', (chunk) => {
        text += chunk;
      });
      stream.on('end', () => {
        letters.push(text);
        done();
      });
    },
    ...options,
  });
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  const stop = () => new Promise<void>((resolve) => server.close(resolve));
  atEnd(stop);
  return { letters, stop, port: (listening.address() as AddressInfo).port };
}
