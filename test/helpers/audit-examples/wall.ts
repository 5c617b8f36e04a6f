import { builtInLayout, wallLayouts } from '#shared/contract/wisdom-screen/layout.ts';
import type { Client } from '#test/helpers/app.ts';

/** One example of each write about the wisdom screen, for the test of the audit log. */
export function wallExamples(host: () => { admin: Client }) {
  const version = async () => {
    const { data_info } = await host().admin.send(wallLayouts.list, {});
    return { role_id: 3, version: data_info.find(({ role_id }) => role_id === 3)?.version ?? 0 };
  };
  return {
    'wallLayouts.set': async () => ({
      ...(await version()),
      left_tiles: ['orders'],
      right_tiles: ['online'],
      rotate_seconds: 30,
    }),
    'wallLayouts.reset': async () => {
      const now = await version();
      if (now.version === 0) await host().admin.send(wallLayouts.set, { ...builtInLayout, ...now });
      return version();
    },
  };
}
