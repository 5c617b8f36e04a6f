import { describe, expect, test } from 'vitest';
import {
  type AlarmEpisode,
  type AlarmRule,
  type AlarmSide,
  type AlarmValue,
  freshAlarm,
  isInHours,
  openEpisode,
  stepAlarm,
} from './alarm-rule.ts';
import { HOUR_MS } from './time-units.ts';

const plain: AlarmRule = {
  ...{ high_warning: 75, high_alarm: 150, low_warning: null, low_alarm: null },
  ...{ raise_after: 1, clear_after: 1, deadband: 0, hours: [] },
};

/** One value an hour from hour 0 on; null is an hour without one. */
function play(rule: Partial<AlarmRule>, values: readonly (number | null)[]): AlarmEpisode[] {
  return episodes(
    { ...plain, ...rule },
    values.flatMap((value, hour) => (value === null ? [] : [{ at: hour * HOUR_MS, value }])),
  );
}

function episodes(rule: AlarmRule, values: readonly AlarmValue[]): AlarmEpisode[] {
  const state = freshAlarm();
  const ended = values.flatMap((value) =>
    stepAlarm(state, rule, HOUR_MS, value).flatMap(({ did, episode }) =>
      did === 'cleared' ? [episode] : [],
    ),
  );
  const open = (['high', 'low'] as const).flatMap((side) => openEpisode(state, side) ?? []);
  return [...ended, ...open].sort((a, b) => a.from - b.from || (a.side === 'high' ? -1 : 1));
}

const inHours = ({ from, raised, to, ...rest }: AlarmEpisode) => ({
  ...{ ...rest, from: from / HOUR_MS, raised: raised / HOUR_MS, to: to === null ? null : to / HOUR_MS },
});

describe('a rule', () => {
  test('raises above its limit and not at it, and clears at it', () => {
    expect(play({}, [75, 75.1, 75]).map(inHours)).toEqual([
      { side: 'high', level: 'warning', from: 1, raised: 1, to: 2, peak: 75.1, n: 1 },
    ]);
  });

  test('begins with the run that raised it, and its level never falls', () => {
    const [episode] = play({ raise_after: 2 }, [80, 60, 80, 160, 170, 90, 80]).map(inHours);
    expect(episode).toEqual({ side: 'high', level: 'alarm', from: 2, raised: 3, to: null, peak: 170, n: 5 });
  });

  test('takes a dead band as it is written', () => {
    expect(play({ high_warning: 0.3, high_alarm: null, deadband: 0.1 }, [0.4, 0.2])[0]?.to).toBe(HOUR_MS);
    expect(
      play({ high_warning: null, high_alarm: null, low_warning: 0.1, deadband: 0.2 }, [0.05, 0.3])[0]?.to,
    ).toBe(HOUR_MS);
  });

  test('lets a recovery that was none belong to the episode', () => {
    expect(play({ clear_after: 2 }, [80, 70, 90, 70, 70]).map(inHours)).toEqual([
      { side: 'high', level: 'warning', from: 0, raised: 0, to: 3, peak: 90, n: 3 },
    ]);
  });

  test('begins its runs anew after a gap of more than three intervals', () => {
    expect(play({ raise_after: 2 }, [80, null, null, 80]).length).toBe(1);
    expect(play({ raise_after: 2 }, [80, null, null, null, 80])).toEqual([]);
    expect(play({ clear_after: 2 }, [80, 70, null, null, null, 70]).map(inHours)).toMatchObject([
      { to: null, n: 3 },
    ]);
  });

  test('tells what each value did', () => {
    const state = freshAlarm();
    const did = [80, 160, 80, 70].map((value, hour) =>
      stepAlarm(state, plain, HOUR_MS, { at: hour * HOUR_MS, value }).map((step) => step.did),
    );
    expect(did).toEqual([['raised'], ['worsened'], [], ['cleared']]);
  });

  test('goes on where it was after its state was written down and read again', () => {
    let state = freshAlarm();
    const steps = [80, 160, 80, 70].flatMap((value, hour) => {
      state = JSON.parse(JSON.stringify(state));
      return stepAlarm(state, plain, HOUR_MS, { at: hour * HOUR_MS, value });
    });
    expect(steps.at(-1)).toMatchObject({ did: 'cleared', episode: { from: 0, to: 3 * HOUR_MS, n: 3 } });
  });
});

