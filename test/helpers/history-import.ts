import { expect } from 'vitest';
import type { DataType } from '#protocol/commands.ts';
import { sql } from '#server/db/sql.ts';
import type { StoredFile } from '#shared/contract/files/files.ts';
import {
  type HistoryImport,
  historyImportCalls,
  historyImports,
  type ImportMapping,
} from '#shared/contract/history-import/history-import.ts';
import type { Client, TestApp } from './app.ts';
import { storedReadings } from './stored.ts';

/** The steps of a user from a file to stored measurements. */
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

  /** The detected mapping, with a user's corrections. */
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

/** All stored values of a site and data type by factor, without their origin. */
export async function storedRows(
  { db }: Pick<TestApp, 'db'>,
  mn: string,
  type: DataType = 'hour',
): Promise<unknown[]> {
  const components = await db.rows<{ fid: number; component_key: string }>(sql`
    select component_id as fid, component_key from component order by component_key`);
  const rows = await storedReadings(db, type, mn);
  return rows.flatMap(({ ts, fids, avg, min, max, cou, zs, raw, flags }) =>
    components.flatMap(({ fid, component_key }) => {
      const place = fids.indexOf(fid);
      if (place < 0) return [];
      const part = (values: readonly (number | null)[] | undefined) => values?.[place] ?? null;
      return {
        at: Date.parse(ts) / 1000,
        component_key,
        ...{ avg: part(avg), min: part(min), max: part(max), cou: part(cou), zs: part(zs), raw: part(raw) },
        flag: flags?.[place] ?? '',
      };
    }),
  );
}
