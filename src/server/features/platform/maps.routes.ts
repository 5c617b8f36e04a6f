import { handlers } from '#server/http/handlers.ts';
import { tileProvider } from '#server/settings/defaults.ts';
import { maps } from '#shared/contract/platform/maps.ts';

export const mapRoutes = handlers(maps, {
  provider: async ({ settings }) => ({ provider: tileProvider(await settings.read()) ?? null }),
});
