import { findingsOf } from '#server/health/findings.ts';
import { handlers } from '#server/http/handlers.ts';
import type { Route } from '#server/http/route.ts';
import { productVersion } from '#server/product-version.ts';
import { platformStatus, type Vitals } from '#shared/contract/platform-status.ts';

export function statusRoutes(read: () => Promise<Vitals>): Route[] {
  return handlers(platformStatus, {
    data: async () => {
      const vitals = await read();
      return { ...vitals, version: productVersion, findings: findingsOf(vitals) };
    },
    findings: async () => ({ findings: findingsOf(await read()) }),
  });
}
