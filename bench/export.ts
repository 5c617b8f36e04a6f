import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits, openPool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { projectRoot } from '#server/instance/project-root.ts';
import { readManifest } from '#server/transfer/manifest.ts';
import { stopChild } from '#test/helpers/stop-child.ts';
import { onEnd } from './ending.ts';
import {
  addHistory,
  addSites,
  endToEnd,
  HISTORY,
  type Measured,
  MINUTES,
  median,
  mnOf,
} from './ingest-load.ts';
import { openStage, type Stage } from './stage.ts';

const ROUNDS = 3;
/** Enough groups for a slow export. */
const GROUPS = 40;

/**
 * Cost of an export for ingest: packets per second during an export, compared with those before it in the same run. The
 * export is then imported, and everything that was acknowledged before it began must be there.
 */
export async function benchExport(): Promise<void> {
  const stage = await openStage();
  await addSites(stage, GROUPS);
  await addHistory(stage, HISTORY);
  let group = 0;
  await endToEnd(stage, group++);
  const alone: Measured[] = [];
  for (let round = 0; round < ROUNDS; round++) alone.push(await measured(stage, group++, 'alone'));
  const before = group;
  const folder = join(stage.dataDir, 'export');
  const taking = command('export', ['--to', folder], stage.databaseUrl, stage.dataDir);
  const during: Measured[] = [];
  while (!taking.hasEnded()) during.push(await measured(stage, group++, 'during an export'));
  const taken = await taking.ended;
  const { manifest } = await readManifest(folder);
  const rows = manifest.parts.reduce((sum, part) => sum + part.rows, 0);
  const bytes = manifest.parts.reduce((sum, part) => sum + part.size, 0);
  console.log(`export  ${taken}; ${rows} rows in ${Math.round(bytes / 1e6)} MB`);
  const ratio = median(during.map(perSecond)) / median(alone.map(perSecond));
  console.log(`ingest during an export ${(ratio * 100).toFixed(0)} % of that without`);
  await restore(stage, folder, before);
}

const perSecond = (measured: Measured) => measured.perSecond;

async function measured(stage: Stage, group: number, when: string): Promise<Measured> {
  const full = await endToEnd(stage, group);
  console.log(`${when}  ${Math.round(full.perSecond)} packets/s   ${full.note}`);
  return full;
}

async function restore(stage: Stage, folder: string, groups: number): Promise<void> {
  await stage.db.run(sql`create database restored`);
  const url = new URL(stage.databaseUrl);
  url.pathname = '/restored';
  const { ended } = command('import', ['--from', folder], url.href, join(stage.dataDir, 'restored'));
  console.log(`import  ${await ended}`);
  const db = openPool(url.href, () => undefined, limits.background);
  try {
    const mns = Array.from({ length: groups }, (_, group) => mnOf(group, 0).slice(0, 9));
    const stored = await db.rows<{ n: number }>(sql`
      select count(*) as n from raw_packet where not outgoing and left(mn, 9) = any(${mns}) group by mn`);
    const short = stored.filter(({ n }) => n < MINUTES).length;
    console.log(
      `${stored.length} stations whose packets were all acknowledged before: ${short} lack any of them`,
    );
  } finally {
    await db.end();
  }
}

/** Runs a command in a child process; reports its duration and peak memory. */
function command(tool: 'export' | 'import', args: string[], url: string, dataDir: string) {
  const begin = performance.now();
  let megabytes = 0;
  let hasEnded = false;
  const child = spawn(process.execPath, ['--import', 'tsx', join(projectRoot, `tools/${tool}.ts`), ...args], {
    cwd: projectRoot,
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onEnd(() => stopChild(child));
  const watch = setInterval(() => {
    megabytes = Math.max(megabytes, memoryOf(child.pid ?? 0));
  }, 100);
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code) => {
      clearInterval(watch);
      hasEnded = true;
      const seconds = (performance.now() - begin) / 1000;
      resolve(`ended with ${code} after ${seconds.toFixed(1)} s, ${megabytes} MB of memory at most`);
    });
  });
  return { ended, hasEnded: () => hasEnded };
}

function memoryOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    // The process has ended since the last sample.
    return 0;
  }
}
