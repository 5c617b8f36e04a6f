import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { pushSecretOf, renewPushSecret } from '#server/push/secrets.ts';
import { namedSites } from '#server/scope.ts';
import { pushSecrets } from '#shared/contract/sites/push.ts';

export const pushRoutes = handlers(pushSecrets, {
  get: async (ctx, { site_id }) => {
    await namedSites(ctx, { site_ids: [site_id] });
    const found = await pushSecretOf(ctx.db, site_id, ctx.secrets.signing_secret);
    return found ?? { secret: null, created_at: null };
  },

  renew: async (ctx, { site_id }) => {
    await namedSites(ctx, { site_ids: [site_id] });
    return renewPushSecret(ctx.db, site_id, ctx.secrets.signing_secret, ctx.now());
  },

  revoke: async (ctx, { site_id }) => {
    await namedSites(ctx, { site_ids: [site_id] });
    await ctx.db.run(sql`delete from push_secret where site_id = ${site_id}`);
    return {};
  },
});
