import { intervalMs } from '#server/alarms/checks.ts';
import type { SiteRow } from '#server/alarms/rows.ts';
import { ruleCheck } from '#server/alarms/rule-check.ts';
import type { AlarmSetup, AlarmSite, StoredRule } from '#server/alarms/setup.ts';
import { type Check, type SiteState, stepChecks } from '#shared/domain/alarm-checks.ts';
import { type AlarmEpisode, openEpisode } from '#shared/domain/alarm-rule.ts';

/** Evaluates the rule at one site with the code of the alarm engine, from the first value on. */
export class SiteTrial {
  readonly site_id: number;
  hasData = false;
  private readonly state: SiteState = {};
  private readonly closed: AlarmEpisode[] = [];
  private readonly setup: AlarmSetup;
  private readonly rule: StoredRule;
  private readonly site: AlarmSite;
  private readonly interval: number;
  /** Cache: consecutive rows mostly have the same factors. */
  private fids: readonly number[] = [];
  private checks: Check[] = [];

  constructor(setup: AlarmSetup, rule: StoredRule, site: AlarmSite) {
    this.setup = setup;
    this.rule = rule;
    this.site = site;
    this.site_id = site.site_id;
    this.interval = intervalMs(rule.data_type, site);
  }

  async take(rows: readonly SiteRow[], rest: () => Promise<void>): Promise<void> {
    this.hasData ||= rows.length > 0;
    for (const row of rows) {
      if (!this.setup.isMaintained(this.site_id, row.at)) this.step(row);
      await rest();
    }
  }

  private step(row: SiteRow): void {
    if (String(row.fids) !== String(this.fids)) {
      const check = ruleCheck(this.setup, this.rule, this.site, row.fids);
      this.fids = row.fids;
      this.checks = check ? [check] : [];
    }
    for (const { did, episode } of stepChecks(this.state, this.checks, this.interval, row))
      if (did === 'cleared') this.closed.push(episode);
  }

  get episodes(): AlarmEpisode[] {
    const open = Object.values(this.state).flatMap(({ alarm }) =>
      (['high', 'low'] as const).flatMap((side) => openEpisode(alarm, side) ?? []),
    );
    return [...this.closed, ...open];
  }
}
