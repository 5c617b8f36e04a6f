import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parseGroups } from '#protocol/payload.ts';
import type { Changes } from '#server/db/listen.ts';
import { json, sql } from '#server/db/sql.ts';
import { demoSites } from '#server/demo/sites.ts';
import { digits } from '#server/demo/upload.ts';
import { type Gateway, makeGateway } from '#server/gateway/gateway.ts';
import { type Outage, outageAt } from '#server/model/faults.ts';
import type { StoredPacket, StoredReading } from '#server/series/store.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { storedPackets, storedReadings } from '#test/helpers/stored.ts';
import { type Clock, clockFrom } from './clock.ts';
import { Fleet, type FleetOptions } from './fleet.ts';

const until = <Answer>(question: () => Answer) => expect.poll(question, { timeout: 50_000 });
let app: TestApp;
let gateway: Gateway;
let fleet: Fleet | undefined;

/** A gateway on real time, like the stations. */
async function open(gatewayPort = 0): Promise<void> {
  const config = { ...app.config, gatewayPort };
  const changes: Changes = {
    onChange: () => () => undefined,
    onLive: () => undefined,
    stop: () => Promise.resolve(),
  };
  const after = { stored: () => undefined, linked: () => undefined };
  gateway = makeGateway({ ...app.app, config, now: () => new Date() }, changes, after);
  await gateway.open();
}

beforeAll(async () => {
  app = await testApp();
  const rows = demoSites.map(({ mn, site_name, agreement_name }) => ({ mn, site_name, agreement_name }));
  await app.db.run(sql`
    insert into site (mn, site_name, agreement_id)
    select mn, site_name, agreement_id
      from jsonb_to_recordset(${json(rows)}) as s (mn text, site_name text, agreement_name text)
      join agreement using (agreement_name)
    on conflict do nothing`);
  await open();
});
afterEach(async () => {
  fleet?.stop();
  await until(() => gateway.sessions.size).toBe(0);
  const spoke = new Set((await storedPackets(app.db)).flatMap(({ site_id }) => site_id ?? []));
  for (const site_id of spoke) await app.app.series.removeSite(site_id);
});
afterAll(() => gateway.stop());

function play(options: Partial<FleetOptions>): Fleet {
  fleet = new Fleet({ port: gateway.port, sites: 1, outages: false, timeoutMs: 60_000, ...options });
  fleet.start();
  return fleet;
}

type Type = Parameters<typeof storedReadings>[1];
/** Number of stored rows that match. */
const count = async (type: Type, isMeant: (row: StoredReading) => boolean = () => true) =>
  (await storedReadings(app.db, type)).filter(isMeant).length;
const countPackets = async (isMeant: (packet: StoredPacket) => boolean) =>
  (await storedPackets(app.db)).filter(isMeant).length;
const deviating =
  (...deviations: string[]) =>
  (packet: StoredPacket) =>
    packet.deviations.join() === deviations.join();
/** Start times of the stored minutes, oldest first. */
const minuteStarts = async () => (await storedReadings(app.db, 'minute')).map(({ ts }) => Date.parse(ts));

/** Sends a station a request, as the platform does. */
function ask(mn: string, cn: string, cp: string): void {
  const qn = digits(Date.now());
  const session = gateway.sessions.of(mn);
  session?.send(
    { qn, st: '22', cn, pw: '123456', mn, flag: 5, cp: parseGroups(cp) },
    gateway.directory.find(mn),
  );
}

/** Runs through the last three hours at 240 times speed, to produce many minutes. */
const hurried = () => clockFrom(Date.now() - 3 * HOUR_MS, 240);

/** The same, but stops after `minutes`, so that a slow station can catch up. */
function halting(minutes: number): Clock {
  const from = Date.now() - 3 * HOUR_MS;
  const { now, wait } = clockFrom(from, 240);
  return { now: () => Math.min(now(), from + minutes * 60_000), wait };
}

