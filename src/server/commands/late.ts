import { parseGroups } from '#protocol/payload.ts';
import type { Db } from '#server/db/pool.ts';
import { ANSWERS, type Stray } from '#server/gateway/exchanges.ts';
import { type Happening, isFinal, late, type Run, verifyAfterSeconds } from '#shared/domain/command-run.ts';
import { happeningOf, replyOf, valuesIn } from './active.ts';
import { outcomeOf } from './outcome.ts';
import { rulesOf } from './plan.ts';
import { joined, type ReadSoFar } from './read-values.ts';
import { type ChangedCommand, type KnownRequest, lockRequests, runOf } from './records.ts';
import { type Change, type NewDeviceValue, storeChanges, storeReplies, storeValues } from './store.ts';

/** The result of handling answers without an open request. */
interface Settled {
  changed: ChangedCommand[];
  /** Answers whose number was never used. */
  unknown: Stray[];
}

/**
 * Answers to requests that are over. Each is stored with its command. A late answer changes a command that timed out or
 * is unknown, and marks it as late; a repeated answer changes nothing.
 */
export async function settleLate(
  db: Db,
  { process_id, now, active }: { process_id: string; now: Date; active: ReadonlySet<number> },
  strays: readonly Stray[],
): Promise<Settled> {
  if (strays.length === 0) return { changed: [], unknown: [] };
  const requests = await lockRequests(
    db,
    strays.map(({ site, qn }) => ({ site_id: site.site_id, qn })),
  );
  const requestOf = (stray: Stray) =>
    requests.find(({ site_id, exchange_qn }) => exchange_qn === stray.qn && site_id === stray.site.site_id);
  const runs = new Map<number, Run>();
  const changes = new Map<number, Change>();
  const known: NewDeviceValue[] = [];
  for (const stray of strays) {
    const request = requestOf(stray);
    if (!request || active.has(request.command_id)) continue;
    const run = runs.get(request.command_id) ?? runOf(request);
    const settled = settledBy(request, run, stray);
    if (!settled) continue;
    const { run: next, read } = settled;
    runs.set(request.command_id, next);
    const change = changeOf(request, next, now);
    if (read) {
      const outcome = outcomeOf(
        { row: request, run: next, reads: { [next.stage]: read }, finished_at: change.finished_at },
        (code) => stray.site.codes.get(code)?.fid,
      );
      change.result = outcome.result;
      known.push(...outcome.values);
    }
    changes.set(request.command_id, change);
  }
  await storeChanges(db, process_id, [...changes.values()]);
  await storeValues(db, known);
  const found = strays.flatMap((stray) => {
    const request = requestOf(stray);
    return request ? [replyOf(request, request.exchange_id, stray, { late: true })] : [];
  });
  await storeReplies(db, found);
  return {
    changed: [...changes.values()].flatMap(({ command_id, run: { state } }) => {
      const request = requests.find((each) => each.command_id === command_id);
      if (!request) return [];
      const { site_id, batch_id, kind } = request;
      return [{ command_id, site_id, batch_id, kind, state }];
    }),
    unknown: strays.filter((stray) => !requestOf(stray)),
  };
}

/** The command's state after the answer, and the values in it. */
function settledBy(
  { plan, exchange_stage, exchange_step }: KnownRequest,
  run: Run,
  { packet, at }: Stray,
): { run: Run; read?: ReadSoFar } | undefined {
  // The answer to a read-back that was given up is ignored; the read-back will be repeated.
  if (exchange_stage === 'verify' && plan.settle === 'read') return undefined;
  const groups = parseGroups(packet.cp);
  const requests = plan[exchange_stage];
  const planned = requests[exchange_step];
  const isAnswer = ANSWERS.has(packet.cn);
  const read = !isAnswer && planned ? valuesIn(plan, planned, groups) : undefined;
  if (!isAnswer && !read) return undefined;
  const happening: Happening | undefined = read ? { type: 'values' } : happeningOf(packet.cn, groups);
  if (!happening) return undefined;
  const isLast = exchange_step === requests.length - 1;
  const { run: next, next: todo } = late(run, rulesOf(plan), happening, isLast);
  if (todo.do === 'none') return undefined;
  return { run: next, ...(read && { read: joined(undefined, read, at) }) };
}

function changeOf({ command_id, verifications }: KnownRequest, run: Run, now: Date): Change {
  const isOver = isFinal(run.state);
  const seconds = verifyAfterSeconds(0) ?? 0;
  return {
    command_id,
    run,
    takes: true,
    verifications: isOver ? verifications : 0,
    verify_at: isOver ? null : new Date(now.getTime() + seconds * 1000),
    finished_at: isOver ? now : undefined,
  };
}
