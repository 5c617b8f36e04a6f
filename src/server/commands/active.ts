import type { Outgoing } from '#protocol/packet.ts';
import { findValue, parseGroups } from '#protocol/payload.ts';
import { HIDDEN, withoutSecrets } from '#protocol/secrets.ts';
import { decodeText } from '#protocol/text.ts';
import { storable } from '#server/db/storable.ts';
import { ANSWERS, type OpenRequest, type PossibleAnswer } from '#server/gateway/exchanges.ts';
import type { Session } from '#server/gateway/session.ts';
import type { KnownSite } from '#server/ingest/directory.ts';
import { commandKind } from '#shared/domain/command-kinds.ts';
import {
  type Happening,
  isFinal,
  type Run,
  step,
  verifyAfterSeconds,
  withoutReadBack,
} from '#shared/domain/command-run.ts';
import { type Read, readTemplate, type WireGroups } from '#shared/domain/command-template.ts';
import { type Plan, type PlannedRequest, rulesOf } from './plan.ts';
import { holdsWanted, joined, type ReadSoFar } from './read-values.ts';
import { type CommandRow, runOf } from './records.ts';
import { requestPacket } from './request.ts';
import type { NewReply } from './store.ts';

/** What an active command needs from the engine. */
export interface Host {
  now(): Date;
  /** Factor by which waiting times are shortened. */
  pace: number;
  site(site_id: number): KnownSite | undefined;
  session(mn: string): Session | undefined;
  open(request: OpenRequest): void;
  close(request: OpenRequest): void;
  decrypt(stored: string): string;
  /** Also accepts packets of the device with this password. */
  takes(mn: string, pw: string): void;
  /** Called when the command has changed and must be stored. */
  changed(command: Active): void;
}

/** The request that was sent and waits for an answer. */
interface Exchange {
  exchange_id: number;
  request: OpenRequest;
  planned: PlannedRequest;
  session: Session;
}

/** Longest part of a reply that is stored. */
const LONGEST_REPLY = 4000;

/** A command on one of this server's lines: its timers and its results. The rules are in `command-run.ts`. */
export class Active {
  readonly row: CommandRow;
  run: Run;
  /** What to send once the state is stored. */
  todo: 'send' | 'resend' | null = null;
  /** Counts changes: a decision made before a later change no longer holds. */
  version = 0;
  verifications: number;
  verify_at: Date | null = null;
  sent_at: Date | undefined;
  acked_at: Date | undefined;
  finished_at: Date | undefined;
  /** Replies that are not stored yet. */
  replies: NewReply[] = [];
  /** Values read in each stage. */
  readonly reads: { run?: ReadSoFar; verify?: ReadSoFar } = {};
  /** Labels of history that arrived, and how much of it was stored before. */
  readonly labels = new Set<string>();
  presentBefore: number | undefined;
  exchange: Exchange | undefined;
  private timer: NodeJS.Timeout | undefined;
  private overall: NodeJS.Timeout | undefined;
  private readonly host: Host;

  constructor(row: CommandRow, host: Host) {
    this.row = row;
    this.run = runOf(row);
    this.verifications = row.verifications;
    this.host = host;
  }

  /** Finished, or unknown: nothing to do at the moment. */
  get isOver(): boolean {
    return isFinal(this.run.state) || this.run.state === 'unknown';
  }

  get planned(): PlannedRequest | undefined {
    return this.row.plan[this.run.stage][this.run.step];
  }

  happened(happening: Happening): void {
    const before = this.run;
    const { run, next } = step(before, rulesOf(this.row.plan), happening);
    if (run === before) return;
    this.run = run;
    this.version += 1;
    clearTimeout(this.timer);
    if (run.stage === 'verify' && before.stage === 'run') delete this.reads.verify;
    if (run.answered && this.run.stage === 'run') this.acked_at ??= this.host.now();
    switch (next.do) {
      case 'wait':
        this.wait(next.for);
        break;
      case 'send':
        this.closeExchange();
        this.todo = 'send';
        break;
      case 'resend':
        this.todo = 'resend';
        break;
      case 'compare':
        this.happened({ type: 'compared', same: this.holdsWanted });
        return;
      case 'rest':
        this.rest();
        break;
      case 'end':
        this.end();
        break;
      case 'none':
        break;
    }
    this.host.changed(this);
  }

