import type { Logger } from 'pino';
import type { Db, Pool } from '#server/db/pool.ts';
import type { Gateway } from '#server/gateway/gateway.ts';
import type { VitalsWatch } from '#server/health/vitals.ts';
import type { FairLine, Turn } from '#server/heavy/fair-line.ts';
import type { Config } from '#server/instance/config.ts';
import type { Secrets } from '#server/instance/data-dir.ts';
import type { JobQueue } from '#server/jobs/queue.ts';
import type { UpkeepClock } from '#server/jobs/upkeep-clock.ts';
import type { SeriesStore } from '#server/series/store.ts';
import type { Servers } from '#server/servers/registry.ts';
import type { SettingsStore } from '#server/settings/settings.ts';
import type { AirFactor, AirSiteFacts } from '#server/standards/air-factors.ts';
import type { FactorFacts } from '#server/standards/factor-facts.ts';
import type { TableSource } from '#server/tables/source.ts';

/** The objects of the process. `services.ts` builds it; functions take the parts they need as their first argument. */
export interface App {
  config: Config;
  secrets: Secrets;
  pool: Pool;
  series: SeriesStore;
  settings: SettingsStore;
  /** Cached facts that are needed too often to be read each time; at most a moment old. */
  airFactors(): Promise<readonly AirFactor[]>;
  everyAirSite(): Promise<readonly AirSiteFacts[]>;
  /** English names of sites, by their Chinese names. */
  englishSites(): Promise<ReadonlyMap<string, string>>;
  factorFacts(): Promise<FactorFacts>;
  /** The queue of long queries. */
  fairLine: FairLine;
  /** This server and the others on the same database. */
  servers: Servers;
  /** The queue of background jobs. */
  jobs: JobQueue;
  upkeep: Pick<UpkeepClock, 'runNow'>;
  vitals: Pick<VitalsWatch, 'read' | 'disks' | 'database'>;
  /** The gateway for stations, open or not yet. */
  gateway: Pick<Gateway, 'intake' | 'reloadDirectory'>;
  /** Everything that can be exported, by name. */
  exportable: ReadonlyMap<string, TableSource>;
  log: Logger;
  now(): Date;
}

/** The signed-in user of a request. */
export interface User {
  user_id: number;
  account: string;
  real_name: string;
  role_id: number;
  sees_all_sites: boolean;
  session_id: string;
  powers: ReadonlySet<string>;
}

/** Where a request comes from. */
export interface RequestOrigin {
  ip: string;
  imei: string;
  platform: string;
  user_agent: string;
  request_id: string;
  call: string;
}

/** The argument of a handler. `db` is the request's transaction if its call writes. */
export interface Ctx extends App {
  db: Db;
  /** Reading it in a public call is a bug: there is no user. */
  readonly user: User;
  origin: RequestOrigin;
  /** Whether somebody still waits for the answer. */
  isWanted(): boolean;
  /** Its place in the queue of long queries. */
  turn?: Turn;
}
