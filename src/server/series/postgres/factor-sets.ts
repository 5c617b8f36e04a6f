import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';

/**
 * Numbers for combinations of factors: stations send the same few combinations for years, so a row stores the number.
 */
export class FactorSets {
  private readonly ids = new Map<string, number>();
  private readonly members = new Map<number, number[]>();
  /** Cache by list object: the rows of a batch are looked up several times. */
  private readonly idOfList = new WeakMap<readonly number[], number>();
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Creates numbers for combinations that have none yet. */
  async ensure(rows: readonly { fids: number[] }[]): Promise<void> {
    const unknown = new Map<string, number[]>();
    for (const { fids } of rows) if (this.find(fids) === undefined) unknown.set(fids.join(), fids);
    for (const [key, fids] of unknown) {
      const row = await this.db.one<{ set_id: number }>(
        sql`select factor_set_of(${fids}::smallint[]) as set_id`,
      );
      if (row) this.keep(key, row.set_id, fids);
    }
  }

  idOf(fids: readonly number[]): number {
    const id = this.find(fids);
    if (id === undefined) throw new Error(`factor set ${fids.join()} was not learnt`);
    return id;
  }

  private find(fids: readonly number[]): number | undefined {
    const known = this.idOfList.get(fids);
    if (known !== undefined) return known;
    const id = this.ids.get(fids.join());
    if (id !== undefined) this.idOfList.set(fids, id);
    return id;
  }

  /** The factors of each set. */
  async membersOf(set_ids: readonly number[]): Promise<ReadonlyMap<number, number[]>> {
    const missing = [...new Set(set_ids)].filter((id) => !this.members.has(id));
    if (missing.length > 0) {
      const rows = await this.db.rows<{ set_id: number; fids: number[] }>(sql`
        select set_id, fids from factor_set where set_id = any(${missing})`);
      for (const { set_id, fids } of rows) this.keep(fids.join(), set_id, fids);
    }
    return this.members;
  }

  private keep(key: string, set_id: number, fids: number[]): void {
    this.ids.set(key, set_id);
    this.members.set(set_id, fids);
  }
}
