import { Fault } from '#shared/faults.ts';

/** Files that can be imported again contain measured values only: these are the sites that have them. */
export function realOnly(sites: readonly { site_id: number; virtual_data: boolean }[]): Set<number> {
  const real = sites.filter(({ virtual_data }) => !virtual_data);
  if (sites.length > 0 && real.length === 0) throw new Fault('no_data', { detail: 'export_virtual' });
  return new Set(real.map(({ site_id }) => site_id));
}
