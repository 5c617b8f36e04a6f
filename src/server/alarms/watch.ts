import type { App } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { type Repeated, repeat } from '#server/jobs/repeat.ts';
import type { AlarmKind } from '#shared/domain/alarm-kinds.ts';
import { type EpisodeRecord, storeEpisodes } from './episodes.ts';
import { type Asked, type Finding, type Found, findings, type Looking, type Wrong } from './findings.ts';
import type { AlarmSetup } from './setup.ts';

/** Watches all stations, each kind of problem at its own interval. */
export function startWatching(
  app: Looking & Pick<App, 'log'>,
  setup: () => AlarmSetup,
  guard: (db: Db) => Promise<void>,
): Repeated[] {
  return everyFinding().map(([kind, finding]) =>
    repeat(
      finding.everyMs,
      () => lookFor(app, kind, finding, setup(), guard),
      app.log,
      `could not watch for alarms of kind ${kind}`,
    ),
  );
}

function everyFinding(): [AlarmKind, Finding][] {
  return Object.entries(findings) as [AlarmKind, Finding][];
}

/** Runs all checks once. */
export async function watchStations(
  app: Looking,
  setup: AlarmSetup,
  guard: (db: Db) => Promise<void>,
): Promise<void> {
  for (const [kind, finding] of everyFinding()) await lookFor(app, kind, finding, setup, guard);
}

async function lookFor(
  app: Looking,
  kind: AlarmKind,
  { find }: Finding,
  setup: AlarmSetup,
  guard: (db: Db) => Promise<void>,
): Promise<void> {
  const asked = new Map<number, Asked>();
  for (const site of setup.sites) {
    const setting = setup.kind(kind, site);
    if (setting.enabled && !site.virtual_data) asked.set(site.site_id, { site, setting });
  }
  const found = await find(app, asked);
  const wrong = found.wrong.filter(({ site_id }) => asked.has(site_id));
  await settle(app, setup, kind, { ...found, wrong }, asked, guard);
}

interface Open {
  alarm_id: number;
  site_id: number;
  component_id: number | null;
  side: string;
  level: 'warning' | 'alarm';
  from_at: string;
  raised_at: string;
}

const keyOf = ({
  site_id,
  component_id = null,
  side = '',
}: Pick<Wrong, 'site_id' | 'component_id' | 'side'>) => `${site_id} ${component_id} ${side}`;

/** Opens alarms for new problems, unless the station is under maintenance, and closes those whose problem is gone. */
async function settle(
  { pool, now }: Pick<App, 'pool' | 'now'>,
  setup: AlarmSetup,
  kind: AlarmKind,
  { wrong, isUnsure = () => false }: Found,
  asked: ReadonlyMap<number, Asked>,
  guard: (db: Db) => Promise<void>,
): Promise<void> {
  const at = now();
  const open = await pool.rows<Open>(sql`
    select alarm_id, site_id, component_id, side, level, from_at, raised_at from alarm
     where kind = ${kind} and ended_at is null and site_id is not null`);
  const openKeys = new Set(open.map(keyOf));
  const wrongKeys = new Set(wrong.map(keyOf));
  const raised = wrong
    .filter((one) => !openKeys.has(keyOf(one)) && !setup.isMaintained(one.site_id, at.getTime()))
    .map((one) => raisedRecord(kind, one, asked.get(one.site_id)?.setting.level ?? 'warning', at));
  const recovered = open
    .filter((one) => !wrongKeys.has(keyOf(one)) && asked.has(one.site_id) && !isUnsure(one))
    .map((one) => recoveredRecord(kind, one, at));
  if (raised.length === 0 && recovered.length === 0) return;
  await pool.tx({}, async (db) => {
    await guard(db);
    await storeEpisodes(db, [...recovered, ...raised], at);
  });
}

export function raisedRecord(
  kind: AlarmKind,
  one: Omit<Wrong, 'site_id'> & { site_id: number | null },
  level: 'warning' | 'alarm',
  at: Date,
): EpisodeRecord {
  return {
    ...nothing(kind),
    site_id: one.site_id,
    component_id: one.component_id ?? null,
    side: one.side ?? '',
    level,
    from: Math.min(one.from, at.getTime()),
    raised: at.getTime(),
    peak: one.value ?? null,
    last: one.value ?? null,
    limit: one.limit ?? null,
    details: one.details ?? {},
    steps: [{ did: 'raised', level, tell: true }],
  };
}

export function recoveredRecord(
  kind: AlarmKind,
  open: Omit<Open, 'site_id' | 'alarm_id'> & { site_id: number | null },
  at: Date,
): EpisodeRecord {
  return {
    ...nothing(kind),
    site_id: open.site_id,
    component_id: open.component_id,
    side: open.side,
    level: open.level,
    from: Date.parse(open.from_at),
    raised: Date.parse(open.raised_at),
    to: at.getTime(),
    end_reason: 'recovered',
    steps: [{ did: 'recovered', level: open.level, tell: true }],
  };
}

function nothing(
  kind: AlarmKind,
): Omit<EpisodeRecord, 'site_id' | 'component_id' | 'side' | 'level' | 'from' | 'raised' | 'steps'> {
  return {
    ...{ kind, data_type: null, to: null, end_reason: null, peak: null, last: null, count: 1, limit: null },
    ...{ rule_id: null, rule_version: null, details: {}, late: false },
  };
}
