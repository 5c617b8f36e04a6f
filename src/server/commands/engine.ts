import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '#server/app.ts';
import type { Changes } from '#server/db/listen.ts';
import type { Db } from '#server/db/pool.ts';
import type { Stray } from '#server/gateway/exchanges.ts';
import type { Gateway } from '#server/gateway/gateway.ts';
import { decryptPassword } from '#server/settings/device-passwords.ts';
import type { CommandEvent } from '#shared/contract/live.ts';
import { isFinal } from '#shared/domain/command-run.ts';
import { Active, type Host } from './active.ts';
import { DueList } from './due-list.ts';
import { settleLate } from './late.ts';
import { countHistory } from './outcome.ts';
import {
  type ChangedCommand,
  cancelBarred,
  cancelUnheld,
  dueCommands,
  expireCommands,
  lockDue,
  lockOrphans,
  verifyNow,
} from './records.ts';
import {
  addOutcome,
  changedCommand,
  type Numbered,
  type Snapshot,
  type StoredTurn,
  snapshotOf,
  storeTurn,
  type Taken,
} from './turn.ts';

type EngineApp = Pick<App, 'config' | 'secrets' | 'pool' | 'series' | 'servers' | 'log' | 'now'>;
type Doors = Pick<Gateway, 'sessions' | 'exchanges' | 'directory'>;

/** Polling interval for what nobody reports: expired commands, returning devices, dead servers. */
const LOOK_MS = 1000;
const ORPHANS_MS = 3000;
const RETRY_MS = 500;
/** Most commands per query, and most that one turn takes. */
const MOST_DUE = 5000;
const MOST_TAKEN = 500;
const TX_MS = 15_000;
/** Changes that need no request and do not end the command are stored with the next turn, or after this delay. */
const LAZY_MS = 100;
/** From this many active commands on, a turn waits a moment to handle many of them together. */
const MANY = 16;
const GATHER_MS = 3;

/**
 * Runs the commands of the devices that are connected to this server, in turns: a turn stores what has changed, numbers
 * and stores the next requests, and then sends them. Nothing is sent that is not stored, and after a crash nothing is
 * sent again (decision 50).
 */
export class CommandEngine {
  private readonly active = new Map<number, Active>();
  private readonly busySites = new Set<number>();
  private readonly changed = new Set<Active>();
  /** Changes that need no request and do not end the command. */
  private readonly lazy = new Set<Active>();
  private ripening: NodeJS.Timeout | undefined;
  private strays: Stray[] = [];
  private readonly due = new DueList();
  /** Commands of each batch that are under way here. */
  private readonly underWay = new Map<number, number>();
  private readonly cameBack = new Set<number>();
  private looks = true;
  /** Runs beside the turns: reading a long queue must not delay them. */
  private looking: Promise<void> | undefined;
  private isDueNew = false;
  private orphansAt = 0;
  private wakes: (() => void) | undefined;
  private stopping = false;
  private readonly unwatch: () => void;
  private readonly ticking: NodeJS.Timeout;
  private readonly running: Promise<void>;
  private readonly host: Host;
  private readonly app: EngineApp;
  private readonly doors: Doors;
  private readonly publish: (events: CommandEvent[]) => void;

  constructor(app: EngineApp, doors: Doors, changes: Changes, publish: (events: CommandEvent[]) => void) {
    this.app = app;
    this.doors = doors;
    this.publish = publish;
    const { sessions, exchanges, directory } = doors;
    this.host = {
      now: app.now,
      pace: app.config.commandPace,
      site: (site_id) => directory.site(site_id),
      session: (mn) => sessions.of(mn),
      open: (request) => exchanges.open(request),
      close: (request) => exchanges.close(request),
      takes: (mn, pw) => exchanges.take(mn, pw, app.now().getTime()),
      decrypt: (stored) => decryptPassword(stored, app.secrets.signing_secret) ?? '',
      changed: (command) => this.note(command),
    };
    exchanges.strays((stray) => {
      this.strays.push(stray);
      this.wake();
    });
    this.unwatch = sessions.watch({
      up: (mn) => {
        const site = directory.find(mn);
        if (site) this.cameBack.add(site.site_id);
      },
      down: (session) => {
        for (const command of this.active.values())
          if (command.exchange?.session === session) command.happened({ type: 'line_lost' });
      },
    });
    changes.onChange((change) => {
      if (change === 'commands' || change === 'reconnected') this.look();
    });
    this.ticking = setInterval(() => this.look(), LOOK_MS);
    this.running = this.run();
  }

  /** Number of commands under way here. */
  get size(): number {
    return this.active.size;
  }

  /**
   * Takes no more commands. Those under way become unknown; the server that has the device's line next settles them.
   */
  async stop(): Promise<void> {
    this.stopping = true;
    clearInterval(this.ticking);
    this.unwatch();
    for (const command of this.active.values()) command.happened({ type: 'restarted' });
    this.ripen();
    await this.running;
    for (const command of this.active.values()) command.stop();
  }

