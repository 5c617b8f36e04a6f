import { addPresets, offeredPresets } from '#server/alarms/presets.ts';
import type { Db, Pool } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import { WARNING_SHARE } from '#shared/domain/alarm-suggestions.ts';
import { seedDuty } from './duty.ts';
import { seedExams } from './exams.ts';
import { seedOrders } from './orders.ts';
import { seedRooms } from './rooms.ts';
import { demoSites, INTERVAL_SECONDS, PASSWORD } from './sites.ts';

/** Manually added sites without a device password: the demo shows how these are marked. */
const withoutPassword = new Set(
  (['water', 'mobile'] as const).map((type) => demoSites.findLast(({ site_type }) => site_type === type)?.mn),
);

const actor = { account: 'system', real_name: 'system' };

/** Sites that the demo's restricted accounts see: those of some provinces. */
const scopes = [
  { account: 'operator', provinces: ['370000', '320000'] },
  { account: 'learner', provinces: ['110000'] },
];

/** Age of the stations in days; longer than their history. */
const STANDING_DAYS = 500;

/**
 * Adds the demo's stations at the first start; later starts change nothing. Returns whether there is a demo network,
 * that is, whether it has not been removed.
 */
export function seedDemoNetwork(pool: Pool): Promise<boolean> {
  return pool.tx(actor, async (db) => {
    const first = await db.run(sql`
      update instance set demo_seeded_at = now() where demo and demo_seeded_at is null and demo_removed_at is null`);
    if (first === 1) await seedAll(db);
    const row = await db.one(sql`select 1 from instance where demo and demo_removed_at is null`);
    return row !== undefined;
  });
}

async function seedAll(db: Db): Promise<void> {
  const names = <Value>(of: (site: (typeof demoSites)[number]) => Value) => [...new Set(demoSites.map(of))];
  await db.run(sql`
    insert into product_line (product_name) select unnest(${names((site) => site.product_name)}::text[])
    on conflict do nothing`);
  await db.run(sql`
    insert into project (project_name) select unnest(${names((site) => site.project_name)}::text[])
    on conflict do nothing`);
  const basins = names((site) => site.water?.basin_name).filter((name) => name !== undefined);
  await db.run(sql`insert into basin (basin_name) select unnest(${basins}::text[]) on conflict do nothing`);
  await seedStations(db);
  // As in a new production instance; the simulator sends the stored passwords.
  await db.run(sql`
    update agreement set check_password = true
     where agreement_name = any(${names((site) => site.agreement_name)}::text[])`);
  await seedFactors(db);
  await seedRooms(db);
  await seedDuty(db);
  await seedOrders(db);
  await seedExams(db);
  await seedStandards(db);
  await db.run(sql`
    insert into user_site (user_id, site_id)
    select u.user_id, s.site_id
      from jsonb_to_recordset(${json(scopes)}) as w (account text, provinces jsonb)
      join user_account u on lower(u.account) = w.account
      join site s on s.demo and w.provinces ? s.province_code
    on conflict do nothing`);
}

function seedStations(db: Db): Promise<number> {
  const rows = demoSites.map(({ water, factors: _, route: __, ...site }) => ({
    ...site,
    ...water,
    secret: withoutPassword.has(site.mn) ? '' : PASSWORD,
  }));
  return db.run(sql`
    insert into site (mn, site_name, site_type, sim_number, section_attribute, river_system, basin_id, latitude,
                      longitude, province_code, city_code, area_code, address, interval_seconds, agreement_id,
                      product_id, project_id, water_pollution_level, water_quality_type, power_supply,
                      device_number, hmi_number, secret, started_on, demo)
    select mn, site_name, site_type, '1440' || lpad(seed::text, 9, '0'), coalesce(section_attribute, ''),
           coalesce(river_system, ''), basin_id, latitude, longitude, province_code, city_code, area_code, address,
           ${INTERVAL_SECONDS}, agreement_id, product_id, project_id, target_class, water_quality_type,
           case site_type when 'mobile' then 'battery' else 'mains' end, 10001 + seed, 20001 + seed, secret,
           current_date - ${STANDING_DAYS}::integer, true
      from jsonb_to_recordset(${json(rows)})
        as s (seed integer, mn text, site_name text, site_type text, section_attribute text, river_system text,
              basin_name text, latitude double precision, longitude double precision, province_code text,
              city_code text, area_code text, address text, agreement_name text, product_name text,
              project_name text, target_class smallint, water_quality_type text, secret text)
      join product_line using (product_name)
      join project using (project_name)
      left join agreement using (agreement_name)
      left join basin using (basin_name)
     order by seed
    on conflict do nothing`);
}

function seedFactors(db: Db): Promise<number> {
  const rows = demoSites.flatMap(({ mn, factors }) => factors.map(({ key }, sort) => ({ mn, key, sort })));
  return db.run(sql`
    insert into device_factor (site_id, component_id, sort)
    select s.site_id, c.component_id, f.sort
      from jsonb_to_recordset(${json(rows)}) as f (mn text, key text, sort integer)
      join site s on s.mn = f.mn and s.demo
      join component c on c.component_key = f.key
    on conflict do nothing`);
}

/** Adds the suggested national limits, in force since the stations were set up, so that the history has alarms. */
async function seedStandards(db: Db): Promise<void> {
  const choice = { grade: 'grade_2', warning_share: WARNING_SHARE, water_class: null } as const;
  const asking = { db, now: () => new Date() };
  const offered = await offeredPresets(asking, choice);
  await addPresets(
    asking,
    choice,
    offered.filter(({ site_count }) => site_count > 0),
  );
  await db.run(sql`
    update alarm_rule_version set made_at = current_date - ${STANDING_DAYS}::integer where version = 1`);
}
