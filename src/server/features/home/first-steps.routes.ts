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
  site_ids: number[];
}

interface Stranger {
  mn: string;
  at: string;
}

export const firstStepsRoutes = handlers(firstSteps, {
  data: async (ctx) => {
    const { db, user, config, settings, series } = ctx;
    const set = settings.current;
    const state = await db.one<State>(sql`
      select first_steps_dismissed_at is not null as dismissed,
             not exists (select from user_account where role_id = 0 and must_change_password) as password,
             exists (select from product_line) as product_line,
             coalesce((select array_agg(site_id) from site where ${scope(user, sql`site_id`)}), '{}') as site_ids
        from platform_setting`);
    if (!state) throw new Fault('no_data');
    const { dismissed, site_ids } = state;
    const stranger =
      may(user, unregistered.list.needs) &&
      (await db.one<Stranger>(sql`
      select mn, last_at as at from unregistered_device order by last_at desc limit 1`));
    const heard = (await newestOf(site_ids)) ?? (stranger ? { ...stranger, registered: false } : undefined);
    const done: Record<FirstStep, boolean> = {
      password: state.password,
      title: Boolean(set.platform_title),
      mail: set.email_provider !== 'outbox' || set.sms_provider !== 'outbox',
      product_line: state.product_line,
      site: site_ids.length > 0,
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

    /** Skipped for many sites; a new instance has few. */
    async function newestOf(ids: number[]) {
      if (ids.length === 0 || ids.length > MOST_SITES) return undefined;
      const latest = await series.latest(ids);
      const newest = latest.reduce<(typeof latest)[number] | undefined>(
        (best, one) => (!best || one.received_at > best.received_at ? one : best),
        undefined,
      );
      if (!newest) return undefined;
      const site = await db.one<{ mn: string }>(sql`select mn from site where site_id = ${newest.site_id}`);
      return site && { mn: site.mn, at: newest.received_at, registered: true };
    }
  },

  dismiss: async ({ db, now }) => {
    await db.run(sql`
      update platform_setting set first_steps_dismissed_at = coalesce(first_steps_dismissed_at, ${now()})`);
    return {};
  },
});

const MOST_SITES = 50;
