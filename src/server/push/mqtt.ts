import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connect } from 'mqtt';
import type { MqttConfig } from '#server/config.ts';
import type { Intake } from '#server/gateway/gateway.ts';
import type { App } from '#server/http/ctx.ts';
import { BrokerLine, FIRST_RETRY_MS } from './broker-line.ts';

/** Listens to a broker: what sites publish takes the way of a packet, and is acknowledged once it is stored. */
export async function startMqtt(app: App, config: MqttConfig, intake: Intake): Promise<BrokerLine> {
  const file = async (path: string | undefined) => (path === undefined ? undefined : readFile(path));
  const [ca, cert, key] = await Promise.all([file(config.ca), file(config.cert), file(config.key)]);
  const client = connect(config.url, {
    username: config.username,
    password: config.password,
    // The broker keeps what comes while we are away under the name that we bear, so it must stay the same.
    clientId: config.clientId ?? `lanjing-${fingerprint(app.secrets.signing_secret)}`,
    clean: false,
    // 3.1.1: every broker knows it.
    protocolVersion: 4,
    reconnectPeriod: FIRST_RETRY_MS,
    reconnectOnConnackError: true,
    resubscribe: false,
    ca,
    cert,
    key,
  });
  return new BrokerLine(app, config, intake, client);
}

function fingerprint(secret: string): string {
  return createHash('sha256').update(`mqtt ${secret}`).digest('hex').slice(0, 12);
}
