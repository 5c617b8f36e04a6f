import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { openPool } from '#server/db/pool.ts';
import { atEnd } from '#test/helpers/at-end.ts';
import { startBroker } from '#test/helpers/broker.ts';
import { addSites, startServer } from '#test/helpers/crash.ts';
import { newDatabase } from '#test/helpers/database.ts';
import { stopChild } from '#test/helpers/stop-child.ts';
import { countReadings, storedReadings } from '#test/helpers/stored.ts';

const KILLS = 2;
const BETWEEN_KILLS = 200;
const BEGIN = Date.parse('2026-01-01T00:00:00Z');

test('whatever was published is stored exactly once, however often the server is killed meanwhile', async () => {
  const broker = await startBroker();
  const url = await newDatabase(inject('templates').tables);
  const db = openPool(url, () => undefined);
  atEnd(() => db.end());
  const dataDir = join(mkdtempSync(join(inject('folder'), 'killed-')), 'data');
  const start = async () => {
    const subscribed = once(broker.aedes, 'subscribe');
    const server = await startServer(inject('serverProgram'), dataDir, url, 0, {
      MQTT_URL: `mqtt://127.0.0.1:${broker.port}`,
    });
    await subscribed;
    return server;
  };
  let server = await start();
  atEnd(() => stopChild(server));
  const mns = ['KILLED0', 'KILLED1', 'KILLED2'];
  await addSites(db, mns);

  let sent = 0;
  const stored = () => countReadings(db, 'minute');
  const send = async (count: number) => {
    for (const until = sent + count; sent < until; sent += 1) {
      const item = {
        data_type: 'minute',
        time: new Date(BEGIN + Math.floor(sent / mns.length) * 60_000),
        values: { a34004: sent },
      };
      await broker.publish(`lanjing/${mns[sent % mns.length]}/data`, item);
    }
  };
  // A new site is known only after a moment; earlier messages count as those of an unregistered device.
  await expect
    .poll(async () => {
      sent = 0;
      await send(mns.length);
      return stored();
    })
    .toBe(mns.length);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = await stored();
    const sending = send(BETWEEN_KILLS);
    // Some messages are stored, and more are on their way.
    await expect.poll(stored, { interval: 5 }).toBeGreaterThan(before);
    await stopChild(server, 'SIGKILL');
    await sending;
    server = await start();
  }
  await expect.poll(stored).toBe(sent);
  const found = await Promise.all(
    mns.map(async (mn) =>
      (await storedReadings(db, 'minute', mn)).map(({ ts, avg }) => ({ mn, ts, value: avg[0] ?? -1 })),
    ),
  );
  const rows = found.flat().sort((a, b) => a.value - b.value);
  const wanted = Array.from({ length: sent }, (_, value) => ({
    mn: mns[value % mns.length],
    ts: new Date(BEGIN + Math.floor(value / mns.length) * 60_000).toISOString(),
    value,
  }));
  expect(rows).toEqual(wanted);
}, 300_000);
