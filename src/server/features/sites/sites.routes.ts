import type { Ctx } from '#server/app.ts';
import { requireMayCorrect } from '#server/corrections/form.ts';
import type { Db } from '#server/db/pool.ts';
import { identifier, join, sql } from '#server/db/sql.ts';
import { requireUntaken } from '#server/db/untaken.ts';
import { applyFactorTemplates, storeFactors } from '#server/features/site-config/service.ts';
import { crud } from '#server/http/crud.ts';
import { handlers, runnerOf } from '#server/http/handlers.ts';
import type { Route, SelectSource } from '#server/http/route.ts';
import {
  currentPlace,
  PLACE_FIELDS,
  type Place,
  placeColumns,
  requirePlace,
  showPlaces,
} from '#server/places/places.ts';
import { namedSites, scope } from '#server/scope.ts';
import { decryptPassword, encryptPassword } from '#server/settings/device-passwords.ts';
import { askSimUsage, cardOf, hasSimProvider, isCard } from '#server/sim-cards/usage.ts';
import type { SiteFactor } from '#shared/contract/site-config/factors.ts';
import { siteActions, sites } from '#shared/contract/sites/sites.ts';
import { currentCode } from '#shared/domain/former-divisions.ts';
import { Fault } from '#shared/faults.ts';

/** Exact filters, unlike other texts: MNs are case-insensitive, outdated place codes match their successors. */
export const wholeTexts = {
  mn: (mn: string) => sql`lower(mn) = lower(${mn})`,
  ...Object.fromEntries(
    PLACE_FIELDS.map((column) => [
      column,
      (code: string) => sql`${identifier(column)} = ${currentCode(code)}`,
    ]),
  ),
};

/** The protocol checks passwords and the site has one. */
const isPwChecked = sql`(
  t.secret <> '' and coalesce((select a.check_password from agreement a where a.agreement_id = t.agreement_id),
                              (select i.checks_pw from instance i), false))`;

/** Encrypts the device password; an unchanged one is left out. */
async function withStoredPassword<Fields extends Record<string, unknown>>(
  db: Db,
  { signing_secret }: Ctx['secrets'],
  { secret, ...fields }: Fields,
  own?: number,
): Promise<Record<string, unknown>> {
  if (typeof secret !== 'string') return fields;
  const stored =
    own === undefined
      ? undefined
      : await db.one<{ secret: string }>(sql`select secret from site where site_id = ${own}`);
  if (stored && decryptPassword(stored.secret, signing_secret) === secret) return fields;
  return { ...fields, secret: encryptPassword(secret, signing_secret) };
}

const rows = crud(sites, {
  scope: ({ user }) => scope(user, sql`t.site_id`),
  shows: {
    ...placeColumns({ province: sql`t.province_code`, city: sql`t.city_code`, area: sql`t.area_code` }),
    block_name: sql`(select b.block_name from block b where b.block_code = t.block_code)`,
    agreement_name: sql`(select a.agreement_name from agreement a where a.agreement_id = t.agreement_id)`,
    product_name: sql`(select p.product_name from product_line p where p.product_id = t.product_id)`,
    project_name: sql`(select p.project_name from project p where p.project_id = t.project_id)`,
    basin_name: sql`(select b.basin_name from basin b where b.basin_id = t.basin_id)`,
    factor_count: sql`(select count(*) from device_factor d where d.site_id = t.site_id)`,
    factor_codes: sql`(
      select coalesce(string_agg(coalesce(c.code_2017, c.component_key), ', ' order by d.sort, d.component_id), '')
        from device_factor d join component c using (component_id) where d.site_id = t.site_id)`,
    has_secret: sql`t.secret <> ''`,
    pw_checked: isPwChecked,
    online: sql`coalesce((select l.online from link_state l where l.site_id = t.site_id), false)`,
    last_packet_at: sql`(select l.last_packet_at from link_state l where l.site_id = t.site_id)`,
  },
  filters: {
    ...wholeTexts,
    has_place: (has: boolean) => sql`(longitude is not null and latitude is not null) = ${has}`,
  },
  show: () => showPlaces,
  beforeSave: async (ctx, given, before) => {
    const { db, secrets } = ctx;
    const factors = given.factors as SiteFactor[] | undefined;
    if (factors) await requireMayCorrect(ctx, [{ site_id: before?.site_id, factors }]);
    const fields = await withStoredPassword(db, secrets, currentPlace(given), before?.site_id);
    await requireUntakenSite(db, fields, before?.site_id);
    if (PLACE_FIELDS.some((field) => field in fields)) {
      await requirePlace(db, { ...before, ...fields } as Place);
    }
    return fields;
  },
  parts: { factors: storeFactors },
});

