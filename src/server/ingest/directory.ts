import type { Edition } from '#protocol/commands.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { SiteCorrections } from '#shared/domain/correction-versions.ts';
import { mnKey } from '#shared/domain/mn.ts';
import { parseTime } from '#shared/domain/time.ts';
import { readCorrections } from './corrections.ts';

export type CrcMode = 'hj212' | 'modbus' | 'modbus_swapped' | 'none';

/** The protocol of a site's logger, and which deviations are tolerated. */
export interface Agreement {
  agreement_id: number;
  edition: Edition;
  crc_mode: CrcMode;
  accept_wrong_length: boolean;
  label: 'start' | 'end';
  /** Length of a minute period, in minutes. */
  minute_step: number;
  ack: 'flag' | 'always' | 'never';
  check_password: boolean;
  sentinels: number[];
  /** Text encoding. Set it where it is known: short GBK texts can also be valid UTF-8. */
  encoding: 'auto' | 'utf-8' | 'gbk';
}

/** The factor that a wire code maps to, with the conversion to the factor's unit. */
export interface CodeTarget {
  fid: number;
  scale: number;
  shift: number;
  /** Replaces `scale` for stacks that send this code in another unit than ambient stations. */
  stackScale?: number;
}

export interface KnownSite {
  site_id: number;
  mn: string;
  site_type: 'air' | 'water' | 'mobile';
  /** The device's PW: empty if none is set, undefined if this server cannot decrypt it. */
  secret: string | undefined;
  interval_seconds: number;
  started_at: Date | null;
  agreement: Agreement;
  codes: ReadonlyMap<string, CodeTarget>;
  /** The platform's own corrections, by factor; empty for nearly all sites. */
  corrections: SiteCorrections;
}

/** For a site without its own protocol: the standard, strictly. */
export const standardAgreement: Agreement = {
  agreement_id: 0,
  edition: '2017',
  crc_mode: 'hj212',
  accept_wrong_length: true,
  label: 'start',
  minute_step: 1,
  ack: 'flag',
  check_password: false,
  sentinels: [],
  encoding: 'auto',
};

/** Nitrogen oxides and sulfur dioxide: the same codes mean µg/m³ at ambient stations and mg/m³ at stacks. */
const STACK_GASES = ['a21002', 'a21003', 'a21004', 'a21026'];

/** What the gateway knows of every site, by MN. Kept in memory, reloaded when the configuration changes. */
export class Directory {
  private byMn = new Map<string, KnownSite>();
  private byLowerMn = new Map<string, KnownSite>();
  private byId = new Map<number, KnownSite>();
  private national: ReadonlyMap<string, CodeTarget> = new Map();
  /** Cache of decrypted passwords, keyed by ciphertext: a reload decrypts only what has changed. */
  private passwords = new Map<string, string | undefined>();
  private readonly db: Db;
  private readonly decrypt: (stored: string) => string | undefined;

  /** `decrypt` opens device passwords; only the gateway needs it. */
  constructor(db: Db, decrypt: (stored: string) => string | undefined = () => undefined) {
    this.db = db;
    this.decrypt = decrypt;
  }

  /** MN is an opaque text: matched exactly first, then case-insensitively. */
  find(mn: string): KnownSite | undefined {
    return this.byMn.get(mn) ?? this.byLowerMn.get(mnKey(mn));
  }

  site(site_id: number): KnownSite | undefined {
    return this.byId.get(site_id);
  }

  /** How an unregistered device is read: by the standard, with the national codes. */
  stranger(mn: string, edition: Edition): KnownSite {
    return {
      site_id: 0,
      mn,
      site_type: 'air',
      secret: '',
      interval_seconds: 60,
      started_at: null,
      agreement: { ...standardAgreement, edition },
      codes: this.national,
      corrections: new Map(),
    };
  }

  async load(): Promise<void> {
    const agreements = await this.agreements();
    const standard = { ...standardAgreement, check_password: await this.checksByDefault() };
    const codes = await this.codes();
    const corrections = await readCorrections(this.db);
    this.national = codes.get(0) ?? new Map();
    const sites = await this.db.rows<{
      site_id: number;
      mn: string;
      site_type: KnownSite['site_type'];
      secret: string;
      interval_seconds: number;
      started_on: string | null;
      agreement_id: number | null;
    }>(sql`select site_id, mn, site_type, secret, interval_seconds, started_on, agreement_id from site`);
    const passwords = new Map(
      sites.map(({ secret }) => [
        secret,
        this.passwords.has(secret) ? this.passwords.get(secret) : this.decrypt(secret),
      ]),
    );
    this.passwords = passwords;
    const known = sites.map(({ started_on, agreement_id, ...site }): KnownSite => {
      const agreement = agreements.get(agreement_id ?? 0) ?? standard;
      return {
        ...site,
        secret: passwords.get(site.secret),
        started_at: (started_on && parseTime(started_on)) || null,
        agreement,
        codes: codes.get(agreement.agreement_id) ?? this.national,
        corrections: corrections.get(site.site_id) ?? new Map(),
      };
    });
    this.byMn = new Map(known.map((site) => [site.mn, site]));
    this.byLowerMn = new Map(known.map((site) => [mnKey(site.mn), site]));
    this.byId = new Map(known.map((site) => [site.site_id, site]));
  }

  private async checksByDefault(): Promise<boolean> {
    const row = await this.db.one<{ checks_pw: boolean }>(sql`select checks_pw from instance`);
    return row?.checks_pw ?? false;
  }

  private async agreements(): Promise<Map<number, Agreement>> {
    const rows = await this.db.rows<Agreement>(sql`
      select agreement_id, edition, crc_mode, accept_wrong_length, label, minute_step, ack, check_password,
             sentinels, encoding
        from agreement`);
    return new Map(rows.map((row) => [row.agreement_id, row]));
  }

  /** Code map of each protocol on top of the national codes. Key 0 has the national codes alone. */
  private async codes(): Promise<Map<number, Map<string, CodeTarget>>> {
    const national = await this.db.rows<{ code: string; fid: number; in_mg: boolean }>(sql`
      select code, component_id as fid, unit = 'µg/m³' and code_2017 = any(${STACK_GASES}) as in_mg
        from component cross join lateral unnest(array[code_2017, code_2005]) as code
       where code is not null`);
    const base = national.map(({ code, fid, in_mg }): [string, CodeTarget] => [
      code,
      { fid, scale: 1, shift: 0, ...(in_mg ? { stackScale: 1000 } : {}) },
    ]);
    const own = await this.db.rows<CodeTarget & { agreement_id: number; wire_code: string }>(sql`
      select agreement_id, wire_code, component_id as fid, scale, shift from agreement_code`);
    const all = new Map([[0, new Map(base)]]);
    for (const { agreement_id, wire_code, ...target } of own) {
      const map = all.get(agreement_id) ?? new Map(base);
      map.set(wire_code, target);
      all.set(agreement_id, map);
    }
    return all;
  }
}
