import { handlers } from '#server/http/handlers.ts';
import { maps } from '#shared/contract/platform.ts';

export const mapRoutes = handlers(maps, {
  provider: async ({ config }) => ({ provider: config.map ?? null }),
});
