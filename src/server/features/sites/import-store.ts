import { createHash } from 'node:crypto';
import type { Ctx } from '#server/app.ts';
import { requireMayCorrect } from '#server/corrections/form.ts';
import { identifier, join, json, sql } from '#server/db/sql.ts';
import { applyFactorTemplates, storeFactorLists } from '#server/features/site-config/service.ts';
import { encryptPassword } from '#server/settings/device-passwords.ts';
import { Fault } from '#shared/faults.ts';
import type { CheckedSite, SiteItem } from './import-check.ts';
import { STORED, storedColumns } from './import-stored.ts';
import { giveToMaker } from './sites.routes.ts';

export const changedMeanwhile = () => new Fault('update_failed', { detail: 'changed_meanwhile' });

/** Hash of the changes that were previewed; differs if somebody changed one of the sites since. */
export function basisOf(rows: readonly CheckedSite[]): string {
  const items = rows.map(({ item, problems }) => [
    item?.fields ?? null,
    item && item.becomes !== 'added' ? [item.before.site_id, item.before.version] : null,
    problems.length,
  ]);
  return createHash('sha256').update(JSON.stringify(items)).digest('base64url');
}

type Added = Extract<SiteItem, { becomes: 'added' }>;
type Kept = Exclude<SiteItem, Added>;

/** Runs in the transaction of the call, so all or none are stored. */
export async function storeSites(ctx: Ctx, items: readonly SiteItem[]) {
  const added = items.filter((item): item is Added => item.becomes === 'added');
  const changed = items.filter((item): item is Kept => item.becomes === 'changed');
  await addSites(ctx, added);
  await changeSites(ctx, changed);
  return {
    added: added.length,
    changed: changed.length,
    unchanged: items.length - added.length - changed.length,
  };
}

async function addSites(ctx: Ctx, items: readonly Added[]): Promise<void> {
  if (items.length === 0) return;
  const rows = items.map(({ fields }) => ({ ...fields, secret: encrypted(ctx, fields.secret) }));
  const stored = await ctx.db.rows<{ site_id: number; mn: string }>(sql`
    insert into site (${storedColumns}) select ${storedColumns} from jsonb_populate_recordset(null::site, ${json(rows)})
    returning site_id, mn`);
  const idOf = new Map(stored.map(({ site_id, mn }) => [mn, site_id]));
  await storeFactorLists(
    ctx.db,
    items.map(({ fields }) => ({ site_id: idOf.get(fields.mn) ?? 0, factors: fields.factors })),
  );
  const site_ids = [...idOf.values()];
  await applyFactorTemplates(ctx.db, site_ids);
  await giveToMaker(ctx, site_ids);
}

async function changeSites(ctx: Ctx, items: readonly Kept[]): Promise<void> {
  if (items.length === 0) return;
  const rows = items.map(({ before, fields: { secret, factors: _factors, ...fields } }) => ({
    ...before,
    ...fields,
    ...(secret === undefined ? {} : { secret: encrypted(ctx, secret) }),
  }));
  const ids = items.map(({ before }) => before.site_id);
  // Locks in a fixed order, so that two imports cannot deadlock.
  await ctx.db.run(sql`select 1 from site where site_id = any(${ids}) order by site_id for update`);
  const set = join(STORED.map((field) => sql`${identifier(field)} = i.${identifier(field)}`));
  const changed = await ctx.db.run(sql`
    update site s set ${set} from jsonb_populate_recordset(null::site, ${json(rows)}) i
     where s.site_id = i.site_id and s.version = i.version`);
  if (changed !== items.length) throw changedMeanwhile();
  const lists = items.flatMap(({ before, fields: { factors } }) => {
    // A file has no K and B, so existing ones are kept.
    const listed = factors?.map(({ component_id, sort }) => ({ component_id, sort }));
    return listed ? { site_id: before.site_id, factors: listed } : [];
  });
  await requireMayCorrect(ctx, lists);
  await storeFactorLists(ctx.db, lists);
}

function encrypted({ secrets }: Ctx, plain: string): string {
  return encryptPassword(plain, secrets.signing_secret);
}
