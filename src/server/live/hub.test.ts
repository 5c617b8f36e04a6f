import { expect, test } from 'vitest';
import {
  type AlarmEvent,
  type LinkEvent,
  type LiveEvent,
  siteOf,
  type Watch,
} from '#shared/contract/live.ts';
import { powerSeeds } from '#shared/powers.ts';
import { Hub, needed, type Viewer } from './hub.ts';

const link = (site_id: number): LinkEvent => ({
  topic: 'link',
  site_id,
  online: true,
  changed_at: '2026-11-15T00:00:00.000Z',
  last_packet_at: null,
});

function viewer(options: Partial<Viewer> = {}): Viewer & { got: number[] } {
  const got: number[] = [];
  return {
    watch: { topics: ['link'] },
    sees: () => true,
    may: () => true,
    take: (event: LiveEvent) => got.push(siteOf(event) ?? 0),
    missed: () => got.push(-1),
    got,
    ...options,
  };
}

test('a viewer gets what it watches and may see, and nothing else', () => {
  const hub = new Hub();
  const everything = viewer();
  const two = viewer({ watch: { topics: ['link'], site_ids: [2] } });
  const blind = viewer({ sees: (site_id) => site_id !== 2 });
  const readings = viewer({ watch: { topics: ['reading'] } });
  for (const one of [everything, two, blind, readings]) hub.join(one);
  hub.publish([link(1), link(2), link(3)]);
  expect([everything.got, two.got, blind.got, readings.got]).toEqual([[1, 2, 3], [2], [1, 3], []]);
  hub.leave(everything);
  hub.publish([link(4)]);
  expect(everything.got).toEqual([1, 2, 3]);
});

test('that the list of sites has changed is told to all who watch it', () => {
  const hub = new Hub();
  const blind = viewer({ watch: { topics: ['sites'], site_ids: [2] }, sees: () => false });
  const links = viewer();
  for (const one of [blind, links]) hub.join(one);
  hub.publish([{ topic: 'sites' }]);
  expect([blind.got, links.got]).toEqual([[0], []]);
});

test('alarms are told of all sites that one sees, to those who may read them', () => {
  const alarm = (site_id: number | null): AlarmEvent => ({
    ...{ topic: 'alarm', site_id, alarm_id: 1, did: 'raised', level: 'alarm', family: 'instrument' },
  });
  const hub = new Hub();
  const watch: Watch = { topics: ['alarm', 'link'], site_ids: [9] };
  const reader = viewer({ watch, sees: (site_id) => site_id !== 2, may: (needs) => needs === 'alarm.read' });
  const keeper = viewer({ watch });
  const stranger = viewer({ watch, may: () => false });
  for (const one of [reader, keeper, stranger]) hub.join(one);
  hub.publish([alarm(1), alarm(2), alarm(null), link(1)]);
  expect([reader.got, keeper.got, stranger.got]).toEqual([[1], [1, 2, 0], []]);
});

test('commands are told to those who may read them, not only to those who may do everything', () => {
  const hub = new Hub();
  const watch: Watch = { topics: ['command'] };
  const operator = viewer({ watch, may: (needs) => needs === 'command.read' });
  const stranger = viewer({ watch, may: () => false });
  for (const one of [operator, stranger]) hub.join(one);
  hub.publish([{ topic: 'command', site_id: 1, command_id: 1, batch_id: null, kind: null, state: null }]);
  expect([operator.got, stranger.got]).toEqual([[1], []]);
});

test('every power that a topic needs exists', () => {
  const known = new Set(powerSeeds.map(({ power_code }) => power_code));
  expect(Object.values(needed).filter((power) => !known.has(power))).toEqual([]);
});

test('a viewer that comes back gets exactly the missed events', () => {
  const hub = new Hub();
  hub.publish([link(1), link(2)]);
  const since = { epoch: hub.epoch, seq: hub.last };
  hub.publish([link(3), link(4)]);
  const back = viewer();
  expect(hub.join(back, since)).toBe(true);
  expect(back.got).toEqual([3, 4]);
});

test('a viewer that was away for too long, or knew another process, is told to reload', () => {
  const hub = new Hub();
  hub.publish([link(1)]);
  const since = { epoch: hub.epoch, seq: hub.last };
  for (let i = 0; i < 60_000; i++) hub.publish([link(2)]);
  expect(hub.join(viewer(), since)).toBe(false);
  expect(hub.join(viewer(), { epoch: 'another', seq: 1 })).toBe(false);
  expect(hub.join(viewer(), { epoch: hub.epoch, seq: hub.last })).toBe(true);
});

test('events without viewers are not kept, and viewers from before must reload', () => {
  const hub = new Hub();
  expect(hub.isWatched).toBe(false);
  const since = { epoch: hub.epoch, seq: hub.last };
  hub.skip();
  const back = viewer();
  expect(hub.join(back, since)).toBe(false);
  expect(hub.isWatched).toBe(true);
  hub.leave(back);
  // Kept for a while, because the viewer may reconnect.
  expect(hub.isWatched).toBe(true);
});
