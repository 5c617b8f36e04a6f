import type { Due } from './records.ts';

interface Chooser {
  /** Its line is here, and nothing else is on it. */
  isFree(site_id: number): boolean;
  hasLine(site_id: number): boolean;
  /** How many of a batch are on the wire. */
  underWay(batch_id: number): number;
}

/** Commands that wait here for their turn: by batch, each with its own limit, and those that belong to none. */
export class DueList {
  private groups = new Map<number | null, Due[]>();
  /** Chosen while a look is under way, which may list them all the same. */
  private readonly chosenSince = new Set<number>();

  lookBegins(): void {
    this.chosenSince.clear();
  }

  replace(due: readonly Due[]): void {
    this.groups = new Map();
    for (const each of due) {
      if (this.chosenSince.has(each.command_id)) continue;
      const group = this.groups.get(each.batch_id) ?? [];
      group.push(each);
      this.groups.set(each.batch_id, group);
    }
  }

  get size(): number {
    return this.groups.size;
  }

  /** Those that can go out now, one of a device; they are off the list. What has no line is forgotten until asked anew. */
  choose({ isFree, hasLine, underWay }: Chooser, most: number): number[] {
    const chosen: number[] = [];
    const sites = new Set<number>();
    for (const [batch_id, group] of this.groups) {
      const limit = batch_id === null ? most : (group[0]?.concurrency ?? most) - underWay(batch_id);
      const until = Math.min(most, chosen.length + limit);
      const rest: Due[] = [];
      let at = 0;
      for (; at < group.length && chosen.length < until; at++) {
        const due = group[at] as Due;
        if (!hasLine(due.site_id)) continue;
        if (sites.has(due.site_id) || !isFree(due.site_id)) rest.push(due);
        else {
          sites.add(due.site_id);
          chosen.push(due.command_id);
          this.chosenSince.add(due.command_id);
        }
      }
      const left = rest.concat(at === 0 ? group : group.slice(at));
      if (left.length > 0) this.groups.set(batch_id, left);
      else this.groups.delete(batch_id);
    }
    return chosen;
  }
}
