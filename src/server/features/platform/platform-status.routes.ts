import { findingsOf } from '#server/health/findings.ts';
import { handlers } from '#server/http/handlers.ts';
import type { Route } from '#server/http/route.ts';
import { productVersion } from '#server/instance/product-version.ts';
import { platformStatus } from '#shared/contract/platform/platform-status.ts';

/** Also answers when the database is down, and reports that. */
const special = { answersWithoutDatabase: true };

export const statusRoutes: readonly Route[] = handlers(
  platformStatus,
  {
    data: async ({ vitals }) => {
      const read = await vitals.read();
      return { ...read, version: productVersion, findings: findingsOf(read) };
    },
    findings: async ({ vitals }) => ({ findings: findingsOf(await vitals.read()) }),
  },
  { data: special, findings: special },
);
