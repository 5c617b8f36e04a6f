import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connect as connectTcp } from 'node:net';
import { connect, type IClientOptions, MqttClient } from 'mqtt';
import type { App } from '#server/app.ts';
import type { Intake } from '#server/gateway/gateway.ts';
import type { MqttConfig } from '#server/instance/config.ts';
import { StartError } from '#server/instance/start-error.ts';
import { checkedLookup, requireAllowed } from '#server/outgoing/address.ts';
import { BrokerLine, FIRST_RETRY_MS } from './broker-line.ts';

/**
 * Prepares the connection to a broker. Its messages are processed like packets and acknowledged once they are stored.
 * Configuration errors are reported now; the connection is opened when this server has the lease.
 */
export async function readyMqtt(app: App, config: MqttConfig): Promise<(intake: Intake) => BrokerLine> {
  const file = async (path: string | undefined) => (path === undefined ? undefined : readFile(path));
  const [ca, cert, key] = await Promise.all([file(config.ca), file(config.cert), file(config.key)]);
  requireReachable(config.url, app.config.outgoingPrivate);
  const options: IClientOptions = {
    ...(config.username !== undefined && { username: config.username }),
    ...(config.password !== undefined && { password: config.password }),
    // The broker keeps messages for this client name while we are away, so it must stay the same.
    clientId: config.clientId ?? `lanjing-${fingerprint(app.secrets.signing_secret)}`,
    clean: false,
    // 3.1.1: every broker supports it.
    protocolVersion: 4,
    reconnectPeriod: FIRST_RETRY_MS,
    reconnectOnConnackError: true,
    resubscribe: false,
    ca,
    cert,
    key,
  };
  return (intake) =>
    new BrokerLine(app, config, intake, openClient(config.url, app.config.outgoingPrivate, options));
}

function requireReachable(url: string, allowInside: boolean): void {
  try {
    requireAllowed(hostIn(url), allowInside);
  } catch {
    throw new StartError('The variable MQTT_URL names an address that the server may not connect to.');
  }
}

function hostIn(url: string): string {
  return new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Connects only to allowed addresses, checked when the name is resolved for the connection. */
function openClient(url: string, allowInside: boolean, options: IClientOptions): MqttClient {
  const { protocol, port, username, password } = new URL(url);
  const lookup = checkedLookup(allowInside);
  // For TLS and WebSocket the client passes its options on to the connection; for plain TCP it does not.
  if (protocol !== 'mqtt:')
    return connect(url, { ...options, lookup, wsOptions: { lookup } } as IClientOptions);
  return new MqttClient(() => connectTcp({ host: hostIn(url), port: Number(port || 1883), lookup }), {
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    ...options,
  });
}

function fingerprint(secret: string): string {
  return createHash('sha256').update(`mqtt ${secret}`).digest('hex').slice(0, 12);
}
