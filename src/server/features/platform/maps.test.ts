import { expect, test } from 'vitest';
import { maps } from '#shared/contract/platform/maps.ts';
import { testApp } from '#test/helpers/app.ts';

const policyOf = async (address: string) => {
  const { headers } = await fetch(`${address}/docs`, { method: 'HEAD' });
  return headers.get('content-security-policy') ?? '';
};

test('the map is the bundled one, and pages may load from nowhere else', async () => {
  const { login, address } = await testApp();
  expect(await (await login('learner')).send(maps.provider, {})).toEqual({ provider: null });
  expect(await policyOf(address)).not.toMatch(/https?:/);
});

test('configured tiles are named to everyone signed in, and allowed to be loaded', async () => {
  const { login, address } = await testApp({
    MAP_PROVIDER: 'tiles',
    MAP_GENERAL_URL: 'https://t{s}.example/{z}/{x}/{y}.png?k={key}',
    MAP_HOSTS: '1,2',
    MAP_KEY: 'secret',
  });
  const { provider } = await (await login('learner')).send(maps.provider, {});
  expect(provider).toMatchObject({ hosts: ['1', '2'], key: 'secret', max_zoom: 18 });
  for (const directive of ['img-src', 'connect-src']) {
    expect(await policyOf(address)).toMatch(
      new RegExp(`${directive} [^;]*https://t1.example https://t2.example`),
    );
  }
});
