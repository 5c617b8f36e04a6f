import { findingsOf } from '#server/health/findings.ts';
import { handlers } from '#server/http/handlers.ts';
import type { Route } from '#server/http/route.ts';
import { productVersion } from '#server/instance/product-version.ts';
import {
  type DatabaseState,
  platformStatus,
  type Vitals,
} from '#shared/contract/platform/platform-status.ts';

/** They answer while the database is away, and say so. */
export function statusRoutes(read: () => Promise<Vitals>, database: () => DatabaseState): Route[] {
  const routes = handlers(platformStatus, {
    data: async () => {
      const vitals = await read();
      return { ...vitals, version: productVersion, findings: findingsOf(vitals) };
    },
    findings: async () => ({ findings: findingsOf(await read()) }),
  });
  return routes.map((route) => ({ ...route, answersWithout: () => database() === 'away' }));
}
