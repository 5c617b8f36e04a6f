import type { App } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { type Repeated, repeat } from '#server/jobs/repeat.ts';
import { type Notice, notify } from '#server/messages/notify.ts';
import { sayIn } from '#server/words.ts';
import { platformConfig } from '#shared/contract/platform/platform-config.ts';
import type { Disk, Level } from '#shared/contract/platform/platform-status.ts';
import { SUPER_ROLE } from '#shared/domain/may.ts';
import { formatBytes } from '#shared/domain/numbers.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { hasEased, shortOf } from './disks.ts';

const EVERY_MS = MINUTE_MS;

type Teller = Pick<App, 'pool' | 'settings' | 'now'>;

/** Looks at the disks all the while, and tells those who look after the platform before it is too late. */
export function startShortageWatch(app: App): Repeated {
  return repeat(
    EVERY_MS,
    async () => tellShortages(app, await app.vitals.disks()),
    app.log,
    'could not look at the disks',
  );
}

/** Once when space begins to run short, and once when it becomes critical, until there is enough again. */
export async function tellShortages(app: Teller, disks: readonly Disk[]): Promise<void> {
  for (const disk of disks) {
    const level = shortOf(disk);
    if (level) await tell(app, disk, level);
    else if (hasEased(disk)) await forget(app, disk);
  }
}

async function tell(app: Teller, disk: Disk, level: Level): Promise<void> {
  await app.pool.tx({}, async (db) => {
    const isNew = await db.one(sql`
      insert into told_shortage as t (shortage, level, told_at) values (${shortageOf(disk)}, ${level}, ${app.now()})
      on conflict (shortage) do update set level = excluded.level, told_at = excluded.told_at
         where t.level = 'warning' and excluded.level = 'critical'
      returning shortage`);
    if (isNew) await notify(app, db, await caretakers(db), noticeOf(disk, level));
  });
}

async function forget({ pool }: Teller, disk: Disk): Promise<void> {
  await pool.run(sql`delete from told_shortage where shortage = ${shortageOf(disk)}`);
}

function shortageOf({ holds }: Disk): string {
  return `disk_${holds}`;
}

/** Whoever may set the platform up. */
async function caretakers(db: Db): Promise<number[]> {
  const rows = await db.rows<{ user_id: number }>(sql`
    select user_id from user_account u
     where u.role_id = ${SUPER_ROLE}
        or exists (select from role_power rp join power p using (power_id)
                    where rp.role_id = u.role_id and p.type = 3 and p.power_code = ${platformConfig.set.needs})`);
  return rows.map(({ user_id }) => user_id);
}

/** Nobody knows which language they read. */
function noticeOf({ holds, free, total }: Disk, level: Level): Notice {
  const said = (['zh', 'en'] as const).map((language) => {
    const say = sayIn(language);
    const slots = {
      place: say(`platformStatus.holds_${holds}`),
      free: formatBytes(free),
      total: formatBytes(total),
    };
    return {
      subject: say(`messages.disk_${level}_subject`),
      body: say(`messages.disk_${level}_body`, slots),
    };
  });
  return {
    kind: 'platform',
    subject: said.map(({ subject }) => subject).join(' · '),
    body: said.map(({ body }) => body).join('\n'),
  };
}
