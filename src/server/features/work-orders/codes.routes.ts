import { createHmac, timingSafeEqual } from 'node:crypto';
import type { App } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { namedSites } from '#server/scope.ts';
import { orderCodes } from '#shared/contract/work-orders/requests.ts';
import { Fault } from '#shared/faults.ts';

/** Content of a QR code: the site, the number of the code, and a signature of both. */
function tokenOf({ secrets }: Pick<App, 'secrets'>, site_id: number, number: number): string {
  const body = `${site_id.toString(36)}.${number.toString(36)}`;
  return `${body}.${signature(secrets.signing_secret, body)}`;
}

/** Half of the digest is secure enough and keeps the QR code small. */
function signature(secret: string, body: string): string {
  return createHmac('sha256', secret).update(`order code\n${body}`).digest('base64url').slice(0, 22);
}

interface CodeSite {
  site_id: number;
  site_name: string;
  site_name_en: string;
}

/** The site of a code; throws if the code is forged or was replaced. */
export async function siteOfToken(app: Pick<App, 'secrets' | 'pool'>, token: string): Promise<CodeSite> {
  const [site = '', number = '', given = ''] = token.split('.');
  const expected = Buffer.from(signature(app.secrets.signing_secret, `${site}.${number}`));
  const said = Buffer.from(given);
  if (expected.length !== said.length || !timingSafeEqual(expected, said)) throw new Fault('no_data');
  const found = await app.pool.one<CodeSite>(sql`
    select s.site_id, s.site_name, s.site_name_en from site s left join order_code c using (site_id)
     where s.site_id = ${Number.parseInt(site, 36)} and coalesce(c.number, 1) = ${Number.parseInt(number, 36)}`);
  if (!found) throw new Fault('no_data');
  return found;
}

export const orderCodeRoutes = handlers(orderCodes, {
  data: async (ctx, { site_ids }) => {
    const sites = await namedSites(ctx, { site_ids });
    const rows = await ctx.db.rows<{ site_id: number; number: number }>(
      sql`select site_id, number from order_code where site_id = any(${site_ids})`,
    );
    const numbers = new Map(rows.map(({ site_id, number }) => [site_id, number]));
    return {
      data_info: sites.map(({ site_id, site_name, mn }) => ({
        ...{ site_id, site_name, mn },
        token: tokenOf(ctx, site_id, numbers.get(site_id) ?? 1),
      })),
    };
  },

  renew: async (ctx, { site_ids }) => {
    const sites = await namedSites(ctx, { site_ids });
    await ctx.db.run(sql`
      insert into order_code as c (site_id, number)
      select unnest(${sites.map(({ site_id }) => site_id)}::integer[]), 2
      on conflict (site_id) do update set number = c.number + 1`);
    return {};
  },
});
