import { beforeAll, expect, test } from 'vitest';
import { pagePowers } from '#shared/page-powers.ts';
import { powerSeeds } from '#shared/powers.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { pageCalls, type ReadCall } from '#test/helpers/page-calls.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let calls: Map<string, ReadCall[]>;
beforeAll(async () => {
  app = await testApp();
  calls = await pageCalls();
});

const pages = powerSeeds.filter(({ type, power_url }) => type === 2 && power_url in pagePowers);

test.each(pages.map(({ power_code, power_url }) => [power_url, power_code]))(
  'a role with %s and what it brings is refused none of its calls',
  async (path, power_code) => {
    const { needs, uses } = pagePowers[path] ?? { needs: [], uses: [] };
    const person = await makeUser(app.db, await makeRole(app.db, [power_code, ...needs]));
    const client = await app.client().signIn(person.account);
    // Parts of the page that need other powers are hidden for such a role.
    const asked = (calls.get(path) ?? []).filter(({ call }) => !uses.includes(call.needs));
    const refused: string[] = [];
    for (const url of new Set(asked.map(({ call }) => call.path))) {
      const { envelope } = await client.raw(url, {});
      if (envelope.code === 16 || envelope.code === 401) refused.push(url);
    }
    expect(refused).toEqual([]);
  },
);
