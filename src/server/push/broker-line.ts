import { setTimeout as sleep } from 'node:timers/promises';
import type { IPublishPacket, MqttClient } from 'mqtt';
import type { App } from '#server/app.ts';
import type { Intake } from '#server/gateway/gateway.ts';
import type { Arrival } from '#server/ingest/writer.ts';
import type { MqttConfig } from '#server/instance/config.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { Acknowledgements } from './acknowledgements.ts';
import { readMessage } from './message.ts';
import { callerOf, isKept, keptOnly, takeValue } from './values.ts';

/** State of the connection to the broker. */
export interface MqttVitals {
  /** Whether messages can arrive. */
  connected: boolean;
  /** Messages since the start. */
  messages: number;
  /** Those of which nothing was accepted. */
  refused: number;
}

/**
 * Passed to mqtt.js instead of "done": it continues with the next message and leaves the acknowledgement of this one to
 * us.
 */
const LATER = new Error('acknowledged once it is stored');

/** Most messages that wait to be stored; the broker keeps the rest. */
const MOST_MESSAGES = 1000;
const MOST_BYTES = 32 * 1024 * 1024;
/** Stored part of refused messages: enough to see what they are. */
const KEPT_BYTES = 16 * 1024;
const LONGEST_MN = 64;

export const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = MINUTE_MS;
const GOODBYE_MS = 2000;

/** The connection to a broker. Messages are read as they arrive and acknowledged in order once they are stored. */
export class BrokerLine {
  private subscribed = false;
  private messages = 0;
  private refused = 0;
  private underWay = 0;
  private bytes = 0;
  private stopping = false;
  /** Lets mqtt.js continue once there is room again. */
  private held: (() => void) | undefined;
  private whenSettled: (() => void) | undefined;
  private acknowledgements: Acknowledgements | undefined;
  private retry: NodeJS.Timeout | undefined;
  private readonly app: App;
  private readonly intake: Intake;
  private readonly client: MqttClient;
  private readonly filter: string;
  /** The topic level that holds the MN. */
  private readonly level: number;
  private readonly broker: string;

  constructor(app: App, { url, topic, share }: MqttConfig, intake: Intake, client: MqttClient) {
    this.app = app;
    this.intake = intake;
    this.client = client;
    this.filter = share === undefined ? topic : `$share/${share}/${topic}`;
    this.level = topic.split('/').indexOf('+');
    this.broker = `mqtt://${new URL(url).host}`;
    client.handleMessage = (message, done) => this.receive(message, () => done(LATER));
    client.on('connect', () => this.subscribe());
    client.on('close', () => this.lost());
    client.on('error', (error) => app.log.warn({ err: error }, 'the broker'));
  }

  get vitals(): MqttVitals {
    return { connected: this.subscribed, messages: this.messages, refused: this.refused };
  }

  /** Accepts no more messages, stores and acknowledges those that have arrived, then disconnects. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.retry);
    // A server that takes over uses our client name: the broker then closes our connection, and we must not reconnect.
    this.client.options.reconnectPeriod = 0;
    this.goOn();
    if (this.underWay > 0) {
      await new Promise<void>((resolve) => {
        this.whenSettled = resolve;
      });
    }
    this.acknowledgements?.send();
    // Does not wait for a broker that does not answer.
    await Promise.race([this.client.endAsync(!this.client.connected), sleep(GOODBYE_MS)]);
    this.client.stream.destroy();
  }

  /** At every connection: the broker may have lost the subscription, and subscribing twice is harmless. */
  private subscribe(): void {
    this.client.options.reconnectPeriod = FIRST_RETRY_MS;
    this.client.subscribe(this.filter, { qos: 1 }, (error, granted) => {
      this.subscribed = !error && granted?.[0]?.qos === 1;
      if (this.subscribed || this.stopping || !this.client.connected) return;
      this.app.log.error({ err: error, filter: this.filter }, 'the broker refuses the subscription');
      this.retry = setTimeout(() => this.subscribe(), LAST_RETRY_MS);
    });
  }

  private lost(): void {
    this.subscribed = false;
    clearTimeout(this.retry);
    const { options } = this.client;
    options.reconnectPeriod = Math.min(2 * (options.reconnectPeriod ?? FIRST_RETRY_MS), LAST_RETRY_MS);
  }

  private receive(message: IPublishPacket, next: () => void): void {
    // Messages that are neither stored nor acknowledged are sent again at the next start.
    if (this.stopping) {
      next();
      return;
    }
    const acknowledge = this.acknowledgementOf(message);
    const size = message.payload.length;
    this.messages += 1;
    this.underWay += 1;
    this.bytes += size;
    // An error with one message must not keep later ones from being acknowledged.
    this.take(message)
      .catch((error: unknown) => this.app.log.error({ err: error }, 'a message failed'))
      .finally(() => {
        acknowledge();
        this.underWay -= 1;
        this.bytes -= size;
        if (this.underWay === 0) this.whenSettled?.();
        this.goOn();
      });
    this.held = next;
    this.goOn();
    if (this.intake.writer.isFull) this.intake.writer.onRoom(() => this.goOn());
  }

  private get hasRoom(): boolean {
    if (this.stopping) return true;
    return this.underWay < MOST_MESSAGES && this.bytes < MOST_BYTES && !this.intake.writer.isFull;
  }

  private goOn(): void {
    const next = this.held;
    if (!next || !this.hasRoom) return;
    this.held = undefined;
    next();
  }

  /** On the connection that brought the message: what was not acknowledged there is sent again on the next. */
  private acknowledgementOf({ qos, messageId }: IPublishPacket): () => void {
    if (qos === 0 || messageId === undefined) return () => undefined;
    const { stream } = this.client;
    if (this.acknowledgements?.stream !== stream) this.acknowledgements = new Acknowledgements(stream);
    return this.acknowledgements.expect(messageId);
  }

  /** Resolves once it is stored or can never be stored: otherwise it would be sent again for ever. */
  private async take({ topic, payload, retain }: IPublishPacket): Promise<void> {
    const { directory, oddFrames, notes } = this.intake;
    const mn = topic.split('/')[this.level] ?? '';
    const site = directory.find(mn);
    const read = readMessage(Buffer.from(payload));
    const source = { remote: `${this.broker}/${topic}`, at: this.app.now() };
    if (site && read.values) {
      const taken = read.values.map(({ value, raw }) =>
        takeValue(this.intake, site, value, { ...source, raw }),
      );
      const counts = taken.some(({ failed }) => failed.length === 0);
      if (!counts) this.refused += 1;
      // A retained message says nothing about the device's present state.
      if (!retain) this.intake.heard(site, source.remote, source.at, counts);
      const kept = taken.filter((value) => isKept(this.intake, value));
      await Promise.all(kept.map(({ arrival }) => this.store(arrival)));
      return;
    }
    this.refused += 1;
    if (!oddFrames.mayKeep(`json ${mn}`, source.at.getTime())) return;
    const called = mn.slice(0, LONGEST_MN);
    const raw = read.raw.subarray(0, KEPT_BYTES);
    if (!read.problem)
      notes.unregistered({ mn: called, ...callerOf(read.raw) }, raw, source.remote, source.at);
    await this.store({ packet: keptOnly(called, site, { ...source, raw }, read.problem) });
  }

  private store(arrival: Arrival): Promise<boolean> {
    return new Promise((resolve) => {
      this.intake.writer.push({ ...arrival, settle: resolve });
    });
  }
}
