import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server and a web server that record what they receive. */
export async function openSinks() {
  const letters: string[] = [];
  const posts: Record<string, unknown>[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let letter = '';
      stream.on('data', (chunk) => {
        letter += chunk;
      });
      stream.on('end', () => {
        letters.push(letter);
        done();
      });
    },
  });
  const mail = smtp.listen(0, '127.0.0.1');
  const web = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    posts.push(JSON.parse(text) as Record<string, unknown>);
    response.writeHead(200).end('ok');
  }).listen(0, '127.0.0.1');
  await Promise.all([once(mail, 'listening'), once(web, 'listening')]);
  return {
    letters,
    posts,
    mailPort: (mail.address() as AddressInfo).port,
    webUrl: `http://127.0.0.1:${(web.address() as AddressInfo).port}/hook`,
    close: async () => {
      web.closeAllConnections();
      web.close();
      await new Promise<void>((resolve) => smtp.close(resolve));
    },
  };
}
