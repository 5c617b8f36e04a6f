import { Worker } from 'node:worker_threads';
import { beforeAll, expect, test, vi } from 'vitest';
import { sql } from '#server/db/sql.ts';
import type { StoredPacket } from '#server/series/store.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { station } from '#test/helpers/station.ts';
import { countReadings, storedPackets } from '#test/helpers/stored.ts';
import { upload } from '#test/helpers/upload.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp({
    GATEWAY_TLS_PORT: '0',
    GATEWAY_TLS_CERT: 'test/fixtures/tls-cert.pem',
    GATEWAY_TLS_KEY: 'test/fixtures/tls-key.pem',
  });
  await app.db.run(sql`update agreement set crc_mode = 'none' where agreement_id = 2`);
  await app.db.run(sql`
    insert into site (mn, site_name, agreement_id) values ('END', '断线站', 1), ('LAX', '宽松站', 2)`);
  await vi.waitFor(() => expect(app.gateway.directory.find('LAX')).toBeDefined(), 30_000);
});

/** Waits until the frame with this QN is stored. */
async function kept(qn: string): Promise<StoredPacket | undefined> {
  const read = async () => (await storedPackets(app.db, { qn, outgoing: false }))[0];
  await vi.waitFor(async () => expect(await read()).toBeDefined(), 30_000);
  return read();
}

test.each([
  ['over TCP', false, '20261115090000'],
  ['over TLS', true, '20261115090001'],
])('a device that closes its side after a packet still gets its answer, %s', async (_way, secure, time) => {
  const line = await station((secure ? app.gateway.tlsPort : app.gateway.port) ?? 0, secure);
  line.socket.end(upload('END', '2011', time, { a34004: 1 }));
  expect(await line.next()).toMatchObject({ cn: '9014', qn: `${time}001` });
  // Then the server closes the line too.
  await line.closed;
});

test('a peer that closes its side without sending anything is disconnected', async () => {
  const line = await station(app.gateway.port);
  line.socket.end();
  await line.closed;
});

test('each of several packets is answered before the line is closed', async () => {
  const line = await station(app.gateway.port);
  const times = Array.from({ length: 60 }, (_, second) => `202611150901${String(second).padStart(2, '0')}`);
  line.socket.end(Buffer.concat(times.map((time) => upload('END', '2011', time, { a34004: 1 }))));
  for (const time of times) expect((await line.next()).qn).toBe(`${time}001`);
  await line.closed;
});

test('a frame that its peer did not finish is kept as such when the line is closed', async () => {
  const line = await station(app.gateway.port);
  const whole = Buffer.from(upload('END', '2011', '20261115090200', { a34004: 12.5 }));
  line.socket.end(whole.subarray(0, whole.indexOf('12.5') + 2));
  await line.closed;
  const found = await kept('20261115090200001');
  expect(found).toMatchObject({ verdict: 'bad_crc' });
  expect(found?.deviations).toEqual(expect.arrayContaining(['expired', 'cp_not_closed']));
});

test('the same happens when the connection is reset', async () => {
  const line = await station(app.gateway.port);
  const whole = Buffer.from(upload('END', '2011', '20261115090300', { a34004: 12.5 }));
  const before = upload('END', '2011', '20261115090259', { a34004: 1 });
  // Sent in one segment with the previous frame, whose answer shows that both were read.
  line.send(Buffer.concat([before, whole.subarray(0, whole.indexOf('12.5') + 2)]));
  await line.next();
  line.socket.resetAndDestroy();
  expect((await kept('20261115090300001'))?.deviations).toContain('expired');
});

test('half a value never counts, also where a protocol wants no check', async () => {
  const line = await station(app.gateway.port);
  const whole = Buffer.from(upload('LAX', '2011', '20261115090400', { a34004: 12.5 }));
  line.socket.end(whole.subarray(0, whole.indexOf('12.5') + 2));
  await line.closed;
  await kept('20261115090400001');
  expect(await countReadings(app.db, 'realtime', 'LAX')).toBe(0);
});

/** Connects, sends and resets; sets the flag once the socket is closed. */
const RESETTING = `
  const { connect } = require('node:net');
  const { workerData: { port, frame, flag } } = require('node:worker_threads');
  const socket = connect(port, '127.0.0.1', () =>
    socket.write(frame, () => socket.resetAndDestroy()));
  socket.on('error', () => undefined);
  socket.on('close', () => { Atomics.store(flag, 0, 1); Atomics.notify(flag, 0); });
`;

test('no port is shown for a peer that was gone before it was accepted', async () => {
  const frame = upload('END', '2011', '20261115090500', { a34004: 1 });
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(RESETTING, {
    eval: true,
    workerData: { port: app.gateway.port, frame, flag },
  });
  // While this thread is blocked, the server accepts nothing.
  Atomics.wait(flag, 0, 0);
  await worker.terminate();
  expect((await kept('20261115090500001'))?.remote).not.toContain('undefined');
});
