import type { Finding, Vitals } from '#shared/contract/platform/platform-status.ts';
import { everyRole } from '#shared/domain/servers.ts';
import { shortOf } from './disks.ts';

/** If packets wait longer than this, the store cannot keep up. */
const LATE_SECONDS = 30;
/** A single failure may only mean that the rows or files to be deleted were in use. */
const FAILED_OFTEN = 3;

/** What needs attention; empty if all is well. */
export function findingsOf(vitals: Vitals): Finding[] {
  const { database, database_state, disks, ingest, mqtt, unusable_settings, unshared_files } = vitals;
  const found: Finding[] = [];
  if (!database || database_state === 'away') found.push({ name: 'database', level: 'critical' });
  else if (database_state === 'refuses_writes') found.push({ name: 'writes', level: 'critical' });
  for (const disk of disks) {
    const level = shortOf(disk);
    if (level) found.push({ name: 'disk', level, disk });
  }
  if (ingest.lag_seconds > LATE_SECONDS) found.push({ name: 'ingest', level: 'critical' });
  if (mqtt && !mqtt.connected) found.push({ name: 'mqtt', level: 'warning' });
  const records = Object.values(database?.upkeep ?? {});
  if (records.some(({ failures }) => failures >= FAILED_OFTEN))
    found.push({ name: 'upkeep', level: 'warning' });
  if (unusable_settings.length > 0)
    found.push({ name: 'settings', level: 'warning', settings: unusable_settings });
  if (unshared_files.length > 0) found.push({ name: 'files', level: 'warning', servers: unshared_files });
  // Unknown if the database does not answer.
  const working = database?.servers.filter(({ alive }) => alive);
  for (const role of everyRole) {
    if (working && !working.some(({ roles }) => roles.includes(role)))
      found.push({ name: 'role', level: 'warning', role });
  }
  return found;
}

/** The names of the findings of a level, each once. */
export function namesOf(found: readonly Finding[], level: Finding['level']): string[] {
  return [...new Set(found.filter((one) => one.level === level).map(({ name }) => name))];
}
