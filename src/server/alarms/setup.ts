import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { bySite } from '#server/series/by-site.ts';
import { type WaterChoices, waterChoices } from '#server/standards/water-choice.ts';
import { type AlarmKind, kindParams, kindSpec } from '#shared/domain/alarm-kinds.ts';
import type { LimitedRule, RuledFactor, TargetSite } from '#shared/domain/alarm-limits.ts';
import type { AlarmLevel, AlarmRule } from '#shared/domain/alarm-rule.ts';
import {
  holdingRules,
  nearestFirst,
  type RuledSite,
  type RuleScope,
  type ScopedRule,
} from '#shared/domain/alarm-scope.ts';

/** A stored alarm rule. */
export interface StoredRule extends Omit<ScopedRule, 'data_type' | 'measure'>, LimitedRule, AlarmRule {
  version: number;
}

export interface AlarmSite extends TargetSite {
  site_id: number;
  product_id: number | null;
  city_code: string | null;
  interval_seconds: number;
  minute_step: number;
  power_supply: 'mains' | 'solar' | 'battery';
  virtual_data: boolean;
}

export interface AlarmFactor extends RuledFactor {
  fid: number;
  key: string;
  category: string;
  /** For a factor that the platform derives: from which factor, and how. */
  derived_from: number | null;
  derivation: 'max_1h' | 'max_8h' | null;
}

/** How a kind of alarm is detected at a site. */
export interface KindSetting {
  enabled: boolean;
  level: AlarmLevel;
  params: Record<string, number>;
}

interface StoredKind {
  kind: AlarmKind;
  scope: RuleScope;
  product_id: number | null;
  site_id: number | null;
  enabled: boolean;
  level: AlarmLevel;
  params: Record<string, number>;
}

interface Window {
  site_id: number;
  from: number;
  to: number;
}

/** The whole alarm configuration: read at once, and reloaded on changes. */
export interface AlarmSetup {
  site(site_id: number): AlarmSite | undefined;
  readonly sites: readonly AlarmSite[];
  factor(fid: number): AlarmFactor | undefined;
  factorByCode(code: string): AlarmFactor | undefined;
  /** The factor that holds the highest 8-hour mean of a day of this factor. */
  ozoneDay(fid: number): number | undefined;
  /** The items that make up the class of each kind of water. */
  readonly waterChoices: WaterChoices;
  /** Time of the last change of a rule, in milliseconds. */
  readonly rulesChangedAt: number;
  /** The rules that apply to a site. */
  rules(site: AlarmSite): readonly StoredRule[];
  kind(kind: AlarmKind, site: AlarmSite): KindSetting;
  /** The setting for alarms that belong to no site. */
  kindOfAll(kind: AlarmKind): KindSetting;
  /** Whether a site is under maintenance at that time. */
  isMaintained(site_id: number, at: number): boolean;
}

/** The part that concerns factors, whatever the site. */
export type FactorSetup = Pick<AlarmSetup, 'factor' | 'factorByCode' | 'ozoneDay' | 'waterChoices'>;

export async function readFactors(db: Db): Promise<FactorSetup> {
  const factors = await db.rows<AlarmFactor>(sql`
    select component_id as fid, component_key as key, category, code_2017 as code, unit, derived_from, derivation
      from component`);
  const byId = new Map(factors.map((factor) => [factor.fid, factor]));
  const byCode = new Map(factors.flatMap((factor) => (factor.code ? [[factor.code, factor]] : [])));
  const ozoneDays = new Map(
    factors.flatMap(({ fid, derived_from, derivation }) =>
      derived_from !== null && derivation === 'max_8h' ? [[derived_from, fid]] : [],
    ),
  );
  return {
    factor: (fid) => byId.get(fid),
    factorByCode: (code) => byCode.get(code),
    ozoneDay: (fid) => ozoneDays.get(fid),
    waterChoices: await waterChoices(db),
  };
}

const everySite = sql`
  select s.site_id, s.product_id, s.city_code, s.interval_seconds, coalesce(a.minute_step, 1) as minute_step,
         s.power_supply, s.virtual_data, s.water_quality_type, s.water_pollution_level
    from site s left join agreement a using (agreement_id)`;