test('a whole network is heard and acknowledged: air, water and vans with their places', async () => {
  const { tally } = play({ sites: demoSites.length, connectRate: 1000 });
  await until(() => count('realtime')).toBeGreaterThanOrEqual(demoSites.length);
  await until(() => tally.acknowledged).toBeGreaterThanOrEqual(3 * demoSites.length);
  expect(tally.resent).toBe(0);
  expect(await countPackets(({ verdict, deviations }) => verdict !== 'ok' || deviations.length > 0)).toBe(0);
  // Wait: other stations may have sent several times before the van's first packet is stored.
  const ofVan = async () => {
    const [van] = await storedReadings(app.db, 'realtime', demoSites.at(-1)?.mn);
    const factors = await app.db.rows<{ key: string }>(sql`
      select component_key as key from component where component_id = any(${van?.fids ?? []})`);
    return factors.map(({ key }) => key);
  };
  await until(ofVan).toEqual(expect.arrayContaining(['pm25', 'longitude', 'latitude']));
});

test('what was not acknowledged comes again when the gateway is back', async () => {
  const { tally, stations } = play({ clock: hurried(), types: ['2051'] });
  await until(() => tally.acknowledged).toBeGreaterThan(2);
  const { port } = gateway;
  await gateway.stop();
  await until(() => stations[0]?.keptCount).toBeGreaterThan(5);
  await open(port);
  await until(() => stations[0]?.keptCount).toBe(0);
  const starts = await minuteStarts();
  expect(starts.length).toBeGreaterThan(7);
  expect(starts.filter((ts, i) => i > 0 && ts - (starts[i - 1] ?? 0) > 60_000)).toEqual([]);
});

/** The shortest link outage of the first stations in the last two months. */
function recentOutage(): { index: number; outage: Outage } {
  const found = demoSites
    .slice(0, 12)
    .flatMap((site, index) =>
      Array.from({ length: 60 * 24 }, (_, n) => outageAt(site, Date.now() - (n + 48) * HOUR_MS)).flatMap(
        (outage) => (outage?.kind === 'link' ? [{ index, outage }] : []),
      ),
    );
  const lasts = ({ outage }: { outage: Outage }) => outage.end - outage.start;
  const [shortest] = found.sort((a, b) => lasts(a) - lasts(b));
  if (!shortest) throw new Error('no station was ever cut off');
  return shortest;
}

test('a station that is cut off goes on measuring, and sends it when the link is back', async () => {
  const { index, outage } = recentOutage();
  const { now, wait } = clockFrom(outage.start - 5 * 60_000, 600);
  // The clock stops shortly after the outage: at this speed new minutes come faster than old ones can be sent.
  const clock = { now: () => Math.min(now(), outage.end + 3 * 60_000), wait };
  fleet = new Fleet({ port: gateway.port, sites: index + 1, clock, types: ['2051'] });
  fleet.stations[index]?.start();
  const minutes = (outage.end - outage.start) / 60_000;
  const during = async () =>
    (await minuteStarts()).filter((ts) => ts >= outage.start && ts < outage.end).length;
  await until(during).toBe(minutes);
});

test('a station with nothing to say sends a heartbeat', async () => {
  const { tally } = play({ types: [], clock: hurried() });
  await until(() => tally.acknowledged).toBeGreaterThan(0);
  expect(await countPackets(({ cn, verdict }) => cn === '9015' && verdict === 'ok')).toBeGreaterThan(0);
});

test('in a hurry, heartbeats do not keep data waiting', async () => {
  play({ types: ['2051'], clock: clockFrom(Date.now() - 24 * HOUR_MS, 7200) });
  await until(() => count('minute')).toBeGreaterThan(30);
});

test('an hour that is labelled by its end is stored by its start', async () => {
  const byEnd = demoSites.findIndex(({ label }) => label === 'end');
  const { mn = '' } = play({ sites: byEnd + 1, connectRate: 1000, types: ['2011'] }).stations[byEnd] ?? {};
  await until(() => gateway.sessions.of(mn)).toBeDefined();
  ask(mn, '2061', 'BeginTime=20260304060000;EndTime=20260304060000');
  const labelled = ({ ts, origins }: StoredReading) => ts === '2026-03-03T21:00:00.000Z' && !!origins;
  await until(() => count('hour', labelled)).toBe(1);
});

