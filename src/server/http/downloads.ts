import { createHmac, timingSafeEqual } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { App } from './ctx.ts';

interface Ticket {
  /** Path below the data folder. */
  path: string;
  name: string;
  expires: number;
}

const VALID_MS = 5 * 60_000;

/** A short-lived address of one file; whoever holds it may fetch it, so it is only given to who may see the file. */
export function downloadUrl(app: App, path: string, name: string): string {
  const ticket: Ticket = { path, name, expires: app.now().getTime() + VALID_MS };
  const body = Buffer.from(JSON.stringify(ticket)).toString('base64url');
  return `/file/download/${body}.${sign(app, body)}`;
}

export function serveDownloads(server: FastifyInstance, app: App): void {
  server.get('/file/download/:ticket', async (request, reply) => {
    const ticket = readTicket(app, (request.params as { ticket: string }).ticket);
    if (!ticket) return reply.code(404).send();
    const file = await open(join(app.config.dataDir, ticket.path)).catch(() => undefined);
    if (!file) return reply.code(404).send();
    const { size } = await file.stat();
    return reply
      .header('content-type', 'application/octet-stream')
      .header('content-length', size)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(ticket.name)}`)
      .header('cache-control', 'private, no-store')
      .send(file.createReadStream());
  });
}

function readTicket(app: App, text: string): Ticket | undefined {
  const [body = '', signature = ''] = text.split('.');
  const expected = Buffer.from(sign(app, body));
  const given = Buffer.from(signature);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined;
  const ticket = JSON.parse(Buffer.from(body, 'base64url').toString()) as Ticket;
  return ticket.expires >= app.now().getTime() ? ticket : undefined;
}

function sign(app: App, body: string): string {
  return createHmac('sha256', app.secrets.signing_secret).update(`download ${body}`).digest('base64url');
}