export function readSite(db: Db, site_id: number): Promise<AlarmSite | undefined> {
  return db.one<AlarmSite>(sql`${everySite} where s.site_id = ${site_id}`);
}

/** The setting of a kind at one site. */
export async function readKind(db: Db, kind: AlarmKind, site: RuledSite): Promise<KindSetting> {
  const kinds = await db.rows<StoredKind>(sql`${everyKind} where kind = ${kind}`);
  return kindAt(kinds, kind, site);
}

const everyKind = sql`select kind, scope, product_id, site_id, enabled, level, params from alarm_kind`;

export async function readSetup(db: Db): Promise<AlarmSetup> {
  const sites = await db.rows<AlarmSite>(everySite);
  const rules = await db.rows<StoredRule>(sql`
    select rule_id, version, scope, product_id, site_id, component_id, measure, data_type, limits, warning_share,
           high_warning, high_alarm, low_warning, low_alarm, raise_after, clear_after, deadband, hours
      from alarm_rule where enabled`);
  const kinds = await db.rows<StoredKind>(everyKind);
  const windows = await db.rows<{ site_id: number; starts_at: string; ends_at: string }>(sql`
    select site_id, starts_at, ends_at from maintained_site`);
  const changed = await db.one<{ at: string | null }>(
    sql`select max(greatest(made_at, ended_at)) as at from alarm_rule_version`,
  );
  return setupOf({
    factors: await readFactors(db),
    rulesChangedAt: changed?.at ? Date.parse(changed.at) : 0,
    sites,
    rules,
    kinds,
    windows: windows.map(({ site_id, starts_at, ends_at }) => ({
      ...{ site_id, from: Date.parse(starts_at), to: Date.parse(ends_at) },
    })),
  });
}

interface Read {
  factors: FactorSetup;
  rulesChangedAt: number;
  sites: readonly AlarmSite[];
  rules: readonly StoredRule[];
  kinds: readonly StoredKind[];
  windows: readonly Window[];
}

function setupOf({ factors, rulesChangedAt, sites, rules, kinds, windows }: Read): AlarmSetup {
  const siteById = new Map(sites.map((site) => [site.site_id, site]));
  // Rules of the network and of product lines are few, those of sites may be many: the latter are looked up by site.
  const common = rules.filter(({ scope }) => scope !== 'site');
  const ofSite = bySite(rules.filter(isOfSite));
  const windowsOf = bySite(windows);
  const held = new Map<number, readonly StoredRule[]>();
  // Looked up very often; nearly all sites use the setting of their product line.
  const withOwn = new Set(kinds.flatMap(({ site_id }) => site_id ?? []));
  const settings = new Map<string, KindSetting>();
  return {
    ...factors,
    sites,
    site: (site_id) => siteById.get(site_id),
    rulesChangedAt,
    rules: (site) => {
      const known = held.get(site.site_id);
      if (known) return known;
      const competing = [...common, ...(ofSite.get(site.site_id) ?? [])];
      const found = holdingRules(competing, site).map(({ rule }) => rule);
      held.set(site.site_id, found);
      return found;
    },
    kind: (kind, site) => {
      const of = withOwn.has(site.site_id) ? `site ${site.site_id}` : `line ${site.product_id}`;
      const known = settings.get(`${kind} ${of}`);
      if (known) return known;
      const found = kindAt(kinds, kind, site);
      settings.set(`${kind} ${of}`, found);
      return found;
    },
    kindOfAll: (kind) => kindAt(kinds, kind, nowhere),
    isMaintained: (site_id, at) =>
      windowsOf.get(site_id)?.some(({ from, to }) => at >= from && at < to) ?? false,
  };
}

function isOfSite(rule: StoredRule): rule is StoredRule & { site_id: number } {
  return rule.scope === 'site' && rule.site_id !== null;
}

const nowhere = { site_id: -1, product_id: -1 };

function kindAt(kinds: readonly StoredKind[], kind: AlarmKind, site: RuledSite): KindSetting {
  const [found] = nearestFirst(
    kinds.filter((one) => one.kind === kind),
    site,
  );
  return {
    enabled: found?.enabled ?? true,
    level: found?.level ?? kindSpec(kind).level ?? 'alarm',
    params: kindParams(kind, found?.params),
  };
}