describe('a station that misbehaves', () => {
  const stored = () => count('minute');

  test('wrong-crc: is not acknowledged until the frame comes whole', async () => {
    const { tally } = play({ mode: 'wrong-crc', timeoutMs: 300, clock: hurried(), types: ['2051'] });
    await until(() => tally.resent).toBeGreaterThan(1);
    await until(stored).toBeGreaterThan(3);
    expect(await countPackets(({ verdict }) => verdict === 'bad_crc')).toBeGreaterThan(1);
  });

  test('wrong-length: is understood, with a note', async () => {
    play({ mode: 'wrong-length', clock: hurried(), types: ['2051'] });
    await until(stored).toBeGreaterThan(3);
    expect(await countPackets(deviating('wrong_length', 'tolerated'))).toBeGreaterThan(0);
  });

  /** Stored values that were replaced by different ones. */
  const revisions = async () => {
    const minutes = await storedReadings(app.db, 'minute');
    const values = new Set(minutes.flatMap(({ site_id, fids }) => fids.map((fid) => `${site_id} ${fid}`)));
    const span = { from: new Date(Date.now() - 24 * HOUR_MS), to: new Date(Date.now() + HOUR_MS), limit: 10 };
    const found = [...values].map((value) => {
      const [site_id = 0, fid = 0] = value.split(' ').map(Number);
      return app.app.series.revisions({ ...span, site_id, fid, data_types: ['minute', 'realtime'] });
    });
    return (await Promise.all(found)).flat();
  };

  test.each(['merged', 'byte-by-byte', 'garbage', 'duplicate'] as const)(
    '%s: loses nothing',
    async (mode) => {
      const { tally } = play({ mode, clock: halting(8), types: ['2051', '2011', '2021'] });
      // The newest is sent first, so an older one may be missing temporarily.
      await until(async () => {
        const starts = await minuteStarts();
        const [first = 0, last = 0] = [starts[0], starts.at(-1)];
        return starts.length > 4 && starts.length === 1 + (last - first) / 60_000;
      }).toBe(true);
      expect(tally.broken).toBe(0);
      expect(await revisions()).toEqual([]);
    },
  );

  test('parts-reversed: gives the same rows as parts in order', async () => {
    play({ mode: 'parts-reversed', maxCp: 300, clock: hurried(), types: ['2051'] });
    await until(() => count('minute', ({ avg }) => avg.length === 14)).toBeGreaterThan(3);
    // At most the one whose parts are still arriving.
    expect(await count('minute', ({ avg }) => avg.length < 14)).toBeLessThan(2);
  });

  test('gbk: its log is read all the same', async () => {
    const { mn = '' } = play({ mode: 'gbk', types: ['2011'] }).stations[0] ?? {};
    await until(() => gateway.sessions.of(mn)).toBeDefined();
    ask(mn, '3020', 'InfoId=i21001');
    await until(() => countPackets((one) => one.cn === '3020' && deviating('not_utf8')(one))).toBe(1);
    await until(() => countPackets(({ cn, outgoing }) => cn === '9012' && !outgoing)).toBe(1);
  });

  test('clock-ahead: is acknowledged but its future is not data', async () => {
    const { tally } = play({ mode: 'clock-ahead', types: ['2011'] });
    await until(() => tally.acknowledged).toBeGreaterThan(0);
    expect(await count('realtime')).toBe(0);
    expect(await countPackets(deviating('future_time'))).toBeGreaterThan(0);
  });

  test.each(['silent', 'deaf', 'flood'] as const)('%s: does not disturb the others', async (mode) => {
    const bad = play({ mode, sites: 2, types: ['2011'] });
    await until(() => bad.tally.sent).toBeGreaterThan(1);
    const good = new Fleet({
      port: gateway.port,
      sites: 12,
      outages: false,
      types: ['2011'],
      timeoutMs: 60_000,
    });
    good.start();
    await until(() => good.tally.acknowledged).toBeGreaterThanOrEqual(12);
    good.stop();
  });
});
