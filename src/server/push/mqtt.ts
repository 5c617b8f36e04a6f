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
 * Listens to a broker: what sites publish takes the way of a packet, and is acknowledged once it is stored. What is
 * wrong with its configuration is told now; the line is opened when this server is the one to do so.
 */
export async function readyMqtt(app: App, config: MqttConfig): Promise<(intake: Intake) => BrokerLine> {
  const file = async (path: string | undefined) => (path === undefined ? undefined : readFile(path));
  const [ca, cert, key] = await Promise.all([file(config.ca), file(config.cert), file(config.key)]);
  requireReachable(config.url, app.config.outgoingPrivate);
  const options: IClientOptions = {
    ...(config.username !== undefined && { username: config.username }),
    ...(config.password !== undefined && { password: config.password }),
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

/** Connects only to addresses that the server may reach, checked when the name is resolved for the connection. */
function openClient(url: string, allowInside: boolean, options: IClientOptions): MqttClient {
  const { protocol, port, username, password } = new URL(url);
  const lookup = checkedLookup(allowInside);
  // Over TLS and WebSocket the client hands its options on to the connection; over plain TCP it does not.
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
