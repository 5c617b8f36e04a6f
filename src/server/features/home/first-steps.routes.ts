import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { scope } from '#server/scope.ts';
import { type FirstStep, firstSteps } from '#shared/contract/home/first-steps.ts';
import { unregistered } from '#shared/contract/packets/unregistered.ts';
import { may } from '#shared/domain/may.ts';
import { Fault } from '#shared/faults.ts';

interface State {
  dismissed: boolean;
  password: boolean;
  product_line: boolean;
  site: boolean;
}

export const firstStepsRoutes = handlers(firstSteps, {
  data: async (ctx) => {
    const { db, user, config, settings } = ctx;
    const set = settings.current;
    const state = await db.one<State>(sql`
      select first_steps_dismissed_at is not null as dismissed,
             not exists (select from user_account where role_id = 0 and must_change_password) as password,
             exists (select from product_line) as product_line,
             exists (select from site where ${scope(user, sql`site_id`)}) as site
        from platform_setting`);
    if (!state) throw new Fault('no_data');
    const { dismissed } = state;
    const heard = (await lastOfSites(ctx)) ?? (await lastOfStrangers(ctx));
    const done: Record<FirstStep, boolean> = {
      password: state.password,
      title: Boolean(set.platform_title),
      mail: set.email_provider !== 'outbox' || set.sms_provider !== 'outbox',
      product_line: state.product_line,
      site: state.site,
      packet: heard !== undefined,
    };
    return {
      dismissed: dismissed || config.demo,
      done: (Object.keys(done) as FirstStep[]).filter((step) => done[step]),
      gateway: {
        address: set.gateway_address || null,
        port: config.gatewayPort,
        tls_port: config.gatewayTls?.port ?? null,
      },
      heard: heard ?? null,
    };
  },

  dismiss: async ({ db, now }) => {
    await db.run(sql`
      update platform_setting set first_steps_dismissed_at = coalesce(first_steps_dismissed_at, ${now()})`);
    return {};
  },
});

interface Heard {
  mn: string;
  at: string;
  registered: boolean;
}

async function lastOfSites({ db, user }: Ctx): Promise<Heard | undefined> {
  return await db.one<Heard>(sql`
    select s.mn, l.last_packet_at as at, true as registered from link_state l join site s using (site_id)
     where l.last_packet_at is not null and ${scope(user, sql`s.site_id`)}
     order by l.last_packet_at desc limit 1`);
}

async function lastOfStrangers({ db, user, series }: Ctx): Promise<Heard | undefined> {
  if (!may(user, unregistered.list.needs)) return undefined;
  const device = await db.one<Heard>(sql`
    select k.mn, k.last_at as at, exists (select from site s where lower(s.mn) = lower(k.mn)) as registered
      from unregistered_device k order by k.last_at desc limit 1`);
  if (device) return device;
  // A device that became a site and has not sent since is in neither list; its packets are kept.
  const [packet] = await series.packets(
    { site_ids: [], strangers: { except: [] }, from: new Date(0), outgoing: false },
    { limit: 1 },
  );
  if (!packet) return undefined;
  const site = await db.one(sql`select from site where lower(mn) = lower(${packet.mn})`);
  return { mn: packet.mn, at: packet.received_at, registered: site !== undefined };
}
