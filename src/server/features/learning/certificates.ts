import type { App } from '#server/app.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { notify, sayInBoth } from '#server/messages/notify.ts';
import { formatTime } from '#shared/domain/time.ts';

/** Days before the end in which a certificate counts as expiring. */
const SOON_DAYS = 30;

/** Each person's latest certificate per assessment; renewed ones are not listed. */
export const certificateRows = (now: Date): Sql => sql`
  select distinct on (c.user_id, c.assessment_id) c.certificate_id, u.real_name, u.account, c.assessment_id,
         a.assessment_name, c.issued_at, c.expires_at, c.revoke_reason,
         case when c.revoked_at is not null then 'revoked' when c.expires_at <= ${now} then 'expired'
              when c.expires_at <= ${now}::timestamptz + make_interval(days => ${SOON_DAYS}) then 'expiring' else 'valid' end as state,
         case when c.expires_at > ${now} then ceil(extract(epoch from c.expires_at - ${now}::timestamptz) / 86400)::integer end as days_left,
         (select count(*) from competence k where k.assessment_id = c.assessment_id and k.enabled) as needed_for
    from certificate c join user_account u using (user_id) join assessment a using (assessment_id)
   order by c.user_id, c.assessment_id, c.revoked_at is not null, c.expires_at desc nulls first, c.certificate_id desc`;

/** Notifies holders once that their certificate expires soon. */
export async function tellOfExpiry(app: Pick<App, 'pool' | 'now' | 'settings'>): Promise<number> {
  const now = app.now();
  return app.pool.tx({}, async (db) => {
    const soon = await db.rows<{ user_id: number; assessment_name: string; expires_at: string }>(sql`
      update certificate c set told_at = ${now} from assessment a
       where a.assessment_id = c.assessment_id and c.told_at is null and c.revoked_at is null and c.expires_at > ${now}
         and c.expires_at <= ${now}::timestamptz + make_interval(days => ${SOON_DAYS})
         and not exists (select from certificate n where n.user_id = c.user_id and n.assessment_id = c.assessment_id
                            and n.revoked_at is null and (n.expires_at is null or n.expires_at > c.expires_at))
      returning c.user_id, a.assessment_name, c.expires_at`);
    for (const { user_id, assessment_name, expires_at } of soon) {
      const params = { name: assessment_name, date: formatTime(new Date(expires_at), 'yyyy-MM-dd') };
      const keys = { subject: 'certificates.expiring_subject', body: 'certificates.expiring_body' };
      await notify(app, db, [user_id], { kind: 'platform', ...sayInBoth(keys, params) });
    }
    return soon.length;
  });
}
