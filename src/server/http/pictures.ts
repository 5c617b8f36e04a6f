import type { FastifyInstance } from 'fastify';
import type { App } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { pictureFolder } from '#shared/contract/platform/pictures.ts';

/** The content of a picture's address never changes, so browsers cache it for good. */
export function servePictures(server: FastifyInstance, app: App): void {
  server.get(`${pictureFolder}/:sha256`, async (request, reply) => {
    const { sha256 } = request.params as { sha256: string };
    const picture = await app.pool.one<{ mime: string; content: Buffer }>(
      sql`select mime, content from picture where sha256 = ${sha256}`,
    );
    if (!picture) return reply.code(404).send();
    return reply
      .header('content-type', picture.mime)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(picture.content);
  });
}