  /** Starts a command that was taken from the queue or has to be settled. */
  begin(): void {
    const isNew = this.run.state === 'queued';
    if (isNew) this.sent_at = this.host.now();
    else {
      this.verifications += 1;
      delete this.reads.verify;
    }
    this.happened({ type: isNew ? 'begin' : 'verify' });
  }

  private get holdsWanted(): boolean {
    const { kind, plan } = this.row;
    return holdsWanted(plan, this.reads.verify, commandKind(kind).list !== undefined);
  }

  private rest(): void {
    this.stop();
    const seconds = verifyAfterSeconds(this.verifications);
    const canBe = this.row.plan.settle !== 'none';
    if (canBe && seconds !== undefined) {
      this.verify_at = new Date(this.host.now().getTime() + seconds * 1000 * this.host.pace);
      return;
    }
    this.verify_at = null;
    // No more attempts to read back.
    const { run } = withoutReadBack(this.run);
    if (isFinal(run.state)) this.run = run;
    this.finished_at = isFinal(run.state) ? this.host.now() : undefined;
  }

  private end(): void {
    this.stop();
    this.verify_at = null;
    this.finished_at = this.host.now();
  }

  /** Stops all waiting. */
  stop(): void {
    clearTimeout(this.timer);
    clearTimeout(this.overall);
    this.todo = null;
    this.closeExchange();
  }

  private closeExchange(): void {
    if (this.exchange) this.host.close(this.exchange.request);
    this.exchange = undefined;
  }