test.each([
  ['08:00:00', true],
  ['07:59:59', false],
  ['20:00:00', false],
  ['23:30:00', true],
  ['00:59:59', true],
  ['01:00:00', false],
])('%s is within 08:00–20:00 and 23:00–01:00: %s', (time, within) => {
  expect(
    isInHours(time, [
      ['08:00', '20:00'],
      ['23:00', '01:00'],
    ]),
  ).toBe(within);
});

/** The same rules, implemented naively: every step looks back over all values. */
function oracle(rule: AlarmRule, values: readonly AlarmValue[], side: AlarmSide): AlarmEpisode[] {
  const sign = side === 'high' ? 1 : -1;
  const found: AlarmEpisode[] = [];
  const warning = rule[`${side}_warning`];
  const alarm = rule[`${side}_alarm`];
  const inner = warning ?? alarm;
  if (inner === null) return [];
  const isGap = (i: number) => i > 0 && (values[i]?.at ?? 0) - (values[i - 1]?.at ?? 0) > 3 * HOUR_MS;
  const isBeyond = (i: number, limit: number | null) =>
    limit !== null && sign * (values[i]?.value ?? 0) > sign * limit;
  const isClear = (i: number) => sign * (values[i]?.value ?? 0) <= sign * inner - rule.deadband;
  // Length of the run of matching values without a gap that ends at i; not further back than `since`.
  const run = (i: number, since: number, is: (at: number) => boolean) => {
    let n = 0;
    for (let at = i; at >= since && is(at); at--) {
      n++;
      if (isGap(at)) break;
    }
    return n;
  };
  let since = 0;
  let open: { start: number; raised: number; level: 'warning' | 'alarm' } | undefined;
  const told = (one: NonNullable<typeof open>, end: number, to: number | null) => {
    const within = values.slice(one.start, end).map(({ value }) => value);
    found.push({
      ...{
        side,
        level: one.level,
        from: values[one.start]?.at ?? 0,
        raised: values[one.raised]?.at ?? 0,
        to,
      },
      ...{ peak: side === 'high' ? Math.max(...within) : Math.min(...within), n: within.length },
    });
  };
  for (let i = 0; i < values.length; i++) {
    const reached = (limit: number | null) => run(i, since, (at) => isBeyond(at, limit));
    const [warned, alarmed] = [reached(warning), reached(alarm)];
    const isAlarm = alarmed >= rule.raise_after;
    if (!open && (isAlarm || warned >= rule.raise_after)) {
      open = { start: i + 1 - (isAlarm ? alarmed : warned), raised: i, level: isAlarm ? 'alarm' : 'warning' };
    } else if (open && isAlarm) open.level = 'alarm';
    if (!open) continue;
    const cleared = run(i, open.start, isClear);
    if (cleared < rule.clear_after) continue;
    const end = i + 1 - cleared;
    told(open, end, values[end]?.at ?? 0);
    open = undefined;
    since = i + 1;
  }
  if (open) told(open, values.length, null);
  return found;
}

test('four thousand random rows of values end as the text says', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  const maybe = (value: number) => (random(4) === 0 ? null : value);
  for (let round = 0; round < 4000; round++) {
    const rule: AlarmRule = {
      ...{ high_warning: maybe(6), high_alarm: maybe(8), low_warning: maybe(3), low_alarm: maybe(1) },
      ...{ raise_after: 1 + random(3), clear_after: 1 + random(3), deadband: random(3), hours: [] },
    };
    let at = 0;
    const values = Array.from({ length: random(30) }, () => {
      at += HOUR_MS * (random(6) === 0 ? 2 + random(4) : 1);
      return { at, value: random(11) };
    });
    const expected = (['high', 'low'] as const)
      .flatMap((side) => oracle(rule, values, side))
      .sort((a, b) => a.from - b.from || (a.side === 'high' ? -1 : 1));
    expect({ rule, values, episodes: episodes(rule, values) }).toEqual({ rule, values, episodes: expected });
  }
});
