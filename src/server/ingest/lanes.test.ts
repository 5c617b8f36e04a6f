import pino from 'pino';
import { expect, test } from 'vitest';
import type { Batch } from '#server/series/store.ts';
import { gate } from '#test/helpers/gate.ts';
import { until } from '#test/helpers/until.ts';
import { Lanes } from './lanes.ts';
import type { Arrival } from './writer.ts';

const log = pino({ level: 'silent' });

function arrival(site_id: number | null, qn: string, settle?: Arrival['settle']): Arrival {
  const at = new Date(0);
  return {
    packet: {
      ...{ outgoing: false, site_id, mn: `MN${site_id}`, st: '22', cn: '2051', qn, deviations: [] },
      ...{ remote: '', received_at: at, raw: new Uint8Array(), verdict: 'ok' },
    },
    ...(settle && { settle }),
  };
}

/** A store that blocks the batches of some sites until `letGo` is called. */
function holding(isHeld: (batch: Batch) => boolean) {
  const [held, letGo] = gate();
  const stored: string[] = [];
  const append = async (batch: Batch) => {
    if (isHeld(batch)) await held;
    stored.push(...batch.packets.map(({ qn }) => qn));
  };
  return { store: { append }, stored, letGo };
}

test('while one batch is under way another is stored, and what a site sends stays in its order', async () => {
  const { store, stored, letGo } = holding(({ packets }) => packets.some(({ qn }) => qn === 'one-1'));
  const lanes = new Lanes(store, log, { lingerMs: 0 });
  const [isStored, tell] = gate();
  lanes.push(arrival(1, 'one-1'));
  lanes.push(arrival(1, 'one-2'));
  lanes.push(arrival(2, 'two-1', tell));
  await isStored;
  expect(stored).toEqual(['two-1']);
  expect(
    await until(
      () => lanes.load,
      ({ waiting }) => waiting === 2,
    ),
  ).toMatchObject({ stored: 1 });
  letGo();
  await lanes.stop();
  expect(stored).toEqual(['two-1', 'one-1', 'one-2']);
  expect(lanes.load).toMatchObject({ stored: 3, waiting: 0, since: undefined });
});

test('sockets wait while one lane is full, and go on when none is', async () => {
  const { store, letGo } = holding(() => true);
  const lanes = new Lanes(store, log, { lingerMs: 0, highWater: 2, maxBatch: 1 });
  const [hasRoom, tell] = gate();
  lanes.onRoom(tell);
  await hasRoom;
  for (let i = 0; i < 4; i++) lanes.push(arrival(1, `${i}`));
  await new Promise((resolve) => setImmediate(resolve));
  expect(lanes.isFull).toBe(true);
  const [roomAgain, tellAgain] = gate();
  lanes.onRoom(tellAgain);
  letGo();
  await roomAgain;
  expect(lanes.isFull).toBe(false);
  await lanes.stop();
});

test('devices that are no site have a lane too', async () => {
  const { store, stored } = holding(() => false);
  const lanes = new Lanes(store, log, { lingerMs: 0 });
  lanes.push(arrival(null, 'stranger'));
  await lanes.stop();
  expect(stored).toEqual(['stranger']);
});
