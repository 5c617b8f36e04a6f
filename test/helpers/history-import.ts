import { expect } from 'vitest';
import { sql } from '#server/db/sql.ts';
import type { StoredFile } from '#shared/contract/files/files.ts';
import {
  type HistoryImport,
  historyImportCalls,
  historyImports,
  type ImportMapping,
} from '#shared/contract/history-import/history-import.ts';
import type { Client, TestApp } from './app.ts';

/** A user's way from a file to measurements, for tests. */
export class Importer {
  private readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  async upload(content: Uint8Array | string, name = 'history.csv'): Promise<number> {
    const envelope = await this.client.upload(name, content);
    if (envelope.code !== 0) throw new Error(envelope.message);
    return (envelope.data as StoredFile).file_id;
  }

  /** What the file seems to mean, with what a user would correct. */
  async mapping(file_id: number, change: Partial<ImportMapping> = {}): Promise<ImportMapping> {
    const { mapping } = await this.client.send(historyImportCalls.open, { file_id });
    return { ...mapping, ...change };
  }

  async check(
    content: Uint8Array | string,
    change: Partial<ImportMapping> = {},
    name?: string,
  ): Promise<HistoryImport> {
    const file_id = await this.upload(content, name);
    const mapping = await this.mapping(file_id, change);
    const { import_id } = await this.client.send(historyImportCalls.check, { file_id, mapping });
    return this.settled(import_id);
  }

  async run({ import_id }: HistoryImport, leave_out_bad = false): Promise<HistoryImport> {
    await this.client.send(historyImportCalls.run, { import_id, leave_out_bad });
    return this.settled(import_id);
  }

  async undo({ import_id }: HistoryImport): Promise<HistoryImport> {
    await this.client.send(historyImportCalls.undo, { import_id });
    return this.settled(import_id);
  }

  async one(import_id: number): Promise<HistoryImport> {
    const { data_info } = await this.client.send(historyImports.list, { import_id });
    const [found] = data_info;
    if (!found) throw new Error('no such import');
    return found;
  }

  async settled(import_id: number): Promise<HistoryImport> {
    const status = async () => (await this.one(import_id)).status;
    await expect.poll(status, { timeout: 60_000 }).not.toBe('running');
    return this.one(import_id);
  }
}

/** All that is stored of a site of a data type, column by column, but for where it came from. */
export function storedRows({ db }: Pick<TestApp, 'db'>, mn: string, type = 'hour'): Promise<unknown[]> {
  return db.rows(sql`
    select extract(epoch from t.ts)::double precision as at, c.component_key, t.avg[u.i] as avg, t.min[u.i] as min,
           t.max[u.i] as max, t.cou[u.i] as cou, t.zs[u.i] as zs, t.raw[u.i] as raw, coalesce(t.flags[u.i], '') as flag
      from (select 'realtime' as data_type, * from reading_realtime
            union all select 'minute', * from reading_minute
            union all select 'hour', * from reading_hour
            union all select 'day', * from reading_day) t
      join site s using (site_id) join factor_set f using (set_id),
           unnest(f.fids) with ordinality u (fid, i) join component c on c.component_id = u.fid
     where s.mn = ${mn} and t.data_type = ${type} order by 1, 2`);
}