  private wait(on: 'ack' | 'exec' | 'grace'): void {
    const { ack_ms, do_ms } = this.row.plan;
    const ms = (on === 'exec' ? do_ms : ack_ms) * this.host.pace;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.happened({ type: 'quiet' }), ms);
  }

  /** Whether the due request could be sent now. */
  get hasLine(): boolean {
    const site = this.host.site(this.row.site_id);
    return this.planned !== undefined && site !== undefined && this.host.session(site.mn) !== undefined;
  }

  /**
   * The due request with its number; undefined without a line. `shown` is the version to be stored, with secrets
   * hidden; afterwards they could not be recognised in the request.
   */
  outgoing(qn: string): { packet: Outgoing; shown: Outgoing; session: Session } | undefined {
    const { planned } = this;
    const site = this.host.site(this.row.site_id);
    const session = site && this.host.session(site.mn);
    if (!planned || !site || !session) return undefined;
    const voice = session.voiceOf(site.mn);
    const to = {
      mn: voice?.mn ?? site.mn,
      st: voice?.st,
      pw: site.secret || (voice?.pw ?? ''),
      edition: site.agreement.edition,
      site_type: site.site_type,
    };
    const { decrypt, now } = this.host;
    const { plan } = this.row;
    const number = { qn, now: now() };
    const packet = requestPacket(plan, planned, to, { ...number, decrypt });
    const shown =
      plan.secrets.length > 0
        ? requestPacket(plan, planned, to, { ...number, decrypt: () => HIDDEN })
        : packet;
    return { packet, shown, session };
  }

  /** Sends the request, which is stored already. */
  dispatch(exchange_id: number, qn: string): void {
    const { planned } = this;
    const ready = this.outgoing(qn);
    this.todo = null;
    if (!planned || !ready) {
      this.happened({ type: 'line_lost' });
      return;
    }
    const { command_id, mn, plan } = this.row;
    const site = this.host.site(this.row.site_id);
    const request: OpenRequest = {
      command_id,
      mn: site?.mn ?? mn,
      qn,
      cn: planned.cn,
      replyCn: planned.reply_cn ?? planned.cn,
      expects: planned.expects,
      labels: plan.history,
      heard: (answer, byFallback) => this.heard(answer, byFallback),
    };
    this.exchange = { exchange_id, request, planned, session: ready.session };
    this.host.open(request);
    const secret = plan.slots.new_password;
    if (secret !== undefined) this.host.takes(request.mn, this.host.decrypt(secret));
    if (plan.total_ms && !this.overall) {
      const ms = plan.total_ms * this.host.pace;
      this.overall = setTimeout(() => this.happened({ type: 'overdue' }), ms);
    }
    this.put(ready);
  }

  resend(): void {
    const { exchange } = this;
    const ready = exchange && this.outgoing(exchange.request.qn);
    this.todo = null;
    if (!ready) {
      this.happened({ type: 'line_lost' });
      return;
    }
    exchange.session = ready.session;
    this.put(ready);
  }

  private put({ packet, shown }: { packet: Outgoing; shown: Outgoing }): void {
    const { site_id, command_id } = this.row;
    // Start waiting before sending: an answer may arrive at once.
    this.wait('ack');
    if (!this.exchange?.session.send(packet, this.host.site(site_id), { command_id, shown }))
      this.happened({ type: 'line_lost' });
  }

  /** Handles an answer to the request. */
  private heard(answer: PossibleAnswer, byFallback: boolean): boolean {
    const { packet, at } = answer;
    const groups = parseGroups(packet.cp);
    if (ANSWERS.has(packet.cn)) return this.took(answer, byFallback, happeningOf(packet.cn, groups));
    const { planned } = this.exchange ?? {};
    if (planned?.expects === 'uploads') {
      this.labels.add(findValue(groups, 'DataTime') ?? packet.qn);
      this.happened({ type: 'upload' });
      return true;
    }
    const read = planned && valuesIn(this.row.plan, planned, groups);
    if (!read) return false;
    this.reads[this.run.stage] = joined(this.reads[this.run.stage], read, at);
    return this.took(answer, byFallback, { type: 'values' });
  }

  private took(answer: PossibleAnswer, byFallback: boolean, happening: Happening | undefined): true {
    if (this.exchange)
      this.replies.push(replyOf(this.row, this.exchange.exchange_id, answer, { byFallback }));
    if (happening) this.happened(happening);
    else this.host.changed(this);
    return true;
  }
}

/** The values in a reply; undefined if it is about something else. */
export function valuesIn(
  { slots }: Pick<Plan, 'slots'>,
  { reply }: PlannedRequest,
  groups: WireGroups,
): Read | undefined {
  const asked = slots.factor;
  const said = findValue(groups, 'PolId');
  if (said !== undefined && asked !== undefined && said.toLowerCase() !== asked.toLowerCase())
    return undefined;
  return reply === undefined ? undefined : readTemplate(reply, groups, slots);
}

/** The meaning of a 9011, 9012 or 9013. One without a readable code is stored, but counts as no answer. */
export function happeningOf(cn: string, groups: WireGroups): Happening | undefined {
  if (cn === '9013') return { type: 'notice' };
  const text = findValue(groups, cn === '9011' ? 'QnRtn' : 'ExeRtn')?.trim();
  const code = text ? Number(text) : Number.NaN;
  return Number.isInteger(code) ? { type: cn === '9011' ? 'answer' : 'result', code } : undefined;
}

export function replyOf(
  { command_id, site_id }: Pick<CommandRow, 'command_id' | 'site_id'>,
  exchange_id: number,
  { packet, at, raw }: PossibleAnswer,
  { byFallback = false, late = false }: { byFallback?: boolean; late?: boolean },
): NewReply {
  return {
    command_id,
    exchange_id,
    site_id,
    received_at: at,
    cn: storable(packet.cn),
    qn: storable(packet.qn),
    raw: storable(withoutSecrets(decodeText(raw).text).slice(0, LONGEST_REPLY)),
    late,
    by_fallback: byFallback,
  };
}
