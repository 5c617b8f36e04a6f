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

/** How the line to the broker is. */
export interface MqttVitals {
  /** Whether messages can come. */
  connected: boolean;
  /** That came since the start. */
  messages: number;
  /** Those among them of which nothing counted. */
  refused: number;
}

/** Said to mqtt.js in place of "done": it goes on to the next message and leaves it to us to acknowledge this one. */
const LATER = new Error('acknowledged once it is stored');

/** So much may be on its way to the store; the broker keeps the rest. */
const MOST_MESSAGES = 1000;
const MOST_BYTES = 32 * 1024 * 1024;
/** Of what does not count, enough to see what it is. */
const KEPT_BYTES = 16 * 1024;
const LONGEST_MN = 64;

export const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = MINUTE_MS;
const GOODBYE_MS = 2000;

/** The line to a broker. Messages are read as they come and acknowledged, in their order, once they are stored. */
export class BrokerLine {
  private subscribed = false;
  private messages = 0;
  private refused = 0;
  private underWay = 0;
  private bytes = 0;
  private stopping = false;
  /** Lets mqtt.js go on, once there is room again. */
  private held: (() => void) | undefined;
  private whenSettled: (() => void) | undefined;
  private acknowledgements: Acknowledgements | undefined;
  private retry: NodeJS.Timeout | undefined;
  private readonly app: App;
  private readonly intake: Intake;
  private readonly client: MqttClient;
  private readonly filter: string;
  /** Which level of a topic is the MN. */
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

  /** Takes no more, stores and acknowledges what has come, then says goodbye. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.retry);
    // Another server that takes over bears our name: the broker then ends our line, and we must not come back.
    this.client.options.reconnectPeriod = 0;
    this.goOn();
    if (this.underWay > 0) {
      await new Promise<void>((resolve) => {
        this.whenSettled = resolve;
      });
    }
    this.acknowledgements?.send();
    // A broker that does not answer is not waited for.
    await Promise.race([this.client.endAsync(!this.client.connected), sleep(GOODBYE_MS)]);
    this.client.stream.destroy();
  }

  /** At every connection: the broker may have forgotten us, and to subscribe twice does no harm. */
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
    // What is neither taken nor acknowledged comes again at the next start.
    if (this.stopping) {
      next();
      return;
    }
    const acknowledge = this.acknowledgementOf(message);
    const size = message.payload.length;
    this.messages += 1;
    this.underWay += 1;
    this.bytes += size;
    // One that we fail on must not keep those behind it from being acknowledged.
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

  /** On the connection that brought the message: what was not acknowledged there comes again on the next. */
  private acknowledgementOf({ qos, messageId }: IPublishPacket): () => void {
    if (qos === 0 || messageId === undefined) return () => undefined;
    const { stream } = this.client;
    if (this.acknowledgements?.stream !== stream) this.acknowledgements = new Acknowledgements(stream);
    return this.acknowledgements.expect(messageId);
  }

  /** Resolves once it is stored, or can never be: it would come again for ever. */
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
      // What the broker had kept says nothing of now.
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
