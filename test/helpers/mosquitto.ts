import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { inject } from 'vitest';
import { until } from '#server/db/embedded-fixture.ts';
import { atEnd } from './at-end.ts';
import { idlePort } from './idle-port.ts';
import { stopChild } from './stop-child.ts';

/** Debian installs it in a folder that is only on root's PATH. */
const program = ['mosquitto', '/usr/sbin/mosquitto'].find(
  (name) => spawnSync(name, ['-h'], { stdio: 'ignore' }).error === undefined,
);
export const hasMosquitto = program !== undefined;

/** A typical broker with passwords, a TLS port and a WebSocket port. */
export async function startMosquitto(username: string, password: string) {
  const [tls, ws] = [await idlePort(), await idlePort()];
  const folder = mkdtempSync(join(inject('folder'), 'mosquitto-'));
  const passwords = join(folder, 'passwords');
  writeFileSync(passwords, '');
  spawnSync('mosquitto_passwd', ['-b', passwords, username, password]);
  const cert = resolve('test/fixtures/broker-cert.pem');
  const settings = [
    'per_listener_settings false',
    'allow_anonymous false',
    `password_file ${passwords}`,
    // As root it would switch to a user who cannot read this folder.
    ...(process.getuid?.() === 0 ? ['user root'] : []),
    `listener ${tls} 127.0.0.1`,
    `cafile ${cert}`,
    `certfile ${cert}`,
    `keyfile ${resolve('test/fixtures/broker-key.pem')}`,
    'require_certificate true',
    `listener ${ws} 127.0.0.1`,
    'protocol websockets',
  ];
  writeFileSync(join(folder, 'mosquitto.conf'), settings.join('\n'));
  const broker = spawn(program ?? '', ['-c', join(folder, 'mosquitto.conf')], { stdio: 'ignore' });
  atEnd(() => stopChild(broker));
  await until(async () => (await listens(tls)) && (await listens(ws)), 50);
  return { tls: `mqtts://127.0.0.1:${tls}`, ws: `ws://127.0.0.1:${ws}` };
}

function listens(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      answer(true);
    });
    socket.once('error', () => answer(false));
  });
}
