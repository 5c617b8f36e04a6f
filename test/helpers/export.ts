import { expect } from 'vitest';
import { jobs } from '#shared/contract/platform.ts';
import type { Client } from './app.ts';

/** What a user gets who exports a form: the bytes of the file, once its job is done. */
export async function exportedForm(
  client: Client,
  listing: string,
  format: 'xlsx' | 'csv',
  query: object,
  language: 'zh' | 'en' = 'zh',
): Promise<Uint8Array> {
  const { job_id } = await client.send(jobs.startExport, {
    ...{ listing, format, language, columns: ['form'], query: { ...query } },
  });
  const state = async () => (await client.send(jobs.list, { job_id })).data_info[0]?.state;
  await expect.poll(state, { timeout: 60_000 }).toBe('done');
  const { url } = await client.send(jobs.download, { job_id });
  return new Uint8Array(await (await client.download(url)).arrayBuffer());
}
