import type { RolePower } from '#shared/contract/access/roles.ts';

export interface PowerGroup {
  /** Missing for powers that belong to no group. */
  group: RolePower | undefined;
  powers: RolePower[];
}

/** Pages and actions under their groups, in the order in which the server keeps them. */
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

/** What changes for the role's users when `to` takes the place of `from`. */
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

/** Someone else's change put into the user's ticks. Where both touched a power, the user's tick stays. */
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
