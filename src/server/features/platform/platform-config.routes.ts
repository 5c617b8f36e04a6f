import type { Ctx } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { identifier, join, sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { type UserNotice, warnSupers } from '#server/messages/notify.ts';
import { openLane, sendNow } from '#server/messages/outbox.ts';
import { lanes } from '#server/messages/provider.ts';
import { providerOf } from '#server/messages/providers.ts';
import { isRefused } from '#server/outgoing/address.ts';
import { encrypt } from '#server/settings/cipher.ts';
import { type Settings, tileProvider } from '#server/settings/defaults.ts';
import { smsKeepers } from '#server/settings/sms-keepers.ts';
import { sayIn } from '#server/words.ts';
import {
  enteredFor,
  neededBy,
  neededByTiles,
  type PlatformChanges,
  PROVIDER_POWER,
  platformConfig,
  platformSettings,
  providerFields,
  retentionFields,
  secretName,
} from '#shared/contract/platform/platform-config.ts';
import { may, SUPER_ROLE } from '#shared/domain/may.ts';
import { tileProblem } from '#shared/domain/tile-provider.ts';
import { isMobile } from '#shared/domain/validators.ts';
import { Fault, type FieldProblem } from '#shared/faults.ts';

interface Kept {
  version: number;
  updated_at: string;
  seeded_at: string | null;
  removed_at: string | null;
}

export const platformConfigRoutes = handlers(platformConfig, {
  data: async (ctx) => {
    const settings = await ctx.settings.read(ctx.db);
    const row = await ctx.db.one<Kept>(sql`
      select version, updated_at, demo_seeded_at as seeded_at, demo_removed_at as removed_at
        from platform_setting, instance`);
    if (!row) throw new Fault('no_data');
    const { version, updated_at, ...demo } = row;
    return {
      // Without secrets.
      ...platformSettings.parse(settings),
      codes_limited_by: (await smsKeepers(ctx.db, settings)).map(({ real_name }) => real_name),
      secrets_set: secretName.options.filter((name) => settings[name] !== undefined),
      zone_fixed: await hasMeasured(ctx),
      retention_locked: !ctx.user.sees_all_sites,
      demo: { on: ctx.config.demo, ...demo },
      version,
      updated_at,
    };
  },

  set: async (ctx, { version, ...changes }) => {
    const { db, settings, now } = ctx;
    const before = await settings.read(db);
    const sent = Object.entries(changes).filter(([, value]) => value !== undefined);
    const services = changedServices(before, changes);
    if (services.length > 0 && !may(ctx.user, PROVIDER_POWER))
      throw new Fault('permission_denied', {
        ...{ detail: 'power_missing', params: { power: PROVIDER_POWER } },
        fields: services.map((field) => ({ field, problem: 'provider_power' })),
      });
    const retention = retentionFields.filter(
      (field) => changes[field] !== undefined && changes[field] !== before[field],
    );
    if (retention.length > 0 && !ctx.user.sees_all_sites)
      throw new Fault('no_authority', {
        detail: 'limits_of_all',
        fields: retention.map((field) => ({ field, problem: 'limit_of_all' })),
      });
    const refused = await refusedAddresses(ctx, changes);
    if (refused.length > 0) throw new Fault('parameter_error', { fields: refused });
    const own = sent.filter(([field]) => field in platformSettings.shape);
    // Also clears unusable settings: the page shows defaults for them, so users could not change them.
    const unusable = settings.unusable
      .filter((field) => field in platformSettings.shape && !(field in changes))
      .map((field) => [field, null] as const);
    const set = [...own, ...unusable].map(([field, value]) => sql`${identifier(field)} = ${value}`);
    // A trigger increments the version, also if only a secret changed.
    const changed = await db.run(sql`
      update platform_setting set ${join([sql`version = version`, ...set])} where version = ${version}`);
    if (changed === 0) throw new Fault('update_failed', { detail: 'changed_meanwhile' });
    for (const [field, value] of sent) {
      const name = secretName.safeParse(field);
      if (name.success) await storeSecret(ctx, name.data, value as string | null);
    }
    for (const name of leftBehind(before, await settings.read(db), changes))
      await storeSecret(ctx, name, null);
    const after = await settings.read(db);
    // The settings reader replaces unusable tiles by the bundled map, so the requested provider is checked here.
    const asked = { ...after, map_provider: changes.map_provider ?? after.map_provider };
    if (changes.map_provider === undefined) asked.map_provider = before.map_provider;
    const problems = missing(asked);
    const provider = tileProvider(asked);
    const tiles = problems.length === 0 && provider && tileProblem(provider);
    if (tiles) problems.push({ field: 'map_hosts', problem: tiles });
    if (after.time_zone !== before.time_zone && (await hasMeasured(ctx)))
      problems.push({ field: 'time_zone', problem: 'zone_fixed' });
    if (problems.length > 0) throw new Fault('parameter_error', { fields: problems });
    if (services.length > 0) await warnSupers(ctx, db, before, serviceNotice(ctx, services));
    // Sends messages that were waiting for a correct configuration.
    for (const lane of lanes) await openLane(db, lane, now());
    return {};
  },

  test: async (ctx, { channel, to, language }) => {
    const { provider } = providerOf(channel, await ctx.settings.read());
    const problem = unusable(channel, to);
    if (problem) throw new Fault('parameter_error', { fields: [{ field: 'to', problem }] });
    const say = sayIn(language);
    const [subject, body] = [say('messages.test_subject'), say('messages.test_body')];
    const message = { channel, recipient: to || channel, kind: 'test' as const, subject, body };
    return sendNow(ctx, message).then(
      () => ({ sent: true, provider, error: null }),
      (error: Error) => ({ sent: false, provider, error: error.message }),
    );
  },
});

/** Rejects addresses to which the server, or for tiles the browser, must not connect (SSRF). */
async function refusedAddresses({ config }: Ctx, changes: Partial<PlatformChanges>): Promise<FieldProblem[]> {
  const tiles = (['map_general_url', 'map_satellite_url', 'map_dark_url'] as const).flatMap((field) =>
    (changes[field] ?? '').split(/\s+/).map((url) => ({ field, host: hostOf(url), inside: true })),
  );
  const urls = (['sms_webhook_url', 'webhook_url', 'sim_usage_url'] as const).map((field) => ({
    ...{ field, host: hostOf(changes[field] ?? ''), inside: config.outgoingPrivate },
  }));
  const mail = { field: 'smtp_host', host: changes.smtp_host ?? '', inside: config.outgoingPrivate };
  const problems: FieldProblem[] = [];
  for (const { field, host, inside } of [...tiles, ...urls, mail]) {
    if (host !== '' && (await isRefused(host, inside))) problems.push({ field, problem: 'address_refused' });
  }
  return problems;
}

/** The URL parser normalizes every notation of an IP address. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

function unusable(channel: string, to: string): string | undefined {
  if (channel === 'sms' && !isMobile(to)) return 'bad_mobile';
  return channel === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(to) ? 'bad_email' : undefined;
}

/** The changed fields of the message services; a secret that is sent counts as changed. */
function changedServices(before: Settings, changes: Partial<PlatformChanges>) {
  return providerFields.filter(
    (field) =>
      changes[field] !== undefined &&
      (secretName.safeParse(field).success || changes[field] !== (before[field] ?? null)),
  );
}

/** Bilingual, because the reader's language is not known here. */
function serviceNotice({ user }: Ctx, fields: readonly string[]): UserNotice {
  const said = (['zh', 'en'] as const).map((language) => {
    const say = sayIn(language);
    const names = fields.map((field) => {
      const section = say(`platformConfig.section_${sectionOf(field)}`);
      return `${section} › ${say(`platformConfig.${field}`)}`;
    });
    const slots = {
      name: user.real_name,
      account: user.account,
      fields: names.join(language === 'zh' ? '、' : ', '),
    };
    return { subject: say('messages.services_subject'), body: say('messages.services_body', slots) };
  });
  return {
    kind: 'platform',
    subject: said.map(({ subject }) => subject).join(' / '),
    body: said.map(({ body }) => body).join('\n'),
  };
}

function sectionOf(field: string): string {
  if (/^(email|smtp|mail)_/.test(field)) return 'email';
  if (field.startsWith('sim_')) return 'sim';
  return field.startsWith('sms_') ? 'sms' : 'webhook';
}

async function storeSecret({ db, secrets, user }: Ctx, name: string, text: string | null): Promise<void> {
  if (text === null) {
    await db.run(sql`delete from platform_secret where secret_name = ${name}`);
    return;
  }
  const secret = encrypt(text, name, secrets.signing_secret);
  await db.run(sql`
    insert into platform_secret (secret_name, secret, entered_by)
    values (${name}, ${secret}, ${user.role_id === SUPER_ROLE ? null : user.user_id})
    on conflict (secret_name) do update set secret = excluded.secret, entered_by = excluded.entered_by`);
}

/** Secrets whose address or account changed without entering them again. */
function leftBehind(before: Settings, after: Settings, changes: Partial<PlatformChanges>) {
  return secretName.options.filter(
    (name) =>
      changes[name] === undefined && enteredFor[name]?.some((field) => before[field] !== after[field]),
  );
}

/** Required settings that are missing for the chosen options. */
function missing(settings: Settings): FieldProblem[] {
  const values = settings as Record<string, unknown>;
  const needed = Object.entries(neededBy).flatMap(
    ([field, byChoice]) => byChoice[String(values[field])] ?? [],
  );
  if (settings.map_provider === 'tiles') {
    const { map_general_url, map_satellite_url, map_dark_url } = settings;
    const addresses = [map_general_url, map_satellite_url, map_dark_url].join(' ');
    for (const [part, field] of Object.entries(neededByTiles))
      if (addresses.includes(part)) needed.push(field);
  }
  return needed
    .filter((field) => values[field] === undefined || values[field] === null)
    .map((field) => ({ field, problem: 'required' }));
}

/** The time zone is fixed once there are data, because stored days and months start at its midnights. */
async function hasMeasured({ db, series }: Ctx): Promise<boolean> {
  const sites = await siteIds(db);
  return sites.length > 0 && (await series.latest(sites)).length > 0;
}

async function siteIds(db: Db): Promise<number[]> {
  const rows = await db.rows<{ site_id: number }>(sql`select site_id from site`);
  return rows.map(({ site_id }) => site_id);
}
