import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { inject } from 'vitest';
import type { App } from '#server/app.ts';
import type { Pool } from '#server/db/pool.ts';
import type { Gateway } from '#server/gateway/gateway.ts';
import type { Envelope } from '#server/http/envelope.ts';
import { type Config, readConfig } from '#server/instance/config.ts';
import { startServices } from '#server/services.ts';
import { type Account, signIn, type Tokens } from '#shared/contract/access/sign-in.ts';
import type { Call } from '#shared/contract/define.ts';
import { type FilePurpose, files } from '#shared/contract/files/files.ts';
import { type FaultName, faultOfCode, isGoodNews } from '#shared/faults.ts';
import { atEnd } from './at-end.ts';
import { newDatabase } from './database.ts';

export const PASSWORD = 'lanjing123';

/** A refusal as thrown in tests: `rejects.toMatchObject({ fault: 'no_data' })`. */
export class Refused extends Error {
  readonly fault: FaultName | undefined;
  readonly envelope: Envelope;

  constructor(envelope: Envelope) {
    super(`${envelope.code} ${envelope.message}`);
    this.fault = faultOfCode(envelope.code);
    this.envelope = envelope;
  }
}

/** A device that calls the server like a browser. */
export class Client {
  tokens: Tokens | undefined;
  user: Account | undefined;
  readonly imei: string;
  private readonly address: string;
  private cookie = '';

  constructor(address: string, imei: string = randomUUID()) {
    this.address = address;
    this.imei = imei;
  }

  async raw(
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; envelope: Envelope }> {
    const response = await fetch(this.address + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        OperationPlatform: 'Web',
        IMEI: this.imei,
        ...(this.tokens ? { access_token: this.tokens.access_token } : {}),
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const [cookie] = response.headers.get('set-cookie')?.split(';') ?? [];
    if (cookie) this.cookie = cookie;
    return { status: response.status, envelope: (await response.json()) as Envelope };
  }

  /** Opens an address like a browser: with cookie, without token. */
  download(url: string): Promise<Response> {
    return fetch(this.address + url, { headers: { cookie: this.cookie } });
  }

  async send<Sent, Parsed, Answer>(call: Call<Sent, Parsed, Answer>, input: Sent): Promise<Answer> {
    const { envelope } = await this.raw(call.path, input);
    if (!isGoodNews(envelope.code)) throw new Refused(envelope);
    return envelope.data as Answer;
  }

  async upload(
    name: string,
    content: Uint8Array | string,
    purpose: FilePurpose = 'attachment',
  ): Promise<Envelope> {
    return this.form(files.upload.path, { purpose }, name, content);
  }

  /** Multipart: fields first, then the file. */
  async form(
    path: string,
    fields: Record<string, string | number>,
    name: string,
    content: Uint8Array | string,
  ): Promise<Envelope> {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, String(value));
    form.append('file', new Blob([content]), name);
    const headers: Record<string, string> = { IMEI: this.imei };
    if (this.tokens) headers.access_token = this.tokens.access_token;
    const response = await fetch(this.address + path, { method: 'POST', headers, body: form });
    return (await response.json()) as Envelope;
  }

  async signIn(account: string, password = PASSWORD): Promise<this> {
    const { user, access_token, refresh_token } = await this.send(signIn.login, { account, password });
    this.user = user;
    this.tokens = { access_token, refresh_token };
    return this;
  }

  async refresh(): Promise<this> {
    const { access_token, refresh_token } = await this.send(signIn.refresh, {
      refresh_token: this.tokens?.refresh_token ?? '',
    });
    this.tokens = { access_token, refresh_token };
    return this;
  }
}

export interface TestApp {
  app: App;
  db: Pool;
  databaseUrl: string;
  config: Config;
  address: string;
  gateway: Gateway;
  /** The server's clock; tests advance it instead of waiting. */
  clock: { now: Date; forward(seconds: number): void };
  /**
   * Stops the server and starts it again on the same database and data folder. Its address changes unless `PORT` is
   * set. `between` runs while it is stopped.
   */
  restart(between?: () => void): Promise<void>;
  /** Aggregates everything that is due, concurrently with the server. */
  rollUp(now?: Date): Promise<void>;
  client(imei?: string): Client;
  /** Signs in as a demo account: admin (the super administrator), manager, operator, auditor or learner. */
  login(account: string): Promise<Client>;
}

/** Free ports, and no disk warnings, because the machine's disk may be nearly full. */
export function testConfig(dataDir: string, env: Record<string, string>): Config {
  const usual = {
    DATA_DIR: dataDir,
    PORT: '0',
    GATEWAY_PORT: '0',
    DEMO_STATIONS: 'false',
    DISK_WARNING_GB: '0',
    DISK_CRITICAL_GB: '0',
  };
  return readConfig({ ...usual, ...env }, []);
}

/**
 * The real server on its own database, one per test file; stopped at the end of the file. `via` may insert a proxy
 * between server and database.
 */
export async function testApp(
  env: Record<string, string> = {},
  via: (databaseUrl: string) => Promise<string> = async (url) => url,
): Promise<TestApp> {
  const databaseUrl = await via(await newDatabase(inject('templates').demo));
  const dataDir = mkdtempSync(join(inject('folder'), 'app-'));
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const config = testConfig(dataDir, env);
  const secret = (use: string) => `${use}-secret-only-for-tests-0123456789`;
  const clock = {
    now: new Date('2026-11-15T02:00:00Z'),
    forward(seconds: number) {
      this.now = new Date(this.now.getTime() + seconds * 1000);
    },
  };
  const start = () =>
    startServices({
      config,
      databaseUrl,
      secrets: { token_secret: secret('token'), signing_secret: secret('signing'), database_password: '' },
      log: pino({ level: 'silent' }),
      now: () => clock.now,
    });
  let services = await start();
  atEnd(() => services.stop());
  return {
    // Getters, because `restart` replaces the server.
    get app() {
      return services.app;
    },
    get db() {
      return services.app.pool;
    },
    get address() {
      return services.address;
    },
    get gateway() {
      return services.gateway;
    },
    databaseUrl,
    config,
    clock,
    restart: async (between) => {
      await services.stop();
      between?.();
      services = await start();
    },
    rollUp: async (now = clock.now) => {
      const { series } = services.app;
      // An empty result may mean that the server is processing the work, so the backlog is checked, too.
      do while ((await series.rollUp(now)) > 0);
      while ((await series.backlog(now)) > 0);
    },
    client: (imei) => new Client(services.address, imei),
    login: (account) => new Client(services.address).signIn(account),
  };
}
