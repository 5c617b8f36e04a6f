import type { RolePower } from '#shared/contract/access/roles.ts';
import { neededByPage } from '#shared/page-powers.ts';

export interface PowerGroup {
  /** Undefined for powers without a group. */
  group: RolePower | undefined;
  powers: RolePower[];
}

/** Pages and actions by group, in the server's order. */
export function grouped(all: readonly RolePower[]): PowerGroup[] {
  const members = all.filter(({ type }) => type !== 1);
  const groups = all.filter(({ type }) => type === 1);
  const known = new Set(groups.map(({ power_id }) => power_id));
  const isLoose = ({ parent_id }: RolePower) => parent_id === null || !known.has(parent_id);
  return [
    ...groups.map((group) => ({
      group,
      powers: members.filter(({ parent_id }) => parent_id === group.power_id),
    })),
    { group: undefined, powers: members.filter(isLoose) },
  ].filter(({ powers }) => powers.length > 0);
}

export interface Effect {
  pages_gained: RolePower[];
  pages_lost: RolePower[];
  actions_gained: RolePower[];
  actions_lost: RolePower[];
}

/** Changes for the role's users if `to` replaces `from`. */
export function effectOf(
  all: readonly RolePower[],
  from: ReadonlySet<number>,
  to: ReadonlySet<number>,
): Effect {
  const gained = all.filter(({ power_id }) => to.has(power_id) && !from.has(power_id));
  const lost = all.filter(({ power_id }) => from.has(power_id) && !to.has(power_id));
  return {
    pages_gained: gained.filter(({ type }) => type === 2),
    pages_lost: lost.filter(({ type }) => type === 2),
    actions_gained: gained.filter(({ type }) => type === 3),
    actions_lost: lost.filter(({ type }) => type === 3),
  };
}

export function isSameSet(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id));
}

/** Three-way merge of concurrent changes; the user's own changes win. */
export function mergeSets(
  opened: ReadonlySet<number>,
  theirs: ReadonlySet<number>,
  mine: ReadonlySet<number>,
): Set<number> {
  const touched = (id: number) => opened.has(id) !== mine.has(id);
  const merged = [...new Set([...theirs, ...mine])].filter((id) =>
    touched(id) ? mine.has(id) : theirs.has(id),
  );
  return new Set(merged);
}

export function withPowers(
  chosen: ReadonlySet<number>,
  powers: readonly RolePower[],
  on: boolean,
): Set<number> {
  const next = new Set(chosen);
  for (const { power_id } of powers) {
    if (on) next.add(power_id);
    else next.delete(power_id);
  }
  return next;
}

export interface Needed {
  power: RolePower;
  /** The selected pages that require it. */
  pages: RolePower[];
}

/** Actions required by selected pages, by id. */
export function neededBy(all: readonly RolePower[], chosen: ReadonlySet<number>): Map<number, Needed> {
  const byCode = new Map(all.map((power) => [power.power_code, power]));
  const needed = new Map<number, Needed>();
  for (const page of all) {
    if (page.type !== 2 || !chosen.has(page.power_id)) continue;
    for (const code of neededByPage(page.power_url)) {
      const power = byCode.get(code);
      if (!power) continue;
      const entry = needed.get(power.power_id) ?? { power, pages: [] };
      entry.pages.push(page);
      needed.set(power.power_id, entry);
    }
  }
  return needed;
}

/** Powers that selected pages require but that are not selected. */
export function missingOf(all: readonly RolePower[], chosen: ReadonlySet<number>): Needed[] {
  return [...neededBy(all, chosen).values()].filter(({ power }) => !chosen.has(power.power_id));
}

interface Choosing {
  all: readonly RolePower[];
  saved: ReadonlySet<number>;
  mayChange(power: RolePower): boolean;
}

/**
 * Ticks or unticks powers. A page also ticks the actions that it requires; unticking it removes them unless they were
 * saved before.
 */
export function choose(
  { all, saved, mayChange }: Choosing,
  now: ReadonlySet<number>,
  powers: readonly RolePower[],
  on: boolean,
): Set<number> {
  const next = withPowers(now, powers, on);
  const asked = new Set(powers.map(({ power_id }) => power_id));
  const needed = neededBy(all, next);
  if (on) {
    const brought = [...needed.values()].filter(({ pages }) =>
      pages.some((page) => asked.has(page.power_id)),
    );
    return withPowers(next, brought.map(({ power }) => power).filter(mayChange), true);
  }
  // Keeps what other selected pages require.
  for (const id of asked) if (needed.has(id) && now.has(id)) next.add(id);
  const left = [...neededBy(all, now).keys()].filter((id) => !needed.has(id) && !saved.has(id));
  return withPowers(
    next,
    all.filter(({ power_id }) => left.includes(power_id)),
    false,
  );
}
