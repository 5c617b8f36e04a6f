import { expect, vi } from 'vitest';
import { type Created, createCommands, type NewCommands } from '#server/commands/create.ts';
import type { Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { Gateway } from '#server/gateway/gateway.ts';
import type { CommandKindName } from '#shared/domain/command-kinds.ts';
import type { ParamValues } from '#shared/domain/command-params.ts';
import { type CommandState, isOpen, type Run } from '#shared/domain/command-run.ts';
import type { TestApp } from './app.ts';
import { atEnd } from './at-end.ts';
import { BareDevice, type Faults } from './bare-device.ts';
import { until } from './until.ts';

let count = 0;

/** Creates a site and its device, which is not connected yet. */
export async function newDevice(
  app: { db: Pool; gateway: Gateway },
  faults: Faults = {},
  agreement_id = 1,
): Promise<{ device: BareDevice; site_id: number }> {
  const mn = `BARE${++count}`;
  const row = await app.db.one<{ site_id: number }>(sql`
    insert into site (mn, site_name, agreement_id, secret) values (${mn}, ${mn}, ${agreement_id}, '123456')
    returning site_id`);
  await vi.waitFor(() => expect(app.gateway.directory.find(mn)).toBeDefined(), 60_000);
  const device = new BareDevice(() => app.gateway.port, mn);
  atEnd(async () => device.stop());
  device.faults = faults;
  return { device, site_id: row?.site_id ?? 0 };
}

export async function deviceOnLine(...of: Parameters<typeof newDevice>): ReturnType<typeof newDevice> {
  const made = await newDevice(...of);
  await made.device.connect();
  return made;
}

/** Queues commands like the platform. */
export function addCommands(
  app: TestApp,
  kind: CommandKindName,
  targets: NewCommands['targets'],
  more: Partial<NewCommands> = {},
): Promise<Created> {
  return createCommands(app.app, app.db, {
    ...{ kind, targets, reason: '', by: null, life_ms: 600_000 },
    ...more,
  });
}

export async function addCommand(
  app: TestApp,
  site_id: number,
  kind: CommandKindName,
  params: ParamValues = {},
): Promise<number> {
  const { commands } = await addCommands(app, kind, [{ site_id, params }]);
  const [command] = commands;
  if (!command) throw new Error(`${kind} was not planned`);
  return command.command_id;
}

export interface SeenCommand
  extends Pick<
    Run,
    'phase' | 'error' | 'late' | 'confirmed' | 'qn_rtn' | 'exe_rtn' | 'settled_by' | 'sends' | 'pending'
  > {
  state: CommandState;
  result: unknown;
  before_value: unknown;
  after_value: unknown;
  verifications: number;
  params: unknown;
}

export async function seenCommand({ db }: { db: Pool }, command_id: number): Promise<SeenCommand> {
  const row = await db.one<SeenCommand>(sql`
    select state, phase, error, late, confirmed, qn_rtn, exe_rtn, settled_by, sends, pending, result, before_value,
           after_value, verifications, params
      from command where command_id = ${command_id}`);
  if (!row) throw new Error('the command is gone');
  return row;
}

/** Resolves as soon as the command has such a state. */
export function reached(
  app: { db: Pool },
  command_id: number,
  is: (state: CommandState) => boolean,
): Promise<SeenCommand> {
  return until(
    () => seenCommand(app, command_id),
    ({ state }) => is(state),
    120_000,
  );
}

/** Neither queued nor in progress. */
export const isSettled = (state: CommandState) => state !== 'queued' && !isOpen(state);

export async function fineDust({ db }: { db: Pool }): Promise<number> {
  const row = await db.one<{ id: number }>(
    sql`select component_id as id from component where code_2017 = 'a34004'`,
  );
  return row?.id ?? 0;
}
