/** Out of order, stopped, cut off from its logger, without power or supplies. */
export const faultFlags = ['D', 'F', 'B', 'P', 'lr', 'lp', 'lw', 'ls'] as const;
/** Looked after or calibrated. */
export const maintenanceFlags = ['M', 'C'] as const;

export type FlagState = 'fault' | 'maintenance';

/** What a flag says of the device. None of one that speaks of the value alone. */
export function stateOfFlag(flag: string): FlagState | undefined {
  if ((faultFlags as readonly string[]).includes(flag)) return 'fault';
  return (maintenanceFlags as readonly string[]).includes(flag) ? 'maintenance' : undefined;
}
