import { findValue, parseGroups } from '#protocol/payload.ts';
import type { Db } from '#server/db/pool.ts';
import type { Stray } from '#server/gateway/exchanges.ts';
import { type Happening, isFinal, late, type Run, verifyAfterSeconds } from '#shared/domain/command-run.ts';
import { replyOf } from './active.ts';
import { rulesOf } from './plan.ts';
import { type ChangedCommand, type KnownRequest, lockRequests, runOf } from './records.ts';
import { type Change, storeChanges, storeReplies } from './store.ts';

/** The result of handling answers without an open request. */
interface Settled {
  changed: ChangedCommand[];
  /** Answers whose number was never used. */
  unknown: Stray[];
}

/**
 * Answers to requests that are over: each is stored with its command. A late answer changes a command that timed out or
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
  for (const stray of strays) {
    const request = requestOf(stray);
    if (!request || active.has(request.command_id)) continue;
    const run = runs.get(request.command_id) ?? runOf(request);
    const next = settledBy(request, run, stray);
    if (!next) continue;
    runs.set(request.command_id, next);
    changes.set(request.command_id, changeOf(request, next, now));
  }
  await storeChanges(db, process_id, [...changes.values()]);
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

function settledBy(request: KnownRequest, run: Run, { packet }: Stray): Run | undefined {
  // The answer to a read-back that was given up is ignored; the read-back will be repeated.
  if (request.exchange_stage === 'verify' && request.plan.settle === 'read') return undefined;
  const happening = happeningOf(packet);
  if (!happening) return undefined;
  const isLast = request.exchange_step === request.plan[request.exchange_stage].length - 1;
  const { run: next, next: todo } = late(run, rulesOf(request.plan), happening, isLast);
  return todo.do === 'none' ? undefined : next;
}

function happeningOf({ cn, cp }: Stray['packet']): Happening | undefined {
  const code = Number(findValue(parseGroups(cp), cn === '9011' ? 'QnRtn' : 'ExeRtn') ?? Number.NaN);
  if (!Number.isInteger(code)) return undefined;
  return cn === '9011' ? { type: 'answer', code } : cn === '9012' ? { type: 'result', code } : undefined;
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
