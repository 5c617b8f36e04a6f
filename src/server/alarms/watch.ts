import type { App } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { AlarmKind } from '#shared/domain/alarm-kinds.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { type EpisodeRecord, storeEpisodes } from './episodes.ts';
import type { AlarmSetup, AlarmSite, KindSetting } from './setup.ts';

/** Something that is wrong with a station just now. */
export interface Wrong {
  site_id: number;
  component_id?: number | null;
  side?: string;
  from: number;
  value?: number | null;
  details?: Record<string, unknown>;
}

/** What is wrong by our own clock, of stations that some setting asks about. */
export type Finding = (
  app: Pick<App, 'pool' | 'now' | 'series'>,
  asked: ReadonlyMap<number, { site: AlarmSite; setting: KindSetting }>,
) => Promise<Wrong[]>;

/** Off the line, as the gateway's watchdog says, and silent for as long as the setting wants. */
const offline: Finding = async ({ pool, now }, asked) => {
  const rows = await pool.rows<{ site_id: number; last_packet_at: string; interval_seconds: number }>(sql`
    select l.site_id, coalesce(l.last_packet_at, l.changed_at) as last_packet_at, s.interval_seconds
      from link_state l join site s using (site_id) where not l.online`);
  return rows.flatMap(({ site_id, last_packet_at, interval_seconds }) => {
    const last = Date.parse(last_packet_at);
    const after = (asked.get(site_id)?.setting.params.after ?? 0) * MINUTE_MS;
    if (now().getTime() - last < after) return [];
    return [{ site_id, from: last + interval_seconds * 1000, details: { last_packet_at } }];
  });
};

const findings: Partial<Record<AlarmKind, Finding>> = { offline };

/** Looks at all stations once: opens what is wrong and closes what is right again, each kind in one stroke. */
export async function watchStations(
  app: Pick<App, 'pool' | 'now' | 'series'>,
  setup: AlarmSetup,
  guard: (db: Db) => Promise<void>,
): Promise<void> {
  for (const [kind, find] of Object.entries(findings) as [AlarmKind, Finding][]) {
    const asked = new Map(
      setup.sites.flatMap((site) => {
        const setting = setup.kind(kind, site);
        return setting.enabled && !site.virtual_data ? [[site.site_id, { site, setting }] as const] : [];
      }),
    );
    const wrong = (await find(app, asked)).filter(({ site_id }) => asked.has(site_id));
    await settle(app, setup, kind, wrong, asked, guard);
  }
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

/** What is wrong and not on record is opened, unless someone is looking after the station; what is right is closed. */
async function settle(
  { pool, now }: Pick<App, 'pool' | 'now'>,
  setup: AlarmSetup,
  kind: AlarmKind,
  wrong: readonly Wrong[],
  asked: ReadonlyMap<number, { setting: KindSetting }>,
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
    .filter((one) => !wrongKeys.has(keyOf(one)) && asked.has(one.site_id))
    .map((one) => recoveredRecord(kind, one, at));
  if (raised.length === 0 && recovered.length === 0) return;
  await pool.tx({}, async (db) => {
    await guard(db);
    await storeEpisodes(db, [...recovered, ...raised], at);
  });
}

function raisedRecord(kind: AlarmKind, one: Wrong, level: 'warning' | 'alarm', at: Date): EpisodeRecord {
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
    details: one.details ?? {},
    steps: [{ did: 'raised', level, tell: true }],
  };
}

function recoveredRecord(kind: AlarmKind, open: Open, at: Date): EpisodeRecord {
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
