import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig, variables } from './config.ts';
import { projectRoot } from './project-root.ts';

test('an empty environment gives a demo that only this machine can reach', () => {
  const config = readConfig({}, []);
  expect(config).toMatchObject({
    demo: true,
    host: '127.0.0.1',
    port: 8080,
    gatewayPort: 8212,
    accessTokenSeconds: 900,
    refreshTokenDays: 7,
    trustProxy: false,
    logLevel: 'info',
    sms: { provider: 'outbox' },
  });
  expect(config.dataDir).toBe(join(projectRoot, 'data'));
  expect(config.databaseUrl).toBeUndefined();
});

test('a production instance listens on every address unless HOST says otherwise', () => {
  expect(readConfig({}, ['--no-demo'])).toMatchObject({ demo: false, host: '0.0.0.0' });
  expect(readConfig({ DEMO: 'false' }, [])).toMatchObject({ demo: false, host: '0.0.0.0' });
  expect(readConfig({ HOST: '10.0.0.5' }, ['--no-demo']).host).toBe('10.0.0.5');
});

test('the description of the API is public in a demo only, and the server reaches its own networks', () => {
  expect(readConfig({}, [])).toMatchObject({ apiDocs: 'public', outgoingPrivate: true });
  expect(readConfig({}, ['--no-demo']).apiDocs).toBe('signed-in');
  expect(readConfig({ API_DOCS: 'off', OUTGOING_PRIVATE: 'false' }, [])).toMatchObject({
    apiDocs: 'off',
    outgoingPrivate: false,
  });
});

test('a variable left empty counts as not set', () => {
  expect(readConfig({ PORT: '', DATA_DIR: ' ', TOKEN_SECRET: '' }, [])).toMatchObject({
    port: 8080,
    dataDir: join(projectRoot, 'data'),
    tokenSecret: undefined,
  });
});

test.each([
  [{ PORT: 'http' }, 'The variable PORT must be a whole number; "http" is not.'],
  [{ PORT: '70000' }, 'The variable PORT must be a whole number from 0 to 65535; "70000" is not.'],
  [
    { LOG_LEVEL: 'loud' },
    'The variable LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent; "loud" is not.',
  ],
  [{ DEMO: 'maybe' }, 'The variable DEMO must be true or false; "maybe" is not.'],
  [{ SMS_PROVIDER: 'webhook' }, 'SMS_PROVIDER is webhook, so the variable SMS_WEBHOOK_URL must be set too.'],
  [
    { SMS_PROVIDER: 'aliyun', SMS_ALIYUN_KEY_ID: 'id' },
    'SMS_PROVIDER is aliyun, so the variable SMS_ALIYUN_KEY_SECRET must be set too.',
  ],
  [
    { MQTT_TOPIC: 'lanjing/#' },
    'The variable MQTT_TOPIC must be a topic with one level +, which stands for the MN; "lanjing/#" is not.',
  ],
  [{ MQTT_URL: 'mqtts://broker', MQTT_CERT: 'own.pem' }, 'MQTT_CERT and MQTT_KEY must be set together.'],
  [{ MAP_PROVIDER: 'tianditu' }, 'MAP_PROVIDER is tianditu, so the variable MAP_KEY must be set too.'],
  [{ MAP_PROVIDER: 'baidu' }, 'MAP_PROVIDER is baidu, so the variable MAP_KEY must be set too.'],
  [{ MAP_PROVIDER: 'tiles' }, 'MAP_PROVIDER is tiles, so the variable MAP_GENERAL_URL must be set too.'],
  [
    { MAP_GENERAL_URL: 'ftp://tiles/{z}/{x}/{y}' },
    'The variable MAP_GENERAL_URL must be addresses beginning with http:// or https://, with {z}, {x} and {y}; "ftp://tiles/{z}/{x}/{y}" is not.',
  ],
  [
    { MAP_GENERAL_URL: 'https://tiles;x/{z}/{x}/{y}' },
    'The variable MAP_GENERAL_URL must be addresses beginning with http:// or https://, with {z}, {x} and {y}; "https://tiles;x/{z}/{x}/{y}" is not.',
  ],
  [
    { MAP_HOSTS: '1;2;3' },
    'The variable MAP_HOSTS must be parts of host names, separated by commas; "1;2;3" is not.',
  ],
])('a bad value is refused in one sentence that names the variable: %o', (env, sentence) => {
  expect(() => readConfig(env, [])).toThrow(sentence);
});

test('the map is the bundled one unless tiles are named, the ground first', () => {
  expect(readConfig({}, []).map).toBeUndefined();
  expect(readConfig({ MAP_PROVIDER: 'tianditu', MAP_KEY: 'k' }, []).map).toMatchObject({ key: 'k' });
  const MAP_GENERAL_URL = 'https://t{s}.example/{z}/{x}/{y}.png https://names.example/{z}/{x}/{y}.png';
  expect(readConfig({ MAP_PROVIDER: 'tiles', MAP_GENERAL_URL, MAP_HOSTS: '1, 2' }, []).map).toMatchObject({
    tiles: { general: MAP_GENERAL_URL.split(' ') },
    hosts: ['1', '2'],
    max_zoom: 18,
  });
});

test('nobody is listened to over MQTT unless a broker is named', () => {
  expect(readConfig({ MQTT_TOPIC: 'city/+/up' }, []).mqtt).toBeUndefined();
  expect(readConfig({ MQTT_URL: 'wss://broker/mqtt', MQTT_CA: '/ca.pem' }, []).mqtt).toMatchObject({
    url: 'wss://broker/mqtt',
    topic: 'lanjing/+/data',
    ca: '/ca.pem',
    clientId: undefined,
    share: undefined,
  });
});

test('a secret is never repeated in the sentence that refuses it', () => {
  expect(() => readConfig({ TOKEN_SECRET: 'hunter2' }, [])).toThrow(
    'The variable TOKEN_SECRET must be at least 32 characters; its value is not.',
  );
  expect(() => readConfig({ DATABASE_URL: 'mysql://root:hunter2@db/x' }, [])).toThrow(
    /^The variable DATABASE_URL must be an address beginning with postgres:\/\/ or postgresql:\/\/; its value is not\.$/,
  );
});

test('an unknown option is refused', () => {
  expect(() => readConfig({}, ['--nodemo'])).toThrow('Unknown option in "--nodemo"');
});

test('a proxy is trusted by yes or no, by count or by address', () => {
  const trusted = (value: string) => readConfig({ TRUST_PROXY: value }, []).trustProxy;
  expect([trusted('true'), trusted('1'), trusted('10.0.0.0/8,127.0.0.1')]).toEqual([
    true,
    1,
    '10.0.0.0/8,127.0.0.1',
  ]);
});

test('.env.example documents exactly the variables the product reads', () => {
  const example = readFileSync(join(projectRoot, '.env.example'), 'utf8');
  const documented = [...example.matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map((match) => match[1]);
  expect(documented.toSorted()).toEqual(variables.toSorted());
});
