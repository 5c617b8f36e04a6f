import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { type PlatformSecrets, PROVIDER_POWER } from '#shared/contract/platform/platform-config.ts';
import { SUPER_ROLE } from '#shared/domain/may.ts';
import type { Settings } from './defaults.ts';

export interface SmsKeeper {
  user_id: number;
  real_name: string;
  role_id: number;
  sees_all_sites: boolean;
}

/** The settings that decide who can read text messages. */
const destination: Record<Settings['sms_provider'], readonly (keyof PlatformSecrets)[]> = {
  outbox: [],
  webhook: ['sms_webhook_url'],
  aliyun: ['sms_key_id', 'sms_key_secret'],
};

/** No such role exists: a deleted account has no powers. */
const NO_ROLE = -1;

/**
 * Accounts other than super administrators that decide where text messages go: those that may change the service, and
 * those that entered its current address or key.
 */
export async function smsKeepers(db: Db, { sms_provider }: Settings): Promise<SmsKeeper[]> {
  if (sms_provider === 'outbox') return [];
  return db.rows<SmsKeeper>(sql`
    select k.user_id, coalesce(u.real_name, '#' || k.user_id) as real_name,
           coalesce(u.role_id, ${NO_ROLE}) as role_id, coalesce(r.sees_all_sites, false) as sees_all_sites
      from (select a.user_id from user_account a
              join role_power rp using (role_id) join power p using (power_id)
             where a.status = 'normal' and p.type = 3 and p.power_code = ${PROVIDER_POWER}
            union
            select entered_by from platform_secret
             where secret_name = any(${destination[sms_provider]}) and entered_by is not null) k
      left join user_account u using (user_id)
      left join role r using (role_id)
     where u.role_id is distinct from ${SUPER_ROLE}
     order by real_name collate "zh-x-icu"`);
}
