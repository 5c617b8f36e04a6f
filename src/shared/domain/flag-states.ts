/** Flags of a device that is faulty, stopped, disconnected from its logger, or without power or supplies. */
export const faultFlags = ['D', 'F', 'B', 'P', 'lr', 'lp', 'lw', 'ls'] as const;
/** Flags of maintenance and calibration. */
export const maintenanceFlags = ['M', 'C'] as const;

export type FlagState = 'fault' | 'maintenance';

/** The state of the device that a flag reports; undefined for flags of the value alone. */
export function stateOfFlag(flag: string): FlagState | undefined {
  if ((faultFlags as readonly string[]).includes(flag)) return 'fault';
  return (maintenanceFlags as readonly string[]).includes(flag) ? 'maintenance' : undefined;
}