function requireUntakenSite(db: Db, { site_name, mn }: { site_name?: unknown; mn?: unknown }, own?: number) {
  return requireUntaken(db, 'site', sql`site_id is distinct from ${own ?? null}`, [
    { field: 'site_name', fault: 'device_name_repeated', bears: sql`site_name = ${site_name}` },
    { field: 'mn', fault: 'mn_repeated', bears: sql`lower(mn) = lower(${mn})` },
  ]);
}

/** The source of the site list, for calls that apply to all sites found by a query. */
export const siteSource = rows.find(({ call }) => call === sites.list)?.source as SelectSource;

const insert = runnerOf(rows, sites.add);

export async function addSite(ctx: Ctx, fields: object): Promise<{ site_id: number }> {
  const { site_id = 0 } = await insert(ctx, fields as never);
  await applyFactorTemplates(ctx.db, [site_id]);
  await giveToMaker(ctx, [site_id]);
  return { site_id };
}

/** Users with restricted access see the sites that they create. */
export async function giveToMaker({ db, user }: Ctx, site_ids: number[]): Promise<void> {
  if (user.sees_all_sites) return;
  await db.run(sql`
    insert into user_site (user_id, site_id) select ${user.user_id}, unnest(${site_ids}::integer[])`);
}

/** Fields for copying a site; the device password is unique to it like the MN. */
const COPIED = sites.fields.filter(
  (field) => !['mn', 'site_name', 'site_name_en', 'secret', 'factors'].includes(field),
);

const remove = runnerOf(rows, sites.remove);

const actions = handlers(siteActions, {
  removeDevices: async (ctx, wanted) => {
    const named = await namedSites(ctx, wanted);
    await remove(ctx, { site_id: named.map(({ site_id }) => site_id) });
    return {};
  },

  simUsage: async (ctx, { site_id }) => {
    await namedSites(ctx, { site_ids: [site_id] });
    const settings = await ctx.settings.read(ctx.db);
    if (!hasSimProvider(settings)) throw new Fault('sim_usage_failed', { detail: 'not_configured' });
    const site = await ctx.db.one<{ sim_number: string }>(
      sql`select sim_number from site where site_id = ${site_id}`,
    );
    if (!site?.sim_number) {
      throw new Fault('sim_usage_failed', { fields: [{ field: 'sim_number', problem: 'required' }] });
    }
    const card = cardOf(site.sim_number);
    const used = (await askSimUsage(ctx, settings, [card])).find((told) => isCard(card, told));
    if (!used) throw new Fault('sim_usage_failed');
    return { used_mb: used.used_mb, total_mb: used.total_mb };
  },

  copy: async (ctx, { site_id, ...own }) => {
    await namedSites(ctx, { site_ids: [site_id] });
    const like = await ctx.db.one<object>(sql`
      select ${join(COPIED.map(identifier))} from site where site_id = ${site_id}`);
    if (!like) throw new Fault('no_data');
    const factors = await ctx.db.rows<Pick<SiteFactor, 'component_id' | 'k' | 'b'>>(sql`
      select component_id::integer, k, b from device_factor where site_id = ${site_id}`);
    await requireMayCorrect(ctx, [{ factors }]);
    const { site_id: made = 0 } = await insert(ctx, { ...like, ...own } as never);
    const copy = { site_id: made };
    await ctx.db.run(sql`
      insert into device_factor (site_id, component_id, sort, decimals, range_min, range_max, k, b, interval_seconds)
      select ${copy.site_id}, component_id, sort, decimals, range_min, range_max, k, b, interval_seconds
        from device_factor where site_id = ${site_id}`);
    await giveToMaker(ctx, [copy.site_id]);
    return copy;
  },
});

export const siteRoutes: Route[] = [
  ...rows.map((route) => (route.call === sites.add ? { ...route, run: addSite } : route)),
  ...actions,
];
