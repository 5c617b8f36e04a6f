import { expect } from 'vitest';
import type { SentOf } from '#shared/contract/define.ts';
import { jobs } from '#shared/contract/platform/jobs.ts';
import type { Client } from './app.ts';

/** The bytes of a form export, after its job is done. */
export async function exportedForm(
  client: Client,
  listing: string,
  format: 'xlsx' | 'csv',
  query: object,
  language: 'zh' | 'en' = 'zh',
): Promise<Uint8Array> {
  return exported(client, { listing, format, language, columns: ['form'], query: { ...query } });
}

/** The same for a list, with these columns. */
export function exportedList(
  client: Client,
  listing: string,
  columns: string[],
  query: object,
  language: 'zh' | 'en' = 'zh',
) {
  return exported(client, { listing, format: 'csv', language, columns, query: { ...query } });
}

async function exported(client: Client, asked: SentOf<typeof jobs.startExport>): Promise<Uint8Array> {
  const { job_id } = await client.send(jobs.startExport, asked);
  const state = async () => (await client.send(jobs.list, { job_id })).data_info[0]?.state;
  await expect.poll(state, { timeout: 60_000 }).toBe('done');
  const { url } = await client.send(jobs.download, { job_id });
  return new Uint8Array(await (await client.download(url)).arrayBuffer());
}
