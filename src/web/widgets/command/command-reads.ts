import { commandBatches } from '#shared/contract/control/batches.ts';
import { commandActions, commandLog } from '#shared/contract/control/commands.ts';
import { deviceInformation } from '#shared/contract/control/information.ts';
import { interference } from '#shared/contract/control/interference.ts';
import { kbValues } from '#shared/contract/control/kb.ts';
import { controlLease } from '#shared/contract/control/lease.ts';

/** Cached calls to refresh after a command. */
export const commandReads = [
  commandLog.list,
  commandActions.get,
  commandBatches.list,
  kbValues.list,
  interference.data,
  deviceInformation.data,
  controlLease.data,
];
