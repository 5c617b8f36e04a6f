import type { Ctx } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { prepared, sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { namedSites } from '#server/scope.ts';
import type { StoredReading } from '#server/series/store.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import type { FactorColumn } from '#shared/contract/readings/readings.ts';
import { tracks } from '#shared/contract/readings/tracks.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { isLatitude, isLongitude } from '#shared/domain/validators.ts';
import { Fault } from '#shared/faults.ts';
import { factorsById } from './history.routes.ts';
import { remembered } from './measured.ts';

const MAX_POINTS = 50_000;

export const trackRoutes = handlers(tracks, {
  points: async (ctx, { site_id, mn, data_type, from, to, component_ids }) => {
    if (site_id === undefined && mn === undefined) {
      throw new Fault('parameter_error', { fields: [{ field: 'site_id', problem: 'required' }] });
    }
    const named = {
      site_ids: site_id === undefined ? undefined : [site_id],
      mns: mn === undefined ? undefined : [mn],
    };
    const [sites, place] = await Promise.all([namedSites(ctx, named), positionFactors(ctx.db)]);
    const site_ids = sites.map((site) => site.site_id);
    const factors = await factorsById(ctx, site_ids, component_ids);
    const question = {
      site_ids,
      data_type,
      fids: [place.longitude, place.latitude, ...component_ids],
      extremes: false,
    };
    const pointOf = pointsOf(place, factors);
    const halves = halvesOf(new Date(from), new Date(to)).map(async (half) => {
      const rows = await ctx.series.range({ ...question, ...half, newest_first: true, limit: MAX_POINTS });
      return rows.reverse();
    });
    const rows = (await Promise.all(halves)).flat().slice(-MAX_POINTS);
    const data_info: Point[] = [];
    for (const row of rows) {
      const point = pointOf(row);
      if (point) data_info.push(point);
    }
    return { factors, data_info, total: data_info.length };
  },

  now: async (ctx, wanted) => {
    const sites = await namedSites(ctx, wanted);
    const place = await positionFactors(ctx.db);
    const latest = await ctx.series.latest(
      sites.map(({ site_id }) => site_id),
      'realtime',
    );
    const bySite = new Map(latest.map((row) => [row.site_id, row.values]));
    const positions = await Promise.all(
      sites.map(async (site) => {
        const values = bySite.get(site.site_id) ?? [];
        const longitude = values.find(({ fid }) => fid === place.longitude);
        const latitude = values.find(({ fid }) => fid === place.latitude);
        if (!longitude || !latitude) return [];
        const position = positionOf(longitude.value, latitude.value);
        const at = position
          ? { ts: latitude.ts, ...position }
          : await lastFix(ctx.series, site.site_id, place, latitude.ts);
        return at ? [{ ...site, ...at }] : [];
      }),
    );
    const data_info = positions.flat();
    return { data_info, total: data_info.length };
  },
});

/** Read at the same time: the database takes as long for a long track as the server, and has a processor of its own. */
function halvesOf(from: Date, to: Date): { from: Date; to: Date }[] {
  const middle = new Date((from.getTime() + to.getTime()) / 2);
  return [
    { from, to: middle },
    { from: middle, to },
  ];
}

/** How long the last fix stays valid without a new one, for example in a tunnel or garage. */
const LOST_MS = DAY_MS;
const MAX_LOST = 2000;

async function lastFix(series: Ctx['series'], site_id: number, place: PositionFactors, lost: string) {
  const rows = await series.range({
    site_ids: [site_id],
    data_type: 'realtime',
    from: new Date(Date.parse(lost) - LOST_MS),
    to: new Date(lost),
    fids: [place.longitude, place.latitude],
    extremes: false,
    newest_first: true,
    limit: MAX_LOST,
  });
  const pointOf = pointsOf(place, []);
  for (const row of rows) {
    const point = pointOf(row);
    if (point) return { ts: point.ts, longitude: point.longitude, latitude: point.latitude };
  }
  return undefined;
}

type Point = AnswerOf<typeof tracks.points>['data_info'][number];

interface PositionFactors {
  longitude: number;
  latitude: number;
}

/** The protocol maps device codes to these two factors. */
async function positionFactors(db: Db): Promise<PositionFactors> {
  const rows = await db.rows<{ component_id: number; component_key: keyof PositionFactors }>(
    prepared(sql`
      select component_id, component_key from component where component_key in ('longitude', 'latitude')`),
  );
  const ids = new Map(rows.map(({ component_id, component_key }) => [component_key, component_id]));
  // ID 0 never occurs, so without the factors there are no positions.
  return { longitude: ids.get('longitude') ?? 0, latitude: ids.get('latitude') ?? 0 };
}

/** A receiver without a fix sends 0, 0. */
function positionOf(longitude: number | null | undefined, latitude: number | null | undefined) {
  if (typeof longitude !== 'number' || typeof latitude !== 'number') return undefined;
  if ((longitude === 0 && latitude === 0) || !isLongitude(longitude) || !isLatitude(latitude))
    return undefined;
  return { longitude, latitude };
}

function pointsOf(place: PositionFactors, factors: readonly FactorColumn[]) {
  // Rows with the same factors share the array.
  const placesOf = remembered((fids: readonly number[]) => ({
    position: [fids.indexOf(place.longitude), fids.indexOf(place.latitude)] as const,
    values: factors.map(({ component_id }) => fids.indexOf(component_id)),
  }));
  const unflagged = factors.map(() => '');
  return ({ ts, fids, avg, flags }: StoredReading) => {
    const places = placesOf(fids);
    const [east, north] = places.position;
    const position = positionOf(avg[east], avg[north]);
    if (!position) return undefined;
    const { longitude, latitude } = position;
    const values = places.values.map((at) => avg[at] ?? null);
    const shown = flags ? places.values.map((at) => flags[at] ?? '') : unflagged;
    return { ts, longitude, latitude, values, flags: shown };
  };
}
