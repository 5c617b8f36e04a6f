import type { Ctx } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { networkOf } from '#server/http/network-of.ts';
import { isProof, makeChallenge } from '#server/http/proof.ts';
import { notify } from '#server/messages/notify.ts';
import { englishSiteName } from '#server/places/site-names.ts';
import { sayIn } from '#server/words.ts';
import type { ParsedOf } from '#shared/contract/define.ts';
import { faultReports, PHOTO_BYTES } from '#shared/contract/work-orders/requests.ts';
import { SUPER_ROLE } from '#shared/domain/may.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { Fault } from '#shared/faults.ts';
import { siteOfToken } from './codes.routes.ts';

/** Proof of work: a fraction of a second on a phone, expensive for mass reports. */
const BITS = 16;
const PER_SITE_A_DAY = 20;
const PER_NETWORK_AN_HOUR = 10;
const A_DAY = 500;

type Report = ParsedOf<typeof faultReports.send>;

export const faultReportRoutes = handlers(faultReports, {
  look: async (ctx, { token }) => {
    const { site_name, site_name_en } = await siteOfToken(ctx, token);
    return { site_name, site_name_en: englishSiteName(site_name, site_name_en) };
  },

  send: async (ctx, report) => {
    const site = await siteOfToken(ctx, report.token);
    await requireProof(ctx, site.site_id, report);
    const photo = photoOf(report);
    return ctx.pool.tx({}, async (db) => {
      // Serialized, so that concurrent reports cannot exceed the limits.
      await db.run(sql`select pg_advisory_xact_lock(hashtext('fault reports'))`);
      const network = networkOf(ctx.origin.ip);
      await requireRoom(db, ctx.now(), site.site_id, network);
      const row = await db.one<{ request_id: number }>(sql`
        insert into order_request (site_id, description, contact, created_at, network)
        values (${site.site_id}, ${report.description}, ${report.contact}, ${ctx.now()}, ${network})
        returning request_id`);
      if (!row) throw new Fault('add_failed');
      if (photo)
        await db.run(sql`
          insert into order_request_photo (request_id, photo) values (${row.request_id}, ${photo})`);
      await tellDispatchers(ctx, db, site, report);
      return { number: row.request_id };
    });
  },
});

/** The last report's ID is part of the purpose, so that a proof is valid for one report. */
async function requireProof({ pool, secrets, now }: Ctx, site_id: number, { proof }: Report): Promise<void> {
  const last = await pool.one<{ id: number | null }>(
    sql`select max(request_id) as id from order_request where site_id = ${site_id}`,
  );
  const purpose = `fault report ${site_id} ${last?.id ?? 0}`;
  if (isProof(secrets.signing_secret, purpose, BITS, proof, now())) return;
  const data = makeChallenge(secrets.signing_secret, purpose, BITS, now());
  throw new Fault('code_required', { detail: 'captcha_needed', data });
}

function photoOf({ photo }: Report): Buffer | undefined {
  if (!photo) return undefined;
  const bytes = Buffer.from(photo, 'base64');
  const isJpeg = bytes.subarray(0, 3).toString('hex') === 'ffd8ff';
  if (isJpeg && bytes.length <= PHOTO_BYTES) return bytes;
  throw new Fault('parameter_error', { fields: [{ field: 'photo', problem: 'bad_format' }] });
}

async function requireRoom(db: Db, now: Date, site_id: number, network: string): Promise<void> {
  const day = new Date(now.getTime() - DAY_MS);
  const hour = new Date(now.getTime() - HOUR_MS);
  const sent = await db.one<{ site: number; network: number; all: number }>(sql`
    select (select count(*) from order_request where created_at > ${day} and site_id = ${site_id}) as site,
           (select count(*) from order_request where created_at > ${hour} and network = ${network}) as network,
           (select count(*) from order_request where created_at > ${day}) as "all"`);
  if (!sent || sent.site >= PER_SITE_A_DAY || sent.network >= PER_NETWORK_AN_HOUR || sent.all >= A_DAY)
    throw new Fault('code_too_often', { detail: 'too_many_reports' });
}

/** Notifies managers of orders who see the site; bilingual, because the reader's language is not known here. */
async function tellDispatchers(
  ctx: Ctx,
  db: Db,
  { site_id, site_name, site_name_en }: { site_id: number; site_name: string; site_name_en: string },
  { description }: Report,
): Promise<void> {
  const people = await db.rows<{ user_id: number }>(sql`
    select u.user_id from user_account u join role r using (role_id)
     where u.status = 'normal'
       and (u.role_id = ${SUPER_ROLE} or exists (
             select from role_power rp join power p using (power_id)
              where rp.role_id = u.role_id and p.power_code = 'order.manage'))
       and (u.role_id = ${SUPER_ROLE} or r.sees_all_sites or exists (
             select from visible_site v where v.user_id = u.user_id and v.site_id = ${site_id}))`);
  const english = englishSiteName(site_name, site_name_en);
  const subjects = [
    sayIn('zh')('orderRequests.told', { site: site_name }),
    sayIn('en')('orderRequests.told', { site: english }),
  ];
  await notify(
    ctx,
    db,
    people.map(({ user_id }) => user_id),
    { kind: 'order', subject: subjects.join(' · '), body: description },
  );
}