  private note(command: Active): void {
    if (!this.active.has(command.row.command_id)) return;
    if (command.todo === null && !command.isOver && !this.stopping) {
      if (!this.changed.has(command)) this.lazy.add(command);
      this.ripening ??= setTimeout(() => this.ripen(), LAZY_MS);
      return;
    }
    this.lazy.delete(command);
    this.changed.add(command);
    this.wake();
  }

  private ripen(): void {
    clearTimeout(this.ripening);
    this.ripening = undefined;
    for (const command of this.lazy) this.changed.add(command);
    this.lazy.clear();
    this.wake();
  }

  private look(): void {
    this.looks = true;
    this.wake();
  }

  private wake(): void {
    this.wakes?.();
  }

  private async run(): Promise<void> {
    for (;;) {
      try {
        await this.turn();
      } catch (error) {
        this.app.log.warn({ err: error }, 'commands wait for the database');
        if (this.stopping) return this.looking;
        await sleep(RETRY_MS);
        continue;
      }
      if (this.hasWork) continue;
      if (this.stopping) return this.looking;
      await new Promise<void>((resolve) => {
        this.wakes = resolve;
        if (this.hasWork || this.stopping) resolve();
      });
      this.wakes = undefined;
      if (this.active.size >= MANY && !this.stopping) await sleep(GATHER_MS);
    }
  }

  private get hasWork(): boolean {
    return this.changed.size > 0 || this.strays.length > 0 || this.isDueNew || this.isLookDue;
  }

  private get isLookDue(): boolean {
    return this.looks && !this.looking && !this.stopping;
  }

  private async turn(): Promise<void> {
    if (this.isLookDue) {
      this.looks = false;
      // Not in parallel with a turn: a command that is being taken would look like an orphan.
      await this.adopt();
      this.looking = this.lookAround()
        .catch((error: unknown) => this.app.log.warn({ err: error }, 'could not look for commands'))
        .finally(() => {
          this.looking = undefined;
          this.isDueNew = true;
          this.wake();
        });
    }
    await this.settle();
  }

  private async lookAround(): Promise<void> {
    const { pool, servers, now } = this.app;
    this.due.lookBegins();
    const back = [...this.cameBack];
    this.cameBack.clear();
    if (back.length > 0) await verifyNow(pool, back, now());
    this.tell(await expireCommands(pool, now()));
    this.tell(await cancelUnheld(pool, servers.process_id, now()));
    this.tell(await cancelBarred(pool, servers.process_id, now()));
    this.due.replace(await dueCommands(pool, servers.process_id, now(), MOST_DUE));
  }

  /** Commands that a dead server had sent become unknown: they are settled, never sent again. */
  private async adopt(): Promise<void> {
    if (performance.now() < this.orphansAt) return;
    this.orphansAt = performance.now() + ORPHANS_MS;
    const { pool, servers } = this.app;
    const orphans = await pool.tx({}, async (db) => {
      const rows = await lockOrphans(db, servers.process_id, [...this.active.keys()]);
      const commands = rows.map((row) => new Active(row, this.host));
      for (const command of commands) command.happened({ type: 'restarted' });
      const snapshots = commands.map((command) => snapshotOf(command, true));
      await storeTurn(db, this.here(), snapshots);
      return commands;
    });
    this.tell(orphans.map(changedCommand));
  }

  /**
   * One turn, in one transaction: stores what has changed since the last one, takes due commands, and then sends what
   * follows.
   */
  private async settle(): Promise<void> {
    this.isDueNew = false;
    const batch = [...this.changed];
    this.changed.clear();
    // A request needs a line, and a number that is stored with it.
    for (const command of batch)
      if (command.todo === 'send' && !command.hasLine) command.happened({ type: 'line_lost' });
    for (const command of batch) this.changed.delete(command);
    const strays = this.takeStrays(new Set(batch));
    const due = this.stopping ? [] : this.chooseDue(batch);
    if (batch.length + strays.length + due.length === 0) return;
    const snapshots = batch.map((command) => snapshotOf(command));
    try {
      for (const snapshot of snapshots)
        await addOutcome(snapshot, this.app.series, this.host.site(snapshot.command.row.site_id));
      const stored = await this.app.pool.tx(
        {},
        async (db) => {
          const turn = await storeTurn(db, this.here(), snapshots);
          const late = await settleLate(db, this.here(), strays);
          return { turn, late, taken: await this.take(db, due) };
        },
        TX_MS,
      );
      this.tell([...snapshots.map(({ command }) => changedCommand(command)), ...stored.late.changed]);
      this.send(snapshots, stored.turn);
      this.fallBack(stored.late.unknown);
      this.begin(stored.taken);
    } catch (error) {
      for (const { command, replies } of snapshots) {
        command.replies.unshift(...replies);
        this.changed.add(command);
      }
      this.strays.unshift(...strays);
      this.looks = true;
      throw error;
    }
  }

