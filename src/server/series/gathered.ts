import type { Member } from '#shared/domain/averaging.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { countedValue, counts, isValid, type ValueRule } from '#shared/domain/validity.ts';
import type { SiteRules, SumRules } from './config.ts';
import { type ComputedFrom, type Known, ownValue, type Source } from './effective.ts';

export interface SiteBucket {
  site_id: number;
  bucket: Date;
}

/** Everything a bucket is computed from, by factor. */
export interface Gathered extends SiteBucket {
  factors: Map<number, Known>;
  /** Minutes of the hour that have a minute value of any factor. */
  minutes: Set<number>;
}

/** The role of a row in its bucket: sent for the whole period, the stored sum, or one of its members. */
export type Role = 'own' | 'kept' | ComputedFrom;

/** A row that a bucket is computed from; arrays run parallel to `fids`. */
export interface GatheredRow {
  role: Role;
  /** Milliseconds since 1970. */
  at: number;
  fids: readonly number[];
  avg: readonly (number | null)[];
  min?: readonly (number | null)[] | undefined;
  max?: readonly (number | null)[] | undefined;
  cou?: readonly (number | null)[] | undefined;
  flags?: readonly string[] | undefined | null;
  /** One letter per factor; absent means that all are live. */
  origins?: string | readonly string[] | undefined | null;
  n?: readonly (number | null)[] | undefined;
  valid?: readonly (number | null)[] | undefined;
  expected?: readonly (number | null)[] | undefined;
}

export const nothingOf = (bucket: SiteBucket): Gathered => ({
  ...bucket,
  factors: new Map(),
  minutes: new Set(),
});

/** Adds a row to its bucket. Hot path, written plainly: an hour of one station has up to a thousand values. */
export function addRow({ site_id, factors, minutes }: Gathered, row: GatheredRow, rules: SumRules): void {
  const { role, at, fids, flags, origins } = row;
  const site = rules.siteOf(site_id);
  if (role === 'n' && origins?.[0] !== 'v') minutes.add(Math.floor(at / MINUTE_MS) % 60);
  for (let i = 0; i < fids.length; i++) {
    const fid = fids[i] as number;
    const known = knownOf(factors, fid);
    const flag = flags?.[i] ?? '';
    const origin = origins?.[i] ?? 'l';
    const coverage = row.n || row.valid || row.expected ? coverageAt(row, i) : ONCE;
    const rule = rules.ranges.ruleOf(site_id, fid);
    const sent = row.avg[i] ?? null;
    const value = counted(sent, rule);
    const isOutside = sent !== null && value === null;
    const member: Member = {
      at,
      // An invalid value is shown as it was sent.
      value: value ?? sent,
      min: counted(row.min?.[i], rule),
      max: counted(row.max?.[i], rule),
      cou: row.cou?.[i] ?? null,
      counts: !isOutside && enters(role, flag, origin, coverage, site),
    };
    const outside = isOutside ? { valid: 0 } : undefined;
    if (role === 'own') known.own = { ...ownValue(member, flag, origin, site.counting), ...outside };
    else if (role === 'kept')
      known.kept = { ...member, ...coverage, ...outside, origin: origin as Source, flag };
    // Real-time values that were simulated are left out: their minutes are simulated too.
    else if (role !== 't' || origin !== 'v') addMember(known, origin === 'v' ? 'v' : role, member);
  }
}

const ONCE = { n: 1, valid: 1, expected: 1 };

const coverageAt = (row: GatheredRow, i: number) => ({
  n: row.n?.[i] ?? 1,
  valid: row.valid?.[i] ?? 1,
  expected: row.expected?.[i] ?? 1,
});

const counted = (value: number | null | undefined, rule: ValueRule) =>
  typeof value === 'number' ? countedValue(value, rule) : null;

function addMember({ members }: Known, from: ComputedFrom, member: Member): void {
  const others = members[from];
  if (others) others.push(member);
  else members[from] = [member];
}

function knownOf(factors: Map<number, Known>, fid: number): Known {
  const before = factors.get(fid);
  if (before) return before;
  const known: Known = { members: {} };
  factors.set(fid, known);
  return known;
}

/**
 * Whether a value enters the sum: by its flag into an hour, by validity from the hour into the day and from the day
 * into the month.
 */
function enters(
  role: Role,
  flag: string,
  origin: string,
  coverage: { valid: number; expected: number },
  { counting, water }: SiteRules,
): boolean {
  if (role === 'h') return isValid('hour', coverage);
  if (role === 'y') return isValid('day', { ...coverage, water });
  return counts(flag, origin, counting);
}
