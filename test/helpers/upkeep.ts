import { tidying } from '#server/jobs/tidy.ts';
import { runParts, type Upkeep, type UpkeepApp } from '#server/jobs/upkeep.ts';
import type { UpkeepPart } from '#shared/contract/platform/upkeep.ts';

/** Runs it now, concurrently with the server's schedule; rejects if a part fails. */
export async function doUpkeep(app: UpkeepApp, upkeep: Upkeep): Promise<Record<string, UpkeepPart>> {
  const parts = await runParts(app, upkeep, async () => undefined);
  const failed = parts.find(({ failure }) => failure !== null);
  if (failed) throw new Error(`${failed.part}: ${failed.failure}`);
  return Object.fromEntries(parts.map((part) => [part.part, part]));
}

export function tidy(app: UpkeepApp): Promise<Record<string, UpkeepPart>> {
  return doUpkeep(app, tidying);
}