  /** Stray answers of a device wait while the end of its command is not stored yet. */
  private takeStrays(batch: ReadonlySet<Active>): Stray[] {
    if (this.strays.length === 0) return [];
    const ending = new Set(
      [...this.active.values()]
        .filter((command) => command.isOver && !batch.has(command))
        .map(({ row }) => row.site_id),
    );
    const all = this.strays;
    this.strays = all.filter(({ site }) => ending.has(site.site_id));
    return all.filter(({ site }) => !ending.has(site.site_id));
  }

  private here() {
    const { servers, now } = this.app;
    const underWay = [...this.active.values()].filter(({ isOver }) => !isOver);
    const active = new Set(underWay.map(({ row }) => row.command_id));
    return { process_id: servers.process_id, now: now(), active };
  }

  /** Sends what was stored, unless the command has changed meanwhile. */
  private send(snapshots: readonly Snapshot[], { kept, exchanges }: StoredTurn): void {
    for (const { command, version, todo } of snapshots) {
      const { command_id } = command.row;
      // Another server has taken it over as abandoned: it must not be sent here.
      const isGone = !kept.has(command_id);
      if (isGone || (command.isOver && command.version === version)) {
        this.forget(command);
        continue;
      }
      if (command.version !== version || todo === null) continue;
      const exchange = exchanges.get(command_id);
      if (todo === 'resend') command.resend();
      else if (exchange) this.dispatch(command, exchange);
      else command.happened({ type: 'line_lost' });
    }
  }

  private forget(command: Active): void {
    const { command_id, site_id, batch_id } = command.row;
    command.stop();
    this.changed.delete(command);
    this.lazy.delete(command);
    if (!this.active.delete(command_id)) return;
    this.busySites.delete(site_id);
    if (batch_id !== null) this.underWay.set(batch_id, (this.underWay.get(batch_id) ?? 1) - 1);
  }

  private begun(command: Active): void {
    const { command_id, site_id, batch_id } = command.row;
    this.active.set(command_id, command);
    this.busySites.add(site_id);
    if (batch_id !== null) this.underWay.set(batch_id, (this.underWay.get(batch_id) ?? 0) + 1);
  }

  /** For history, counts first how much of it is stored already. */
  private dispatch(command: Active, { exchange_id, qn }: Numbered): void {
    const { plan, site_id } = command.row;
    if (!plan.history || command.presentBefore !== undefined) {
      command.dispatch(exchange_id, qn);
      return;
    }
    const { version } = command;
    countHistory(this.app.series, site_id, plan.history)
      .then((counts) => {
        command.presentBefore = counts?.present ?? 0;
      })
      .catch((error: unknown) => this.app.log.warn({ err: error }, 'history could not be counted'))
      .finally(() => {
        if (command.version === version) command.dispatch(exchange_id, qn);
      });
  }

  private fallBack(unknown: readonly Stray[]): void {
    for (const stray of unknown) this.doors.exchanges.assume(stray);
  }

  /** Commands that can be sent in this turn; those that end in it make room for them. */
  private chooseDue(batch: readonly Active[]): number[] {
    if (this.due.size === 0) return [];
    const { directory, sessions } = this.doors;
    const mnOf = (site_id: number) => directory.site(site_id)?.mn ?? '';
    const ending = batch.filter(({ run }) => isFinal(run.state)).map(({ row }) => row);
    const leaves = new Set(ending.map(({ site_id }) => site_id));
    const leaving = new Map<number | null, number>();
    for (const { batch_id } of ending) leaving.set(batch_id, (leaving.get(batch_id) ?? 0) + 1);
    return this.due.choose(
      {
        isFree: (site_id) => !this.busySites.has(site_id) || leaves.has(site_id),
        hasLine: (site_id) => sessions.of(mnOf(site_id)) !== undefined,
        underWay: (batch_id) => (this.underWay.get(batch_id) ?? 0) - (leaving.get(batch_id) ?? 0),
      },
      MOST_TAKEN,
    );
  }

  private async take(db: Db, ids: readonly number[]): Promise<Taken> {
    const rows = ids.length === 0 ? [] : await lockDue(db, ids, this.app.now());
    const snapshots = rows.map((row) => {
      const command = new Active(row, this.host);
      command.begin();
      return snapshotOf(command, true);
    });
    return { snapshots, turn: await storeTurn(db, this.here(), snapshots) };
  }

  private begin({ snapshots, turn }: Taken): void {
    for (const { command } of snapshots) this.begun(command);
    this.tell(snapshots.map(({ command }) => changedCommand(command)));
    this.send(snapshots, turn);
  }

  private tell(changed: readonly ChangedCommand[]): void {
    if (changed.length === 0) return;
    this.publish(changed.map((each) => ({ topic: 'command', ...each })));
  }
}
